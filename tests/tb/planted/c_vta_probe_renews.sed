# block: ccws_vta
# config: n2_ways2
# side: c
# what: the order is brought up to date for the way that a probe frees
# expect: register newer
# simulator: ccws bfs
s/    if (freed)$/    if (freed \&\& (d->newer[probed] = (uint32_t)renewed(q->newer[probed], freed), 1))/
