# block: ccws_lls
# config: n3
# side: c
# what: a warp that exits is counted in the cutoff no more, a cycle early
# expect: output cutoff
# simulator: none: at block_out the exits of the last cycle are gone already
s/COUNT_OF(in->resident, N) \* in->cfg_base);/COUNT_OF(in->resident \& ~in->exit, N) * in->cfg_base);/
