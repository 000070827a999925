# block: oaws_dlc
# config: entries3
# side: c
# what: idle forgets that the ageing timer counts
# expect: claimed idle
s/return !(in->clear | in->coalesce | in->done) && in->cfg_age_period == 0 && q->timer == 0;/return !(in->clear | in->coalesce | in->done);/
