# What timing.tcl prints, then the block's part in paths through several blocks. Environment: that of timing.tcl, timing
# (its path), links (`FROM>TO …`, ports or `registers`). Prints `link FROM>TO NANOSECONDS`.
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
foreach link $::env(links) {
    lassign [split $link >] from to
    set path [lindex [find_timing_paths -from [expr {$from eq "registers" ? $registers_q : [bits $from]}] \
        -to [expr {$to eq "registers" ? $registers_d : [bits $to]}] -path_delay max] 0]
    if {$path eq "" || $path eq "NULL"} { error "no path from $from to $to" }
    puts [format "link %s %.2f" $link [expr {$period - [get_property $path slack]}]]
}
