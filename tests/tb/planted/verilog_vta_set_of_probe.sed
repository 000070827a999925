# block: ccws_vta
# config: n2_ways2
# side: verilog
# what: a tag is written in the set of the probe
# expect: memory tags
# simulator: none: no policy of that test's machine has it
s/tags_index = {insert_set/tags_index = {probe_set/
