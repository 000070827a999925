# block: ccws_llds
# config: n8_bits32
# side: verilog
# what: the quotient is not limited
# expect: register quotient
# simulator: none: bugs in the model of this block are tried with kernels
s/divided > .* ? limit_q : divided/divided/
