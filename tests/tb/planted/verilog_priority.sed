# block: warp_order
# config: n8_s2_across1
# side: verilog
# what: launches are applied before exits
# expect: register resident
# simulator: none: a slot that is left is filled a cycle later at the earliest
s/entering = launch_i \& ~staying;/entering = launch_i \& ~resident_q;/
