# block: ccws_vta
# config: n3_ways4
# side: verilog
# what: the newest gives way
# expect: register valid
# simulator: none: no policy of that test's machine has it
s/& other_newer));/\& ~other_newer));/
