# block: oaws_dlc
# config: entries3
# side: verilog
# what: clear takes the accesses of every entry too, which nobody reads
# expect: register acc
# simulator: none: a short kernel has one launch
s/acc_q\[e\*10 +: 10\] & {10{~chosen\[e\] & ~halves}}/acc_q[e*10 +: 10] \& {10{~chosen[e] \& ~halves \& ~clear_i}}/
