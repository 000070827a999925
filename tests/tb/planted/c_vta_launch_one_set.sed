# block: ccws_vta
# config: n8_ways8
# side: c
# what: a launch empties one of the two sets
# expect: register valid
# simulator: ccws bfs
s/d->valid\[2 \* w\] = d->valid\[2 \* w + 1\] = 0/d->valid[2 * w] = 0/
