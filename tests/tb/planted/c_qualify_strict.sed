# block: oaws_qualify
# config: n3_m5
# side: c
# what: a load that just fits is held back, one with a prediction of 0 too when no MSHR is free
# expect: output occlude
# simulator: oaws-static atax
s/in->pred\[w\] > room/in->pred[w] >= room/
