# block: owl_groups
# config: n4_c3
# side: c
# what: a CTA behind the first fill joins the youngest group though that is in front
# expect: register group
# simulator: none: at its own size no bundled kernel has more CTAs than the SMs hold at once, so that no slot is used again beside a CTA
s/return d->groups > front + 1 \&\& /return d->groups \&\& /
