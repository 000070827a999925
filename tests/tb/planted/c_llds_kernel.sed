# block: ccws_llds
# config: n8_bits32
# side: c
# what: a kernel launch leaves the quotient
# expect: register quotient
# simulator: ccws bfs
s/d->quotient = in->cfg_base;/;/
