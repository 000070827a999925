# block: oaws_dlc
# config: entries3
# side: c
# what: counted cycles are one short before the ageing
# expect: leave other registers than steps
# simulator: none: what is counted is counted on both sides; the bench proves the claim
s/d->timer += (uint32_t)counted;/d->timer += (uint32_t)(counted - (counted == left));/
