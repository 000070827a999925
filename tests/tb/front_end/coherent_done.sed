# what: the classifier hears of coherent loads too
# block: oaws_dlc
# expect: input done
s/done_i & div;/done_i;/
