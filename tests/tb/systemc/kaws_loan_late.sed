# what: the loans do not follow the grants
# block: kaws_share
# expect: output borrows
# source: system_kaws
# system: kaws
s/ << can_accept_i << grant_valid_o;/ << can_accept_i;/
