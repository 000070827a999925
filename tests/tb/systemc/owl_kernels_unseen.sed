# what: no kernel starts
# block: owl_groups
# expect: late input kernel_launch
# source: system_owl
# system: owl
s/kernel_launch_i.write(kernel_start_i.read())/kernel_launch_i.write(false)/
