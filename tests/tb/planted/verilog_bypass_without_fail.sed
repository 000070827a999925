# block: bucl_bypass
# config: p3
# side: verilog
# what: an access passes by without a fail
# expect: output access_bypass
# simulator: none: no system has this block yet
s/fail_i & fail_global_i/fail_global_i/
