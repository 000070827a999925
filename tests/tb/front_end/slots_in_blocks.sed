# what: a scheduler gets neighbouring warps, not every S-th
# block: warp_arbiter
# expect: input ready
# system: base
s/ready_i\[k\*S + s\]/ready_i[s*W + k]/
