# what: the threads of a warp that issues do not reach the prediction
# block: oaws_misspred
# expect: late input issue_active
# source: system_oaws
s/misspred.issue_active_i.write(issue_active_i.read());/misspred.issue_active_i.write(0);/
