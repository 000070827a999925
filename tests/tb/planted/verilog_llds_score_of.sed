# block: ccws_llds
# config: n3_bits6
# side: verilog
# what: the result goes to whoever hits
# expect: output apply_warp
# simulator: none: no policy of that test's machine has it
s/busy ? hit_warp_i : warp_q/hit_warp_i/
