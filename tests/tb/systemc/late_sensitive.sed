# what: oaws_ocw's late input sensitive does not follow when the classifier's answer changes
# block: oaws_ocw
# expect: late input sensitive
# source: system_oaws
s/ << dlc.sensitive_o;/;/
