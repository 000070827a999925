# what: an exit reaches the scores as a launch does
# block: ccws_lls
# expect: late input exit
# source: system_ccws
# system: ccws
s/scores.exit_i.write(exit_i.read())/scores.exit_i.write(launch_i.read())/
