# what: warps that follow each other are one scheduler's
# block: kaws_progress
# expect: late input issued_cta
# system: kaws
s/granted\[v\] & v % S == b/granted[v] \& v \/ W == b/
