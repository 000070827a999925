# block: kaws_share
# config: n3_s2
# side: c
# what: a scheduler borrows from itself
# expect: output borrows
# simulator: none: no system has this block yet
s/ \&\& w % S != x//
