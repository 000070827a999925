# block: ccws_lls
# config: n3
# side: verilog
# what: a slot that is reused changes nothing that a walk would begin for
# expect: register stale
# simulator: none: bugs in the model of this block are tried with kernels
s/next_lls != lls_q || |enters/next_lls != lls_q/
