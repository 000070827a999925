# block: ccws_lls
# config: n8
# side: verilog
# what: no score follows the cutoff down
# expect: register lls
# simulator: none: bugs in the model of this block are tried with kernels
s/next < cutoff ? next : cutoff/next/
