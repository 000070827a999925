# block: ccws_llds
# config: n3_bits6
# side: c
# what: a hit in the cycle of the result finds the divider busy
# expect: register cycles
# simulator: none: no policy of that test's machine has it
s/return q->cycles > 1;/return q->cycles > 0;/
