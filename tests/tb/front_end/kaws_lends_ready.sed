# what: warps are lent whose own register is empty
# block: kaws_share
# expect: input ready
# system: kaws
s/\.ready_i(lendable_i)/.ready_i(ready_i)/
