# SPDX-License-Identifier: BSD-3-Clause
# How fast a library is: the delay of an inverter that drives four, in ps. Environment: liberty, inverter (its name),
# pin_in, pin_out, netlist (a file to write). A twentieth of what twenty stages more of a chain take, so that rising and
# falling edges are in it and the first edge and the last load are not. Prints `fo4 PICOSECONDS`.
read_liberty $::env(liberty)
set_cmd_units -time ns -capacitance pF
proc chain {stages} {
    set file [open $::env(netlist) w]
    puts $file "module chain (a, z);\n  input a;\n  output z;"
    for {set i 0} {$i < $stages} {incr i} {
        set from [expr {$i == 0 ? "a" : "n$i"}]
        set to [expr {$i == $stages - 1 ? "z" : "n[expr {$i + 1}]"}]
        foreach out "$to o${i}_1 o${i}_2 o${i}_3" {
            puts $file "  $::env(inverter) u_$out (.$::env(pin_in)($from), .$::env(pin_out)($out));"
        }
    }
    puts $file "endmodule"
    close $file
    read_verilog $::env(netlist)
    link_design chain
    create_clock -name clock -period 10000
    set_input_delay 0 -clock clock [get_ports a]
    set_output_delay 0 -clock clock [get_ports z]
    set path [lindex [find_timing_paths -from [get_ports a] -to [get_ports z] -path_delay max] 0]
    return [expr {10000 - [get_property $path slack]}]
}
puts [format "fo4 %.2f" [expr {([chain 28] - [chain 8]) / 20 * 1000}]]
