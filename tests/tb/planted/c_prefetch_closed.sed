# block: owl_prefetch
# config: banks3_lines5
# side: c
# what: lines of a closed row set bits
# expect: register fetched
# simulator: none: no controller sends a line of a closed row
s/^    sends &= d->opened;/    (void)sends;/
