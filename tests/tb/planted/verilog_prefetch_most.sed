# block: owl_prefetch
# config: banks2_lines2
# side: verilog
# what: more than 127 waiting demands count in full
# expect: register sum
# simulator: none: bugs in the model of this block are tried with kernels
s/waiting_i < MOST_WAITING ? waiting_i : MOST_WAITING/waiting_i/
