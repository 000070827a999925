# block: warp_order
# config: n8
# side: c
# what: an exit shows in the cycle in which it happens
# expect: output resident
s/out->resident = q->resident;/out->resident = q->resident \& ~in->exit;/
