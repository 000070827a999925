# what: CTAs of a warp each
# block: owl_groups
# expect: late input warps_per_cta
# system: owl
s/\.warps_per_cta_i(warps_per_cta_i)/.warps_per_cta_i({{$clog2(N+1)-1{1'b0}}, 1'b1})/
