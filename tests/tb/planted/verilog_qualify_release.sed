# block: oaws_qualify
# config: n3_m5
# side: verilog
# what: of two releases in one cycle the second is lost
# expect: register inflight
# simulator: none: a second release needs a load without any access, which these kernels have not
s/ + {{SUM_W-PRED_W{1'b0}}, release_i\[PRED_W +: PRED_W\]}//
