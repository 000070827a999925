# block: ccws_lls
# config: n8
# side: verilog
# what: no score follows the cutoff down
# expect: register lls
# simulator: none: no policy of that test's machine has it
s/next < cutoff ? next : cutoff/next/
