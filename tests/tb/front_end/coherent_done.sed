# what: the classifier hears of coherent loads too
# block: oaws_dlc
# expect: input done
s/\.done_i(div_done)/.done_i(done_i)/
