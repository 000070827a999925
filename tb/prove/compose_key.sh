#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose_key.sh SYSTEM_SIZE: a sum of all that the proof of a front end's wiring depends on: both sides, the wires' table, the
# blocks' tables and Verilog, what is relied on of blocks, the flags, and the prover. Alone on a line.
# FRONT_END, VERILOG, WIRES, RTL_C, BUILD: as in compose.sh.
set -u
flags=$(sed -n "s/^$1 //p" "${BUILD:-build}/prove/front_ends")
set -- "${FRONT_END:-tb/systemc/front_end.c}" tb/systemc/front_end.h tb/systemc/front_end.def tb/systemc/front_end_table.c tb/lockstep.h \
    "${WIRES:-rtl_c/wires.def}" rtl_c/*.def rtl_c/*.h "${RTL_C:-rtl_c}/warp_arbiter.c" "${RTL_C:-rtl_c}/kaws_share.c" "${VERILOG:-verilog}/warp_front_end.v" \
    $(for table in rtl_c/*_*.def; do echo "${VERILOG:-verilog}/$(basename "$table" .def).v"; done) \
    tb/prove/compile.sh tb/prove/compose.sh tb/prove/compose_facts.sh tb/prove/compose_cut.awk $(find tb/prove -name '*.[chv]' ! -name replay.c | LC_ALL=C sort)
for file; do [ -r "$file" ] || { echo "compose_key.sh: $file cannot be read" >&2; exit 2; }; done
key=$({ printf '%s\n' "$flags"
        awk 'FNR == 1 { print "file" } !/^(\/\/|#) SPDX-License-Identifier: [A-Za-z0-9.-]+$/' "$@"; } | sha256sum) || exit 2
printf '%.16s\n' "$key"
