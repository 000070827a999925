# block: ccws_lls
# config: n3
# side: c
# what: a warp that exits is counted in the cutoff no more, a cycle early
# expect: output cutoff
# simulator: none: no policy of that test's machine has it
s/count_ones(in->resident) \* in->cfg_base);/count_ones(in->resident \& ~in->exit) * in->cfg_base);/
