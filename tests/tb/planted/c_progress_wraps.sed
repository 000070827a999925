# block: kaws_progress
# config: n4_s2_c3_progress_w4
# side: c
# what: a counter wraps at its end
# expect: register progress
# simulator: none: no CTA of a kernel issues 2 to the 32 instructions
s/\*progress += in->issued\[s\] < room ? in->issued\[s\] : room;/*progress = (*progress + in->issued[s]) \& (uint32_t)MASK(PROGRESS_W); (void)room;/
