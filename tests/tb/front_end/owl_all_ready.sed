# what: warps of all groups are ready
# block: warp_arbiter
# expect: input ready
# system: owl
s/ & of_group\[k\*S + s\]//
