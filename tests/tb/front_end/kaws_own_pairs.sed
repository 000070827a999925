# what: the age order keeps the pairs of each scheduler alone
# block: warp_order
# expect: register older
# system: kaws
s/HAS_CCWS || HAS_KAWS/HAS_CCWS/
