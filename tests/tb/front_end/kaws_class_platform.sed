# what: the arbiters take the platform's classes
# block: warp_arbiter
# expect: input priority
# system: kaws
s/= classes_of\[(k\*S + s)/= priority_i[(k*S + s)/
