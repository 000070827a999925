# block: bucl_bypass
# config: p12
# side: c
# what: an access passes into a full queue
# expect: output access_bypass
# simulator: none: no access of these kernels fails while the request queue is full and its period was low
s/ \&\& !in->queue_full//
