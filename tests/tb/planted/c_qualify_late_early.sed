# block: oaws_qualify
# config: n3_m5
# side: c
# what: a release counts in the cycle in which it happens
# expect: output occlude
# simulator: oaws-dyn atax
s/in->avail > q->inflight ? (unsigned)(in->avail - q->inflight) : 0/in->avail + in->release[0] > q->inflight ? (unsigned)(in->avail + in->release[0] - q->inflight) : 0/
