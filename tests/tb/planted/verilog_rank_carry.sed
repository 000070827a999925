# block: warp_rank
# config: n8_s2_numbers7
# side: verilog
# what: of three bits that are counted two or three give no carry
# expect: output rank
# simulator: oaws-dyn bfs
s/carries\[k\] = .*;/carries[k] = 1'b0;/
