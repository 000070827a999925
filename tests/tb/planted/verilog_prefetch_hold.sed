# block: owl_prefetch
# config: banks4_lines32
# side: verilog
# what: a row is held without a demand to another one
# expect: output hold
# simulator: none: bugs in the model of this block are tried with kernels
s/offers \& demand_other_i \& lasts/offers \& lasts/
