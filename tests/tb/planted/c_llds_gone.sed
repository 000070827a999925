# block: ccws_llds
# config: n8_bits32
# side: c
# what: who exits in the cycle of its hit keeps its score
# expect: register live
# simulator: none: no warp of these kernels exits in the cycle of its hit
s/(in->launch | in->exit) >> d->warp/(in->launch | in->exit) >> q->warp/
