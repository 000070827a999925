# what: warps of all groups are ready
# block: warp_arbiter
# expect: input ready
# source: warp_scheduling_front_end
# system: owl
s/in_groups = SYSTEM == 5/in_groups = false/
