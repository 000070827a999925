# block: ccws_lls
# config: n8
# side: c
# what: what an exchange moves down is not marked
# expect: register mark
# simulator: none: no policy of that test's machine has it
s/events.fell |= bit(below);/;/
