# what: the request queue is never full
# block: bucl_bypass
# expect: input queue_full
# source: system_bucl
# system: bucl
s/queue_full_i.write(queue_full_i.read())/queue_full_i.write(false)/
