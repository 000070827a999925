# block: ccws_vta
# config: n8_ways8
# side: verilog
# what: an insert does not take the way that the probe of its cycle frees
# expect: register valid
# simulator: none: bugs in the model of this block are tried with kernels
s/|freed_here ? freed_here : victim/victim/
