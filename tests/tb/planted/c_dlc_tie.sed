# block: oaws_dlc
# config: entries3
# side: c
# what: of entries with the same count the highest is replaced
# expect: register pc
# simulator: oaws-dyn atax
s/q->inst\[e\] < q->inst\[chosen\]/q->inst[e] <= q->inst[chosen]/
