# block: warp_order
# config: n8
# side: verilog
# what: launches are applied before exits
# expect: register resident
s/entering = launch_i \& ~staying;/entering = launch_i \& ~resident_q;/
