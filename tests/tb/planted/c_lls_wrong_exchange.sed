# block: ccws_lls
# config: n8
# side: c
# what: the score is exchanged, the warp stays where it was
# expect: register heap
# simulator: ccws reduce
s/d->heap\[below\] = q->heap\[p\];/;/
