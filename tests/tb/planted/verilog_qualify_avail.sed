# block: oaws_qualify
# config: n3_m5
# side: verilog
# what: more free MSHRs than there are count
# expect: output occlude
# simulator: none: no more MSHRs are free than there are
s/avail_i < ALL_MSHRS\[COUNT_W-1:0\] ? avail_i : ALL_MSHRS\[COUNT_W-1:0\];/avail_i;/
