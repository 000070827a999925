# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: verilog
# what: the class of a warp is the rank of its CTA in mode 0 too
# expect: output rank
# simulator: kaws backprop
s/mode_q & resident_q\[r\]/resident_q[r]/
