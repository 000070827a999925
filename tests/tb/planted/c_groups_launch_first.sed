# block: owl_groups
# config: n4_c3
# side: c
# what: a CTA that starts stands before exits of its cycle
# expect: register resident
# simulator: none: until a policy runs the block
s/^    if (launches(in))$/    if (launches(in) \&\& !(in->exit >> in->launch_cta \& 1))/
