# block: kaws_share
# config: n3_s2
# side: verilog
# what: a scheduler that issues its own borrows too
# expect: output borrows
# simulator: none: bugs in the model of this block are tried with kernels
s/ & ~issues_i\[x\]//
