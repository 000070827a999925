# what: an exit reaches the scores as a launch does
# block: ccws_lls
# expect: late input exit
# system: ccws
s/\.exit_i(exit_i),$/.exit_i(launch_i),/
