# block: kaws_share
# config: n3_s2
# side: c
# what: a scheduler borrows from itself
# expect: output borrows
# simulator: none: a warp whose own scheduler has an empty register for it is no candidate
s/ \& ~(1u << w % S)//
