# block: ccws_llds
# config: n3_bits6
# side: verilog
# what: the result goes to whoever hits
# expect: output apply_warp
# simulator: none: bugs in the model of this block are tried with kernels
s/busy ? hit_warp_i : warp_q/hit_warp_i/
