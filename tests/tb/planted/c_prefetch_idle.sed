# block: owl_prefetch
# config: banks2_lines2
# side: c
# what: a clock without an event is idle though the period goes on
# expect: claimed idle
# simulator: none: a step left out is left out on both sides; the bench proves idle claims
s/return false;/return !(in->open | in->close | in->sent);/
