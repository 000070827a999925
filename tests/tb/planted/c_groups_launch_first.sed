# block: owl_groups
# config: n4_c3
# side: c
# what: a CTA that starts stands before exits of its cycle
# expect: register resident
# simulator: none: at its own size no bundled kernel has more CTAs than the SMs hold at once, so that no slot is used again beside a CTA
s/^    if (launches(in))$/    if (launches(in) \&\& !(in->exit >> in->launch_cta \& 1))/
