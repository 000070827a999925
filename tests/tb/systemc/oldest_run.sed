# what: oaws_qualify does not follow when another warp is its scheduler's oldest running one
# block: oaws_qualify
# expect: input oldest_run
# source: system_oaws
s/qualify.oldest_run_i.write(rank.oldest_run_o.read());/qualify.oldest_run_i.write(rank.oldest_run_o.read() \& 1);/
