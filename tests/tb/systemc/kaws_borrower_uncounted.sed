# what: what a borrowed warp issues is not its CTA's
# block: kaws_progress
# expect: late input issued_cta
# source: system_kaws
# system: kaws
/if (borrows_o.read() >> s & 1)/d
