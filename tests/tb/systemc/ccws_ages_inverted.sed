# what: the scores see the ages the other way round
# block: ccws_lls
# expect: input older
# source: system_ccws
# system: ccws
s/scores.older_i.write(order.older_o.read())/scores.older_i.write(~order.older_o.read())/
