# SPDX-License-Identifier: BSD-3-Clause
# The shortest period at which a mapped netlist meets its constraints (sdc.awk), to 0.01 ns. Environment: liberty, netlist, top, sdc.
# Prints `period NANOSECONDS`.
read_liberty $::env(liberty)
read_verilog $::env(netlist)
link_design $::env(top)
set_load 0.02 [all_outputs]
set short 0.0
set long 100.0
while {$long - $short > 0.005} {
    set period [expr {($short + $long) / 2}]
    source $::env(sdc)
    set_input_transition 0.1 [all_inputs]
    if {[worst_slack] < 0} { set short $period } else { set long $period }
}
puts [format "period %.2f" $long]
