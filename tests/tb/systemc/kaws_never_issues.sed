# what: schedulers borrow beside a grant of their own
# block: kaws_share
# expect: output borrows
# source: system_kaws
# system: kaws
s/share.issues_i.write(grant_valid_o.read())/share.issues_i.write(0)/
