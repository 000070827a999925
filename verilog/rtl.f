// The blocks and their wiring, for tools that read file lists: verilator -F with its path, or iverilog -c rtl.f here.
warp_order.v
warp_rank.v
warp_arbiter.v
oaws_ocw.v
oaws_dlc.v
oaws_misspred.v
oaws_qualify.v
ccws_vta.v
ccws_llds.v
ccws_lls.v
kaws_progress.v
kaws_share.v
bucl_bypass.v
bucl_update.v
owl_groups.v
owl_prefetch.v
warp_front_end.v
