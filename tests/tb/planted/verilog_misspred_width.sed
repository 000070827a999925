# block: oaws_misspred
# config: n8_s2_m32
# side: verilog
# what: the quotient is shifted by one bit too few
# expect: register pred
# simulator: oaws-static atax
s/quotient\[16:10\]/quotient[15:9]/
