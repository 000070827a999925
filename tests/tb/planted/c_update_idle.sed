# block: bucl_update
# config: sms2_p2
# side: c
# what: idle forgets the profile
# expect: claimed idle
# simulator: none: no system has this block yet
s/in->cfg_period == 0 \&\& !q->profiling/in->cfg_period == 0/
