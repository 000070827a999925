# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: the late input hold takes the grant back in the same cycle
# expect: output grant_valid
# simulator: none: no policy of the three holds a grant
s/grant_valid_o = allowed != {W{1'b0}};/grant_valid_o = allowed != {W{1'b0}} \&\& !hold_i;/
