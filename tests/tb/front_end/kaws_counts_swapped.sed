# what: CTAs issued and CTAs of the kernel are exchanged
# block: kaws_progress
# expect: late input ctas_issued
# system: kaws
s/\.ctas_issued_i(ctas_issued_i), \.ctas_i(ctas_i)/.ctas_issued_i(ctas_i), .ctas_i(ctas_issued_i)/
