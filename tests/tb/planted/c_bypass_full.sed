# block: bucl_bypass
# config: p12
# side: c
# what: an access passes into a full queue
# expect: output access_bypass
# simulator: none: no system has this block yet
s/ \&\& !in->queue_full//
