# block: oaws_misspred
# config: n8_s2_m32
# side: verilog
# what: the product is shifted by one bit too few
# expect: register pred
# simulator: oaws-static atax
s/product\[26:19\]/product[25:18]/
