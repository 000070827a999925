# what: the age order keeps the pairs of each scheduler alone
# block: warp_order
# expect: register older
# system: ccws
s/HAS_OAWS || HAS_CCWS/HAS_OAWS/
