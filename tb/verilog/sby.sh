#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Prints what SymbiYosys needs to prove a block's properties at the configuration of tb/verilog/formal.txt: sby.sh BLOCK > BLOCK.sby
# The Verilog lies in the folder above. Registers are in two tasks, together an induction: `reset` looks at the first two cycles from reset,
# `step` at two from any state of the properties' invariant. FORMAL names another list, for a test.
set -eu
awk -v block="$1" '
$1 != block { next }
{
    found = 1
    engine = $2 " " $3
    for (i = 4; i < NF; i += 2) {
        said = said (said == "" ? "" : ", ") $i " " $(i + 1)
        chparam = chparam " -chparam " $i " " $(i + 1)
    }
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
END { if (!found) { printf "sby.sh: %s has no row in %s\n", block, FILENAME | "cat 1>&2"; exit 1 } }' "${FORMAL:-tb/verilog/formal.txt}"
