# what: the arbiters take the platform's word for who may load
# block: warp_arbiter
# expect: input can_issue
# system: ccws
s/may_load_o\[k\*S + s\]/can_issue_i[k*S + s]/
