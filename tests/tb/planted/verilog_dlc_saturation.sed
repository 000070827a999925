# block: oaws_dlc
# config: entries3
# side: verilog
# what: the sum of sets is halved one too early
# expect: register inst
s/SETS_SUM_MAX = 11'd1023/SETS_SUM_MAX = 11'd1022/
