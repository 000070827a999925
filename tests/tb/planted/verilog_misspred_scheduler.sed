# block: oaws_misspred
# config: n8_s2_m32
# side: verilog
# what: every issue takes the active threads of scheduler 0's
# expect: register pred
# simulator: oaws-static kmeans
s/(2 + w % S)/2/
