# block: bucl_update
# config: sms3_p3
# side: verilog
# what: the hundredths of the limit are dropped
# expect: register uib_limit
# simulator: none: bugs in the model of this block are tried with kernels
s/ + {21'd0, rest_after != 7'd0}//
