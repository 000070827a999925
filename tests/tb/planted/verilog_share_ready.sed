# block: kaws_share
# config: n3_s2
# side: verilog
# what: warps that have issued are lent
# expect: output borrows
# simulator: none: no system has this block yet
s/ready_i\[w\] & (unit/(unit/
