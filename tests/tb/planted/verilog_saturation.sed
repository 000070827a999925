# block: oaws_ocw
# config: n8_s2_sets32
# side: verilog
# what: OCW is taken one above Wmax
# expect: register cnt
# simulator: none: OCW does not reach Wmax in a short kernel
s/CNT_MAX - 8'd1 \&\& ocw_d < wmax/CNT_MAX - 8'd1 \&\& ocw_d <= wmax/
