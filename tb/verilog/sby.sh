#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints what SymbiYosys needs to prove a block's properties at the first settings at which tests/blocks says that they hold: sby.sh BLOCK > BLOCK.sby
# The Verilog lies in the folder above. Registers are in two tasks, together an induction: `reset` looks at the first two cycles from reset,
# `step` at two from any state of the properties' invariant. A block without registers has no step.
set -eu
rows=tests/blocks/$1.txt
grep -qs '^holds ' "$rows" || { echo "sby.sh: $1 has no row holds in $rows" >&2; exit 1; }
awk -v block="$1" '
FILENAME ~ /def$/ { registers = registers || /^(REG|MEM)/; next }
$1 == "engine" { engine = $2 " " $3 }
$1 == "holds" && chparam == "" {
    settings = split($2, setting, /[,=]/)
    for (i = 1; i < settings; i += 2) {
        said = said (said == "" ? "" : ", ") setting[i] " " setting[i + 1]
        chparam = chparam " -chparam " setting[i] " " setting[i + 1]
    }
}
END {
    if (engine == "") engine = registers ? "abc bmc3" : "abc pdr"
    print "# SPDX-License-Identifier: BSD-3-Clause"
    printf "# Printed by tb/verilog/sby.sh. Proves verilog/%s_properties.v at %s: sby -f %s.sby\n", block, said, block
    print "# Other parameters: change the -chparam. Another engine, where it is installed: smtbmc boolector, smtbmc yices."
    top = "hierarchy -check -top " block "_properties" chparam
    if (engine ~ /pdr/) print "[options]\nmode prove\n"
    else print "[tasks]\nreset\nstep\n\n[options]\nmode bmc\ndepth 2\n"
    print "[engines]\n" engine "\n\n[script]\nread_verilog -defer -formal -sv " block ".v " block "_properties.v"
    if (engine ~ /pdr/) print top
    else print "reset: " top " -chparam FROM_RESET 1\nstep: " top " -chparam FROM_RESET 0"
    print "proc\nmemory_collect\nmemory_map\nprep -flatten -top " block "_properties\n\n[files]\n../" block ".v\n../" block "_properties.v"
}
' "rtl_c/$1.def" "$rows"
