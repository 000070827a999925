# block: warp_arbiter
# config: n8_s2
# side: c
# what: of equal ranks not the lowest slot wins
# expect: output grant
# simulator: none: warp_order gives no equal ranks
s/return lowest_bit(smallest(in->rank, candidates));/return first_from(smallest(in->rank, candidates), W \/ 2);/
