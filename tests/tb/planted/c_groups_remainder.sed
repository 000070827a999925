# block: owl_groups
# config: n8_c5
# side: c
# what: the remainder of the first fill is a group of its own
# expect: register group
# simulator: none: until a policy runs the block
s/ \&\& d->to_come >= d->size;/;/
