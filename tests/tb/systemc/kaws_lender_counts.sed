# what: what a borrowed warp issues is of the slot of warp 0
# block: kaws_progress
# expect: late input issued_cta
# source: system_kaws
# system: kaws
s/= slot_of\[borrowed\[s\]\]/= slot_of[0]/
