# what: the cutoff does not leave the front end
# block: front_end
# expect: output cutoff
# source: system_ccws
# system: ccws
s/    cutoff_o.write(scores.cutoff_o.read())/    cutoff_o.write(0)/
