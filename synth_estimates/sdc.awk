# SPDX-License-Identifier: BSD-3-Clause
# Prints a block's constraints for synthesis and timing (SDC) from its table; ports as in tb/verilog/ipxact.awk:
#     awk -f synth_estimates/sdc.awk synth_estimates/report.tsv rtl_c/BLOCK.def > BLOCK.sdc
# Settings (cfg_*) are constant during a kernel (docs/hardware.md): paths from them are false, unless the user sets settings_move.
# The period is that of the fastest clock at which a paper's machine has the block (table `speed` of the report).
FNR == 1 { file++ }
file == 1 {
    if ($1 != "speed") next
    n = split($0, cell, "\t")
    for (i = 4; i <= n; i++) if (cell[i] ~ / MHz$/) { mhz = cell[i]; sub(/.*, /, "", mhz); if (mhz + 0 > fastest[cell[2]]) fastest[cell[2]] = mhz + 0 }
    next
}
/^(IN|IN_LATE|OUT)(_VEC)?\(/ {
    kind = $0; sub(/\(.*/, "", kind)
    split($0, part, ",")
    name = part[2]; gsub(/[ \t]/, "", name)
    if (kind ~ /^OUT/) outputs = outputs " " name "_o"
    else if (name ~ /^cfg_/) settings = settings " " name "_i"
    else if (kind ~ /^IN_LATE/) late = late " " name "_i"
    else inputs = inputs " " name "_i"
}
function delay(what, ports, share, kind, more) {
    if (ports == "") return
    printf "# %s\nforeach port {%s} {\n    set_%s_delay [expr {%s * $period}] -clock clk_i [get_ports $port*]\n%s}\n", what, substr(ports, 2), kind, share, more
}
# A pattern for all bits of a port must not name those of another kind.
function apart(ports, others,    n, m, i, j, port, other) {
    n = split(ports, port, " "); m = split(others, other, " ")
    for (i = 1; i <= n; i++) for (j = 1; j <= m; j++) if (index(other[j], port[i]) == 1) {
        print FILENAME ": the name " port[i] " begins " other[j] ", expected other names where the delays differ" >"/dev/stderr"
        exit 1
    }
}
END {
    apart("rst_i" inputs, late settings outputs " clk_i"); apart(late, "rst_i" inputs settings outputs " clk_i")
    apart(settings, "rst_i" inputs late outputs " clk_i"); apart(outputs, "rst_i" inputs late settings " clk_i")
    block = FILENAME; sub(/.*\//, "", block); sub(/\.def$/, "", block)
    if (!(block in fastest)) { print FILENAME ": no clock of " block " in the report" >"/dev/stderr"; exit 1 }
    print "# SPDX-License-Identifier: BSD-3-Clause"
    print "# Printed by synth_estimates/sdc.awk from rtl_c/" block ".def: constraints of " block "."
    print "# Times are in ns. Fractions of the period are assumptions: set any of these before, if you know better."
    printf "if {![info exists period]} { set period %.4f }   ;# %d MHz, of a paper's machine\n", 1000 / fastest[block], fastest[block]
    print "if {![info exists early]} { set early 0.3 }        ;# inputs arrive"
    print "if {![info exists late]} { set late 0.6 }          ;# late inputs arrive, on which no output depends"
    print "if {![info exists after]} { set after 0.3 }        ;# what follows an output takes"
    if (settings != "") print "if {![info exists settings_move]} { set settings_move 0 }   ;# 1: settings change during a kernel"
    print "set_units -time ns\ncreate_clock -name clk_i -period $period [get_ports clk_i]"
    delay("Inputs", " rst_i" inputs, "$early", "input")
    delay("Settings are constant during a kernel. Write them while none runs, and launch one when their longest path is over: then no" \
        "\n# path from them has to be met in a period.", \
        settings, "$early", "input", "    if {!$settings_move} { set_false_path -from [get_ports $port*] }\n")
    delay("Late inputs", late, "$late", "input")
    delay("Outputs", outputs, "$after", "output")
    print "# No " (settings != "" ? "other " : "") "false paths and no multicycle paths: every " (settings != "" ? "other " : "") "path is to be met in a period."
}
