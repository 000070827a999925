# block: owl_groups
# config: n4_c3
# side: verilog
# what: a group takes one CTA more than n
# expect: register group
# simulator: none: until a policy runs the block
s/total(youngest) < size_d/total(youngest) <= size_d/
