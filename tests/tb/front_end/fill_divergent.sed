# what: the classifier's answers go to each other's fill
# block: oaws_misspred
# expect: late input fill_divergent
s/fill_divergent_i(fill_hit)/fill_divergent_i({fill_hit[0], fill_hit[1]})/
