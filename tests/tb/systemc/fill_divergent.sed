# what: the prediction hears of divergent loads in the complement
# block: oaws_misspred
# expect: late input fill_divergent
# source: system_oaws
s/fill_divergent_i.write(dlc.fill_hit_o.read())/fill_divergent_i.write(~dlc.fill_hit_o.read())/
