# block: kaws_share
# config: n3_s2
# side: verilog
# what: a scheduler that issues its own borrows too
# expect: output borrows
# simulator: none: no system has this block yet
s/ & ~issues_i\[x\]//
