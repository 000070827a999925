# block: warp_arbiter
# config: n8_s2
# side: c
# what: a slot on the edge of a group belongs to the group before
# expect: register active_group
# simulator: 2lvl-gto reduce
s/group += g \* size <= slot;/group += g * size < slot;/
