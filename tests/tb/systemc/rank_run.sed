# what: oaws_misspred gets the order with waiting warps last
# block: oaws_misspred
# expect: input rank
# source: system_oaws
s/misspred.rank_i.write(rank.rank_o/misspred.rank_i.write(rank.rank_run_o/
