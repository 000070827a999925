# what: no CTA ends
# block: owl_groups
# expect: late input exit
# source: system_owl
# system: owl
s/exit_i.write(cta_exit_i.read())/exit_i.write(0)/
