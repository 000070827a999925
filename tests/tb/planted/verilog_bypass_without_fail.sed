# block: bucl_bypass
# config: p3
# side: verilog
# what: an access passes by without a fail
# expect: output access_bypass
# simulator: none: bugs in the model of this block are tried with kernels
s/fail_i & fail_global_i/fail_global_i/
