# what: the probe takes the line that is evicted
# block: ccws_vta
# expect: input probe_line
# system: ccws
s/\.probe_line_i(probe_line_i)/.probe_line_i(insert_line_i)/
