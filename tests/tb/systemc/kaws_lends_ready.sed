# what: warps are lent whose own register is empty
# block: kaws_share
# expect: output borrows
# source: system_kaws
# system: kaws
s/share.ready_i.write(lendable_i.read())/share.ready_i.write(ready_i.read())/
