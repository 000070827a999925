# block: oaws_ocw
# config: n8_s2_sets32
# side: verilog
# what: CNT is not reset
# expect: register cnt
# simulator: gto reduce
/cnt_q <= CNT_RESET;/d
