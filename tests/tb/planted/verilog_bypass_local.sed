# block: bucl_bypass
# config: p2
# side: verilog
# what: a load that is not global passes by
# expect: output load_bypass
# simulator: none: bugs in the model of this block are tried with kernels
s/load_i & load_global_i/load_i/
