# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: verilog
# what: a CTA that starts goes before those of lower slots alone
# expect: register ahead
# simulator: none: at its own size no bundled kernel has more CTAs than the SMs hold at once, so that no slot is used again beside a CTA
s/& (entering | order/\& (order/
