# block: bucl_bypass
# config: p12
# side: verilog
# what: room in the next sub-partition
# expect: output access_bypass
# simulator: none: bugs in the model of this block are tried with kernels
s/uib_low_i\[p\]/uib_low_i[(p + 1) % P]/
