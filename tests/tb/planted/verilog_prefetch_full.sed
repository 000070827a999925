# block: owl_prefetch
# config: banks2_lines2
# side: verilog
# what: lines are offered though the fill path is full
# expect: output valid
# simulator: none: bugs in the model of this block are tried with kernels
s/ \& room_i//
