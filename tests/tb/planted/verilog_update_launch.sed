# block: bucl_update
# config: sms2_p2
# side: verilog
# what: a kernel launch leaves what buffers had room
# expect: register uib_limit
# simulator: none: bugs in the model of this block are tried with kernels
s/uib_limit_d = kernel_launch_i ? 22'd1 :/uib_limit_d =/
