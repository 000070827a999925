# block: oaws_dlc
# config: entries3
# side: verilog
# what: the lookup of the load being serviced does not see this cycle's events
# expect: output service_hit
# simulator: none: a load is in the table long before it is done
s/inst_d\[l\*7 +: 7\] != 7'd0 && pc_d\[l\*40 +: 40\] == done_pc_i/inst_q[l*7 +: 7] != 7'd0 \&\& pc_q[l*40 +: 40] == done_pc_i/
