# block: kaws_share
# config: n8_s4
# side: verilog
# what: of two classes offered to one scheduler each gives its oldest
# expect: output warp
# simulator: none: no system has this block yet
s/{N{|(offered\[k\*S +: S\] & offered\[v\*S +: S\])}}/{N{k == v}}/
