# what: what a borrowed warp issues is not its CTA's
# block: kaws_progress
# expect: late input issued_cta
# system: kaws
s/| (borrows_o\[b\] \&/| (1'b0 \&/
