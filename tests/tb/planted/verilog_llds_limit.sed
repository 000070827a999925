# block: ccws_llds
# config: n8_bits32
# side: verilog
# what: the quotient is not limited
# expect: register quotient
# simulator: none: no policy of that test's machine has it
s/divided > .* ? limit_q : divided/divided/
