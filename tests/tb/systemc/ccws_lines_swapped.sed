# what: the probe takes the line that is evicted
# block: ccws_vta
# expect: input probe_line
# source: system_ccws
# system: ccws
s/probe_line_i.write(probe_line_i.read())/probe_line_i.write(insert_line_i.read())/
