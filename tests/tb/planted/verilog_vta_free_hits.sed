# block: ccws_vta
# config: n8_ways8
# side: verilog
# what: a tag that was freed hits
# expect: output hit
# simulator: none: no policy of that test's machine has it
s/freed = probe_valid & probe_same/freed = probe_same/
