# what: warp_rank does not hear who waits
# block: warp_rank
# expect: input waiting
s/\.waiting_i(waiting_i)/.waiting_i({N{1'b0}})/
