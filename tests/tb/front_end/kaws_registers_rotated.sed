# what: each scheduler shows the issue registers of the next
# block: kaws_share
# expect: input can_accept
# system: kaws
s/\.can_accept_i(can_accept_i)/.can_accept_i({can_accept_i[2:0], can_accept_i[3*S-1:3]})/
