# block: kaws_share
# config: n3_s2
# side: verilog
# what: warps that have issued are lent
# expect: output borrows
# simulator: none: bugs in the model of this block are tried with kernels
s/ready_i\[w\] & (unit/(unit/
