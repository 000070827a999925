# SPDX-License-Identifier: BSD-3-Clause
# Longest path of each kind through a mapped netlist, no wires: ideal clock, inputs arrive at 0 through a 0.1 ns edge,
# outputs drive 0.02 pF. Environment: liberty, netlist, top; of a library of one's own also edge (ns), load (pF) and digits.
# Prints `path KIND NANOSECONDS FROM TO`; a path into a register includes its setup time.
proc given {name otherwise} { expr {[info exists ::env($name)] && $::env($name) ne "" ? $::env($name) : $otherwise} }
read_liberty $::env(liberty)
set_cmd_units -time ns -capacitance pF
read_verilog $::env(netlist)
link_design $::env(top)
set period 10000
create_clock -name clock -period $period [get_ports clk_i]
set inputs {}
foreach port [all_inputs] { if {[get_property $port full_name] ne "clk_i"} { lappend inputs $port } }
set_input_delay 0 -clock clock $inputs
set_input_transition [given edge 0.1] $inputs
set_output_delay 0 -clock clock [all_outputs]
set_load [given load 0.02] [all_outputs]
set digits [given digits 2]

proc worst {kind from to} {
    global period digits
    if {[llength $from] == 0 || [llength $to] == 0} { return }   ;# a block without registers
    set path [lindex [find_timing_paths -from $from -to $to -path_delay max] 0]
    if {$path eq "" || $path eq "NULL"} { return }
    set delay [expr {$period - [get_property $path slack]}]
    puts [string map {\\ ""} [format "path %s %.*f %s %s" $kind $digits $delay \
        [get_property [get_property $path startpoint] full_name] [get_property [get_property $path endpoint] full_name]]]
}
set registers_q [all_registers -clock_pins]
set registers_d [all_registers -data_pins]
worst register_to_register $registers_q $registers_d
worst input_to_register $inputs $registers_d
worst register_to_output $registers_q [all_outputs]
worst input_to_output $inputs [all_outputs]
