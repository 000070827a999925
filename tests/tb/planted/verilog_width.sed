# block: oaws_ocw
# config: n8_s2_sets32
# side: verilog
# what: CNT counts in 7 bits
# expect: register cnt
# simulator: gto bfs
s/? cnt_d + 8'd1 :/? {1'b0, cnt_d[6:0] + 7'd1} :/
