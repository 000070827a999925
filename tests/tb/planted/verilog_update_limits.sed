# block: bucl_update
# config: sms2_p2
# side: verilog
# what: a profile runs TUCDs beyond the limits
# expect: output tucd
# simulator: none: bugs in the model of this block are tried with kernels
s/? limited(\(.*\), cfg_tucd_min_i, cfg_tucd_max_i) : tucd_q/? limited(\1, 6'd0, 6'd63) : tucd_q/
