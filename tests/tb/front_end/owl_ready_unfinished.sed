# what: only warps that are ready have not ended
# block: owl_groups
# expect: input unfinished
# system: owl
s/\.unfinished_i(unfinished_i)/.unfinished_i(ready_i)/
