# what: oaws_ocw does not hear whether the load is associativity sensitive
# block: oaws_ocw
# expect: late input sensitive
s/\.sensitive_i(sensitive)/.sensitive_i(1'b0)/
