# what: oaws_misspred gets the order with waiting warps last
# block: oaws_misspred
# expect: input rank
s/\.rank_i(rank_o)/.rank_i(rank_run)/
