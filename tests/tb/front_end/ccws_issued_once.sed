# what: two instructions of a cycle count as one
# block: ccws_llds
# expect: late input issued
# system: ccws
s/\.issued_i(issued_i)/.issued_i({3'b000, issued_i != 4'd0})/
