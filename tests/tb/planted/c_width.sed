# block: oaws_ocw
# config: n8_s2_sets32
# side: c
# what: the number of sets is cut to 4 bits
# expect: output n_sets
# simulator: lrr atax
s/(uint8_t)count_ones(load.sets_touched)/(uint8_t)count_ones(load.sets_touched) \& 15/
