# block: ccws_vta
# config: n3_ways4
# side: c
# what: a tag that is there is inserted once more
# expect: register valid
# simulator: none: no warp of these kernels loses a line again before it asks for it
s/held ? held : freed/freed/
