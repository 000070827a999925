# what: a warp that is granted and held is taken as issued
# block: oaws_misspred
# expect: late input issue
s/granted\[w\] & ~hold_i\[w % S\]/granted[w]/
