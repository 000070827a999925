# block: owl_prefetch
# config: banks2_lines2
# side: verilog
# what: a row that is opened begins with the vector of the last one
# expect: register fetched
# simulator: none: bugs in the model of this block are tried with kernels
s/(fetched_q\[LINES\*n +: LINES\] \& {LINES{~opens\[n\]}})/(fetched_q[LINES*n +: LINES])/
