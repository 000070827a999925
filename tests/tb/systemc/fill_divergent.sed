# what: the classifier's answer reaches the prediction also where nothing is filled
# block: oaws_misspred
# expect: late input fill_divergent
s/fill_divergent_i.write(fill_i.read() & dlc/fill_divergent_i.write(dlc/
