# block: owl_prefetch
# config: banks3_lines5
# side: verilog
# what: the line that no pair of the tree has is never found
# expect: output line
# simulator: none: bugs in the model of this block are tried with kernels
s/l + step < LINES; l/l + 2*step <= LINES; l/
