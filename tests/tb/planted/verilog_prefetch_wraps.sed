# block: owl_prefetch
# config: banks2_lines2
# side: verilog
# what: the prefetches of an opening begin anew behind 63
# expect: register prefetched
# simulator: none: bugs in the model of this block are tried with kernels
s/\& prefetched != MOST_PREFETCHED/\& 1'b1/
