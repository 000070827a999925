# block: warp_order
# config: n8_s2
# side: verilog
# what: the exit of a warp that is not resident lowers ranks
# expect: register rank
# simulator: none: only resident warps exit
s/leaving = exit_i \& resident_q;/leaving = exit_i;/
