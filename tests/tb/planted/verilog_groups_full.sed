# block: owl_groups
# config: n4_c3
# side: verilog
# what: a group takes one CTA more than n
# expect: register group
# simulator: none: at its own size no bundled kernel has more CTAs than the SMs hold at once, so that no slot is used again beside a CTA
s/total(youngest) < size_d/total(youngest) <= size_d/
