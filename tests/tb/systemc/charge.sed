# what: the charge put out is that of warp 0
# block: front_end
# expect: output issue_charge
# source: warp_scheduling_front_end
s/loads ? charge\[load_warp\]/loads ? charge[0]/
