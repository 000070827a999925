# what: schedulers borrow beside a grant of their own
# block: kaws_share
# expect: input issues
# system: kaws
s/\.issues_i(grant_valid_o)/.issues_i({S{1'b0}})/
