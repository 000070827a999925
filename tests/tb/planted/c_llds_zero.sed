# block: ccws_llds
# config: n2_bits5
# side: c
# what: a division by 0 gives 0
# expect: register dividend
# simulator: none: an instruction is issued before the first line is lost
s/bool fits = partial >= q->divisor;/bool fits = q->divisor \&\& partial >= q->divisor;/
