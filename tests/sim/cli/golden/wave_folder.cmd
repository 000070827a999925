run vadd --policy lrr,gto --wave build/none/wave.fst
