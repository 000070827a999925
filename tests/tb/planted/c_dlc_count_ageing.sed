# block: oaws_dlc
# config: entries3
# side: c
# what: the cycle of the ageing is counted
# expect: a step changes another register
# simulator: none: what is counted is counted on both sides; the bench proves the claim
s/left = in->cfg_age_period - 1 - q->timer,/left = in->cfg_age_period - q->timer,/
