# block: oaws_qualify
# config: n3_m5
# side: c
# what: a release counts in the cycle in which it happens
# expect: output occlude
# simulator: oaws-dyn atax
s/avail > q->inflight ? avail - q->inflight : 0/avail + in->release[0] > q->inflight ? avail + in->release[0] - q->inflight : 0/
