# block: oaws_dlc
# config: entries3
# side: c
# what: of entries with the same count the second is replaced
# expect: register pc
# simulator: oaws-dyn atax
s/return lowest_bit(least);/return lowest_bit(least \& (least - 1) ? least \& (least - 1) : least);/
