# block: owl_prefetch
# config: banks2_lines2
# side: c
# what: scheme 1 sends C lines before a demand to another row too
# expect: output valid
# simulator: none: scheme 2 is the default
s/lasts = in->cfg_scheme ? below : 0;/lasts = below;/
