# block: bucl_update
# config: sms2_p2
# side: verilog
# what: a period without an access moves TUCD
# expect: register tucd
# simulator: none: no system has this block yet
s/moves = latches/moves = period_ends/
