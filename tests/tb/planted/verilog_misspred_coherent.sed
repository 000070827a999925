# block: oaws_misspred
# config: n8_s2_m32
# side: verilog
# what: a coherent load is predicted to miss at a static miss rate of 0 too
# expect: register pred
# simulator: none: no run has a miss rate of 0
s/coherent_misses = cfg_dynamic_i || cfg_smr_i != 7'd0;/coherent_misses = 1'b1;/
