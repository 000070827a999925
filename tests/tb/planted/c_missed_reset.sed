# block: oaws_ocw
# config: n8_s2_sets32
# side: c
# what: a kernel launch does not reset CNT
# expect: register cnt
# simulator: gto bfs
/cnt = CNT_RESET;/d
