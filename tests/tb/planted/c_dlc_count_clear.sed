# block: oaws_dlc
# config: entries3
# side: c
# what: cycles of clear are counted
# expect: a step changes another register
# simulator: none: what is counted is counted on both sides; the bench proves the claim
/oaws_dlc_count/,/^}/s/in->clear | in->coalesce | in->done/in->coalesce | in->done/
