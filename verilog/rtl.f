// The blocks, for a tool that reads lists of files: verilator -F verilog/rtl.f, or iverilog -c rtl.f from this folder.
warp_order.v
warp_rank.v
warp_arbiter.v
oaws_ocw.v
oaws_dlc.v
oaws_misspred.v
oaws_qualify.v
