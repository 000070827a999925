# block: owl_groups
# config: n4_c3
# side: c
# what: behind the last group CTA-Aware finds no first one
# expect: register place
# simulator: none: no bundled kernel that ends within seconds comes past the last group with no first one behind it
s/    if (d->place == d->groups)$/    if (d->place == d->groups \&\& !d->place)/
