# block: owl_groups
# config: n8_c5
# side: verilog
# what: n grows above the CTAs that come
# expect: register size
# simulator: cta-aware-locality needleman
s/come\[C:2\] & ~enough/~enough/
