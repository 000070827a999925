# block: ccws_vta
# config: n3_ways4
# side: verilog
# what: the newest gives way
# expect: register valid
# simulator: none: bugs in the model of this block are tried with kernels
s/& other_newer));/\& ~other_newer));/
