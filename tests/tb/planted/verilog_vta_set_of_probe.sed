# block: ccws_vta
# config: n2_ways2
# side: verilog
# what: a tag is written in the set of the probe
# expect: memory tags
# simulator: none: bugs in the model of this block are tried with kernels
s/tags_index = {insert_set/tags_index = {probe_set/
