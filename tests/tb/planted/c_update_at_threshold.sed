# block: bucl_update
# config: sms3_p3
# side: c
# what: TUCD rises at the threshold
# expect: register tucd
# simulator: none: no period of these kernels has a hit rate of 80 % exactly
s/ \&\& sums->margin != 0//
