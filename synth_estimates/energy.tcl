# SPDX-License-Identifier: BSD-3-Clause
# What a toggle costs, cell by cell: OpenSTA's power of each cell when no net toggles and when each does once a cycle.
# The clock is of 10 ns, so that 1e-12 J is 1e-4 W. Environment: liberty, netlist, top; of a library of one's
# own also edge (ns) and load (pF). Prints `activity A`, then a
# line per cell of report_power: internal, switching, leakage and total power in W, and the cell. (This version of
# set_power_activity cannot set pins: its body reads a variable that it never sets, and what the command below it sets
# on a gate's output is lost, as OpenSTA estimates it anew from the inputs. The power is linear in the activity, so
# two of them are enough.)
proc given {name otherwise} { expr {[info exists ::env($name)] && $::env($name) ne "" ? $::env($name) : $otherwise} }
read_liberty $::env(liberty)
set_cmd_units -time ns -capacitance pF -power W
read_verilog $::env(netlist)
link_design $::env(top)
create_clock -name clock -period 10 [get_ports clk_i]
set inputs {}
foreach port [all_inputs] { if {[get_property $port full_name] ne "clk_i"} { lappend inputs $port } }
set_input_delay 0 -clock clock $inputs
set_input_transition [given edge 0.1] $inputs
set_load [given load 0.02] [all_outputs]
foreach activity {0 1} {
    set_power_activity -global -activity $activity -duty 0.5
    puts "activity $activity"
    report_power -instances [get_cells *] -digits 9
}
