# block: ccws_llds
# config: n8_bits32
# side: c
# what: the total that overflows is halved alone
# expect: register insts
# simulator: none: no total of a short kernel comes to 2 to the 32
s/overflows ? q->insts >> 1/q->insts + (uint64_t)in->issued > MASK(BITS) ? q->insts >> 1/
