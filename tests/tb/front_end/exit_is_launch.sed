# what: an exit reaches the arbiters as a launch does
# block: warp_arbiter
# expect: late input exit
# system: base
s/= exit_i\[k\*S + s\]/= launch_i[k*S + s]/
