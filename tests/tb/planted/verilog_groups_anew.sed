# block: owl_groups
# config: n8_c5
# side: verilog
# what: a group of the first fill that is gone is not opened anew
# expect: register group
# simulator: none: no CTA of these kernels ends before the first fill is complete
s/begins | ~open_left/begins | groups_left == {COUNT_W{1'b0}}/
