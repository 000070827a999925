# what: the slot of a held warp is not given
# block: kaws_progress
# expect: late input issued_cta
# system: kaws
s/granted\[v\] & v % S == b/issue_o[v] \& v % S == b/
