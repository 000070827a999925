# block: oaws_dlc
# config: entries3
# side: verilog
# what: the sum of sets is halved one too early
# expect: register inst
# simulator: none: no sum of a short kernel comes to 1023
s/SETS_SUM_MAX = 11'd1023/SETS_SUM_MAX = 11'd1022/
