# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: verilog
# what: of several schedulers that issue one CTA's instructions the last counts alone
# expect: register progress
# simulator: kaws vadd
s/more = more + (/more = (/
