# block: owl_groups
# config: n4_c3
# side: verilog
# what: a group whose warps all wait is chosen
# expect: output allow
# simulator: cta-aware-locality backprop
s/ & unfinished_i & ~blocked_i/ \& unfinished_i/
