# what: no warp waits for data
# block: owl_groups
# expect: input blocked
# system: owl
s/\.blocked_i(blocked_i)/.blocked_i({N{1'b0}})/
