# what: no kernel starts
# block: kaws_progress
# expect: late input kernel_launch
# source: system_kaws
# system: kaws
s/kernel_launch_i.write(kernel_start_i.read())/kernel_launch_i.write(false)/
