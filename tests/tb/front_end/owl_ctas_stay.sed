# what: no CTA ends
# block: owl_groups
# expect: late input exit
# system: owl
/owl_groups #/,/);/s/\.exit_i(cta_exit_i)/.exit_i({C{1'b0}})/
