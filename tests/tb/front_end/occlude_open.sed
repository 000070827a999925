# what: the arbiters do not hear of loads that are held back
# block: warp_arbiter
# expect: input occlude
s/= occlude_o\[k\*S + s\]/= 1'b0/
