# block: ccws_lls
# config: n8
# side: verilog
# what: a vector that is not complete is put out
# expect: register can_issue
# simulator: none: no policy of that test's machine has it
s/if (ends) can_issue_d/if (pops) can_issue_d/
