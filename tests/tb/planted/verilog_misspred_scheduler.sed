# block: oaws_misspred
# config: n8_s2_m32
# side: verilog
# what: every issue is predicted as the one of scheduler 0
# expect: register pred
# simulator: oaws-static kmeans
s/(2 + w % S)/2/
