# what: a kernel's start does not reach the totals
# block: ccws_llds
# expect: late input kernel_launch
# source: system_ccws
# system: ccws
s/kernel_launch_i.write(kernel_start_i.read())/kernel_launch_i.write(false)/
