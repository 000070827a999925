# block: oaws_dlc
# config: entries3
# side: verilog
# what: the sum of sets is halved one too early
# expect: register inst
# simulator: none: no sum of a short kernel comes to 1023
s/done_full = sets_sum\[10\]/done_full = sets_sum >= 11'd1023/
