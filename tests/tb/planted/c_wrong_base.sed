# block: warp_order
# config: n8_s2
# side: c
# what: waiting warps do not keep their order
# expect: output rank_run
# simulator: gto reduce
s/(uint8_t)(running + older_waiting\[w\])/(uint8_t)running/
