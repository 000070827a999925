# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: c
# what: the mode falls when the numbers of CTAs differ again
# expect: register mode
# simulator: none: in a kernel the last CTA stays the last one, and the next kernel's launch lets the mode fall
s/(q->mode || all_issued)/((q->mode \& 0) || all_issued)/
