# block: bucl_update
# config: sms2_p2
# side: c
# what: a period is one cycle too long
# expect: register cycles
# simulator: bucl-dyn kmeans
s/if (d->cycles >= in->cfg_period)/if (d->cycles > in->cfg_period)/
