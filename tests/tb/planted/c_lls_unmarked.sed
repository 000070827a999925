# block: ccws_lls
# config: n8
# side: c
# what: what an exchange moves down is not marked
# expect: register mark
# simulator: ccws reduce
s/events.fell |= bit(below);/;/
