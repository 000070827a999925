# block: owl_groups
# config: n8_c5
# side: c
# what: the remainder of the first fill is a group of its own
# expect: register group
# simulator: none: in these kernels n divides the CTAs that an SM gets
s/ \&\& d->to_come >= d->size;/;/
