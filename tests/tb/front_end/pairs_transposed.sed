# what: of a pair the arbiter looks at the other bit
# block: warp_arbiter
# expect: input older
# system: base
s/older\[(k\*S + s)\*N + j\*S + s\]/older[(j*S + s)*N + k*S + s]/
