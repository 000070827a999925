# block: oaws_dlc
# config: entries3
# side: verilog
# what: clear takes the accesses of every entry too, which nobody reads
# expect: register acc
# simulator: none: a short kernel has one launch
s/            inst_d = {ENTRIES\*7{1'b0}};/            inst_d = {ENTRIES*7{1'b0}}; acc_d = {ENTRIES*10{1'b0}};/
