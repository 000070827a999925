# what: no kernel starts
# block: kaws_progress
# expect: late input kernel_launch
# system: kaws
s/\.ctas_i(ctas_i), \.kernel_launch_i(kernel_start_i)/.ctas_i(ctas_i), .kernel_launch_i(1'b0)/
