# block: warp_order
# config: n8_s2_across1
# side: c
# what: an exit shows in the cycle in which it happens
# expect: output resident
# simulator: none: at block_out the exits of the last cycle are gone already
s/out->resident = q->resident;/out->resident = q->resident \& ~in->exit;/
