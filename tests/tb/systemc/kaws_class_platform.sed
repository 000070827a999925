# what: the arbiters take the platform's classes
# block: warp_arbiter
# expect: input priority
# source: system_kaws
# system: kaws
s/class_of.write(progress.warp_class_o.read())/class_of.write(priority_i.read())/
