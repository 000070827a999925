# what: the scores see the ages the other way round
# block: ccws_lls
# expect: input older
# system: ccws
s/\(cfg_base_i(cfg_base_i), \.resident_i(resident_o), \)\.older_i(older)/\1.older_i(~older)/
