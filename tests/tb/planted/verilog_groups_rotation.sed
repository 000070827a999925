# block: owl_groups
# config: n4_c3
# side: verilog
# what: groups are rotated by one more than the number of the SM
# expect: register to_rotate
# simulator: none: until a policy runs the block
s/left = {26'd0, core};/left = {26'd0, core} + 32'd1;/
