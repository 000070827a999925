# block: owl_prefetch
# config: banks2_lines2
# side: c
# what: a dropped line counts as a prefetch
# expect: register prefetched
# simulator: owl spmv
s/if (in->sent_kind == PREFETCH \&\& /if (in->sent_kind != DEMAND \&\& /
