# what: a kernel brings one CTA
# block: owl_groups
# expect: late input n_cta
# source: system_owl
# system: owl
s/n_cta_i.write(n_cta_i.read())/n_cta_i.write(1)/
