# block: bucl_update
# config: sms2_p2
# side: c
# what: what is counted leaves the limit of the buffers as it is
# expect: leave other registers than steps
# simulator: none: what is counted is counted on both sides; the bench proves the claim
s/in->cfg_depth \* cycles/in->cfg_depth * 0/
