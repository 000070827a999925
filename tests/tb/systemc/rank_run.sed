# what: oaws_misspred gets the order with waiting warps last
# block: oaws_misspred
# expect: input rank
s/misspred.rank_i.write(order.rank_o/misspred.rank_i.write(order.rank_run_o/
