# block: oaws_dlc
# config: entries3
# side: c
# what: idle forgets that the ageing timer counts
# expect: claimed idle
# simulator: none: a step left out is left out on both sides; the bench proves idle claims
s/return !(in->clear | in->coalesce | in->done) && in->cfg_age_period == 0 && q->timer == 0;/return !(in->clear | in->coalesce | in->done);/
