# what: a warp that is granted and held is taken as issued
# block: oaws_misspred
# expect: late input issue
# source: warp_scheduling_front_end
s/if (hold_i.read() >> s & 1)/if (false)/
