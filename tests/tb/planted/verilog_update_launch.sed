# block: bucl_update
# config: sms2_p2
# side: verilog
# what: a kernel launch leaves what buffers had room
# expect: register uib_limit
# simulator: none: no system has this block yet
s/uib_limit_d = kernel_launch_i ? 22'd1 :/uib_limit_d =/
