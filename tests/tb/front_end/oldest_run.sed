# what: oaws_qualify is told of no oldest running warp
# block: oaws_qualify
# expect: input oldest_run
s/\.oldest_run_i(oldest_run)/.oldest_run_i({N{1'b0}})/
