# block: bucl_update
# config: sms3_p3
# side: c
# what: TUCD rises at the threshold
# expect: register tucd
# simulator: none: no system has this block yet
s/ \&\& sums->margin != 0//
