# what: the request queue is never full
# block: bucl_bypass
# expect: input queue_full
# system: bucl
s/\.queue_full_i(queue_full_i)/.queue_full_i(1'b0)/
