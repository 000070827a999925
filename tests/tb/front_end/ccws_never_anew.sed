# what: a kernel's start does not reach the totals
# block: ccws_llds
# expect: late input kernel_launch
# system: ccws
s/\.kernel_launch_i(kernel_start_i)/.kernel_launch_i(1'b0)/
