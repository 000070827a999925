# block: warp_arbiter
# config: n8_s2
# side: c
# what: the greedy warp goes before the priority classes
# expect: output grant
# simulator: 2lvl-gto reduce
s/(allowed & q->last))/(eligible_slots(in) \& q->last))/
