# what: the first fill is all of the grid
# block: owl_groups
# expect: late input n_cta
# system: owl
s/\.n_cta_i(n_cta_i)/.n_cta_i(ctas_i[$clog2(C+1)-1:0])/
