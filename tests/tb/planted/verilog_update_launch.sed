# block: bucl_update
# config: sms2_p2
# side: verilog
# what: a kernel launch leaves what buffers had room
# expect: register uib_low
# simulator: none: no system has this block yet
s/{P{kernel_launch_i}} | (period_ends/(period_ends/
