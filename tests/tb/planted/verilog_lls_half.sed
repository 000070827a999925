# block: ccws_lls
# config: n8
# side: verilog
# what: a vector that is not complete is put out
# expect: register can_issue
# simulator: none: bugs in the model of this block are tried with kernels
s/if (ends) can_issue_d/if (pops) can_issue_d/
