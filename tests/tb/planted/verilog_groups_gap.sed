# block: owl_groups
# config: n4_c3
# side: verilog
# what: the groups behind one that is gone keep their numbers
# expect: register group
# simulator: cta-aware-locality backprop
s/(lower\[f\*COUNT_W +: GROUP_W\] & {GROUP_W{slots/(f[GROUP_W-1:0] \& {GROUP_W{slots/
