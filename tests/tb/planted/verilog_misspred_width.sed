# block: oaws_misspred
# config: n8_m32
# side: verilog
# what: the product is shifted by one bit too few
# expect: register pred
# simulator: oaws-static atax
s/ >> 19;/ >> 18;/
