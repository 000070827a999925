# block: ccws_llds
# config: n2_bits5
# side: verilog
# what: K above 8 is taken as it is
# expect: register dividend
# simulator: none: bugs in the model of this block are tried with kernels
s/factor = cfg_k_i\[3\]/factor = cfg_k_i == 4'd8/
