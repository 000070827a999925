# what: a load without an access gives its charge back as one that is serviced
# block: oaws_qualify
# expect: late input release
s/\.release_i(release_i)/.release_i({release_i[PRED_W-1:0], release_i[2*PRED_W-1:PRED_W]})/
