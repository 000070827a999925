# what: two instructions of a cycle count as one
# block: ccws_llds
# expect: late input issued
# source: system_ccws
# system: ccws
s/issued_i.write(issued_i.read())/issued_i.write(issued_i.read() ? 1 : 0)/
