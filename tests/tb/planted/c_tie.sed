# block: warp_arbiter
# config: n8_s2
# side: c
# what: of equal ranks not the lowest slot wins
# expect: output grant
s/return lowest_bit(smallest(in->rank, candidates));/return first_from(smallest(in->rank, candidates), W \/ 2);/
