# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: c
# what: of as much progress the earlier CTA goes first
# expect: register ahead
# simulator: kaws vadd
s/!before(q->later, j, i)/before(q->later, j, i)/
