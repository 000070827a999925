# block: bucl_update
# config: sms3_p3
# side: verilog
# what: the hit of a period's last cycle is not latched
# expect: register l1dhr_hits
# simulator: none: bugs in the model of this block are tried with kernels
s/latches ? hits_after/latches ? hits_q/
