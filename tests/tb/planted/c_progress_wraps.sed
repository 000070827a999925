# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: c
# what: a counter wraps at its end
# expect: register progress
# simulator: none: no CTA of a kernel issues 2 to the 32 instructions
s/sum > MASK(PROGRESS_W) ? MASK(PROGRESS_W) : sum/sum \& MASK(PROGRESS_W)/
