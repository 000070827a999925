# what: the score is the cutoff
# block: ccws_lls
# expect: late input score
# source: system_ccws
# system: ccws
s/scores.score_i.write(llds.score_o.read())/scores.score_i.write(scores.cutoff_o.read())/
