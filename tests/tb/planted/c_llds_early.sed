# block: ccws_llds
# config: n3_bits6
# side: c
# what: a hit in the cycle of the result finds the divider busy
# expect: register cycles
# simulator: none: the first result in a kernel comes without a hit in its cycle, which the output apply tells
s/return q->cycles > 1;/return q->cycles > 0;/
