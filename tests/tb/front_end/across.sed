# what: no pairs across the schedulers for warp_rank
# block: warp_order
# expect: register older
s/\.ACROSS(HAS_OAWS || HAS_CCWS || HAS_KAWS)/.ACROSS(0)/
