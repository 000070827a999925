# block: oaws_dlc
# config: entries3
# side: verilog
# what: clear takes the accesses of every entry too, which nobody reads
# expect: register acc
# simulator: none: a short kernel has one launch
s/acc_d = acc_q;/acc_d = acc_q \& {ENTRIES*10{~clear_i}};/
