# what: only warps that are ready have not ended
# block: owl_groups
# expect: input unfinished
# source: system_owl
# system: owl
s/unfinished_i.write(unfinished_i.read())/unfinished_i.write(ready_i.read())/
