# block: kaws_share
# config: n8_s4
# side: verilog
# what: of two classes offered to one scheduler each gives its oldest
# expect: output warp
# simulator: none: bugs in the model of this block are tried with kernels
s/{N{|(offered\[k\*S +: S\] & offered\[v\*S +: S\])}}/{N{k == v}}/
