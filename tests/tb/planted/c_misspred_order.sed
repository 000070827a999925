# block: oaws_misspred
# config: n3_s2_m5
# side: c
# what: of two fills to one slot the first stays
# expect: register pred
# simulator: none: fetch never fills one slot twice in a cycle
s/for (int f = 0; f < 2; f++)/for (int f = 1; f >= 0; f--)/
