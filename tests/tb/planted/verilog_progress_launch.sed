# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: verilog
# what: a CTA that starts goes before those of lower slots alone
# expect: register ahead
# simulator: none: no system has this block yet
s/& (entering | order/\& (order/
