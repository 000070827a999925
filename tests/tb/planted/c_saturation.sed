# block: oaws_ocw
# config: n8_s2_sets32
# side: c
# what: CNT goes from 0 to 255 instead of staying
# expect: register cnt
# simulator: lrr atax
s/cnt = cnt > delta ? cnt - delta : 0;/cnt = cnt - delta;/
