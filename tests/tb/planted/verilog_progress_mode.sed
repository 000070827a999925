# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: verilog
# what: a kernel of no CTA has issued its last one
# expect: register mode
# simulator: none: a grid has at least one CTA
s/ && ctas_i != 32'd0//
