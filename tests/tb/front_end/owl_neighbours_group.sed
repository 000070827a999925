# what: of two warps that follow each other the group of the first counts
# block: warp_arbiter
# expect: input ready
# system: owl
s/of_group\[k\*S + s\]/of_group[k*S]/
