# block: ccws_vta
# config: n8_ways8
# side: verilog
# what: a tag that was freed hits
# expect: output hit
# simulator: none: bugs in the model of this block are tried with kernels
s/freed = probe_valid & probe_same/freed = probe_same/
