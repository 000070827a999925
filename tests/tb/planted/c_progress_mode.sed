# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: c
# what: the mode falls when the numbers of CTAs differ again
# expect: register mode
# simulator: none: no system has this block yet
s/(q->mode || all_issued)/((q->mode \& 0) || all_issued)/
