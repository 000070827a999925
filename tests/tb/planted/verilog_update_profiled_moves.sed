# block: bucl_update
# config: sms2_p2
# side: verilog
# what: TUCD moves behind a profile
# expect: register tucd
# simulator: none: bugs in the model of this block are tried with kernels
s/latches & cfg_profile_i == 14'd0/latches/
