# block: warp_rank
# config: n8_s2_numbers7
# side: c
# what: waiting warps do not keep their order
# expect: output rank_run
# simulator: oaws-dyn reduce
s/behind & warp ? older\[w\] | running :/behind \& warp ? running :/
