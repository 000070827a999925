# block: owl_groups
# config: n4_c3
# side: verilog
# what: BLP's priorities are the numbers of the groups
# expect: output priority
# simulator: cta-aware-locality-blp backprop
s/: number < rotated ? number + first\[GROUP_W-1:0\] - rotated : number - rotated/: number/
