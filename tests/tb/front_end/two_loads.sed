# what: of two loads that issue both are charged
# block: oaws_qualify
# expect: late input issue_warp
s/for (w = 0; w < g; w = w + 1) loads/for (w = 0; w < 0; w = w + 1) loads/
