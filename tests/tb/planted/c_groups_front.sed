# block: owl_groups
# config: n4_c3
# side: c
# what: a CTA behind the first fill joins the youngest group though that is in front
# expect: register group
# simulator: none: until a policy runs the block
s/return d->groups > front + 1 \&\& /return d->groups \&\& /
