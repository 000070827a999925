# block: warp_arbiter
# config: n8_s2
# side: verilog
# what: the late input hold takes the grant back in the same cycle
# expect: output grant_valid
# simulator: none: no policy of the three holds a grant
s/grant_valid_o = allowed != NO_SLOT;/grant_valid_o = allowed != NO_SLOT \&\& !hold_i;/
