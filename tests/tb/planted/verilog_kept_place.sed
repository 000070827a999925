# block: warp_order
# config: n8_s2_across1
# side: verilog
# what: a warp that enters a slot as another leaves it takes that one's place in the order
# expect: register older
# simulator: none: a slot that is left is filled a cycle later at the earliest
s/older_q\[i\*N + j\] \& staying\[j\]/older_q[i*N + j]/
