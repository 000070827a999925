# what: numbers and places of the groups are exchanged
# block: warp_front_end
# expect: output cta_group
# system: owl
s/\.group_o(cta_group_o), \.priority_o(cta_priority_o)/.group_o(cta_priority_o), .priority_o(cta_group_o)/
