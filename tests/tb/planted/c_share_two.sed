# block: kaws_share
# config: n8_s4
# side: c
# what: a class is offered though two registers are empty, to the lower scheduler
# expect: output borrows
# simulator: kaws vadd
s/return (open & (open - 1)) == 0 ? open/return (open \& (open - 1)) == 0 || open == 3 ? open \& (~open + 1)/
