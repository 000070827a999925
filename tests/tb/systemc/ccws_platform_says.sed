# what: the arbiters take the platform's word for who may load
# block: warp_arbiter
# expect: input can_issue
# source: warp_scheduling_front_end
# system: ccws
s/may_load_o.read()/can_issue_i.read()/
