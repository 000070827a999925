# block: ccws_vta
# config: n8_ways8
# side: verilog
# what: an insert does not take the way that the probe of its cycle frees
# expect: register valid
# simulator: none: no policy of that test's machine has it
s/|freed_here ? freed_here : victim/victim/
