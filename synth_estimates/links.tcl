# SPDX-License-Identifier: BSD-3-Clause
# What timing.tcl prints, then the block's part in paths through several blocks. Environment: that of timing.tcl, timing
# (its path), links (`FROM>TO …`, ports or `registers`; in a front end `INSTANCE:registers`, by the file `registers`,
# whose lines are `CELL INSTANCE`). Prints `link FROM>TO NANOSECONDS`.
source $::env(timing)

# All bits of a port, which the netlist names one by one.
proc bits {port} {
    set bits {}
    foreach bit [get_ports *] {
        set name [string map {\\ ""} [get_property $bit full_name]]
        if {$name eq $port || [string first "$port\[" $name] == 0} { lappend bits $bit }
    }
    if {[llength $bits] == 0} { error "no port $port" }
    return $bits
}
# Those of the pins, of registers, that are at an instance's.
proc of_instance {instance pins} {
    set file [open $::env(registers)]
    while {[gets $file line] >= 0} { if {[lindex $line 1] eq $instance} { set here([lindex $line 0]) 1 } }
    close $file
    set found {}
    foreach pin $pins {
        set cell [string map {\\ ""} [lindex [split [get_property $pin full_name] /] 0]]
        if {[info exists here($cell)]} { lappend found $pin }
    }
    if {[llength $found] == 0} { error "no registers of an instance $instance" }
    return $found
}
proc ends {name pins} {
    if {$name eq "registers"} { return $pins }
    if {[regexp {^(.*):registers$} $name whole instance]} { return [of_instance $instance $pins] }
    return [bits $name]
}
foreach link $::env(links) {
    lassign [split $link >] from to
    set path [lindex [find_timing_paths -from [ends $from $registers_q] -to [ends $to $registers_d] -path_delay max] 0]
    if {$path eq "" || $path eq "NULL"} { error "no path from $from to $to" }
    puts [format "link %s %.*f" $link $digits [expr {$period - [get_property $path slack]}]]
}
