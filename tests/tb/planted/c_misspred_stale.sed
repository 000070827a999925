# block: oaws_misspred
# config: n3_s2_m5
# side: c
# what: a divergent load that an issue moves into slot 0 keeps the prediction of its fill
# expect: register pred
# simulator: oaws-dyn syr2k
s/q->slot1_divergent & warp ? again : //
