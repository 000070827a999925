# what: no kernel starts
# block: owl_groups
# expect: late input kernel_launch
# system: owl
/owl_groups #/,/);/s/\.kernel_launch_i(kernel_start_i)/.kernel_launch_i(1'b0)/
