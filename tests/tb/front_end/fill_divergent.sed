# what: the classifier's answer reaches the prediction also where nothing is filled
# block: oaws_misspred
# expect: late input fill_divergent
s/fill_i & fill_hit/fill_hit/
