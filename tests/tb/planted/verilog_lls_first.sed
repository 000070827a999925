# block: ccws_lls
# config: n8
# side: verilog
# what: the first warp may not always issue loads
# expect: register can_issue
# simulator: none: bugs in the model of this block are tried with kernels
s/fits = walk_set_q == {N{1'b0}} || /fits = /
