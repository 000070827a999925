# block: oaws_qualify
# config: n3_m5
# side: c
# what: only ready warps have a charge
# expect: output charge
# simulator: oaws-static atax
s/throttle | locality\[w\] ?/throttle | locality[w] | !(ready >> w \& 1) ?/
