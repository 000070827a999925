# what: CTAs of the kernel are those that have been issued
# block: kaws_progress
# expect: late input ctas
# source: system_kaws
# system: kaws
s/progress.ctas_i.write(ctas_i.read())/progress.ctas_i.write(ctas_issued_i.read())/
