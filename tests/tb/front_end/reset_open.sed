# what: the reset does not reach oaws_ocw
# block: oaws_ocw
# expect: register
s/\.rst_i(rst_i), \.cfg_wmax_i/.rst_i(1'b0), .cfg_wmax_i/
