# block: warp_order
# config: n8_s2_across1
# side: verilog
# what: launching a resident warp makes it the youngest
# expect: register older
# simulator: none: only empty slots are launched
s/staying = resident_q & ~exit_i;/staying = resident_q \& ~exit_i \& ~launch_i;/
