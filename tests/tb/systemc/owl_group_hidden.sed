# what: the groups' numbers do not leave the front end
# block: front_end
# expect: output cta_group
# source: system_owl
# system: owl
s/cta_group_o.write(groups.group_o.read())/cta_group_o.write(0)/
