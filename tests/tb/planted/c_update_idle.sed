# block: bucl_update
# config: sms2_p2
# side: c
# what: idle forgets the profile
# expect: claimed idle
# simulator: none: a step left out is left out on both sides; the bench proves idle claims
s/in->cfg_period == 0 \&\& !q->profiling/in->cfg_period == 0/
