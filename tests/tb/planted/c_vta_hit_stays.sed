# block: ccws_vta
# config: n8_ways8
# side: c
# what: the way that hits is not freed
# expect: register valid
# simulator: ccws bfs
s/d->valid\[probed\] &= (uint8_t)~freed;/;/
