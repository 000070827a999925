# What timing.tcl prints, then the block's part in paths through several blocks. Environment: that of timing.tcl, timing
# (its path), links (`FROM>TO …`, ports or `registers`). Prints `link FROM>TO NANOSECONDS`.
source $::env(timing)

# All bits of a port, which the netlist names as one or bit by bit.
proc bits {port} {
    set bits [get_ports -quiet [list $port "$port\\\[*\\\]"]]
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
