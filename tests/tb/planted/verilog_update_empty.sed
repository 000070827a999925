# block: bucl_update
# config: sms2_p2
# side: verilog
# what: a period without an access moves TUCD
# expect: register tucd
# simulator: none: bugs in the model of this block are tried with kernels
s/moves = latches/moves = period_ends/
