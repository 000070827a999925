#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The generated parts of docs/command_line.md and machines.md, from the binary; those of docs/perfetto.md from the tables of states.
# documents.sh check: compares; documents.sh write: puts them between their markers.
set -u
unset COLUMNS                           # in a pipe: 80
mode=$1
warplock=${BUILD:-build}/warplock
status=0

part() { # part PAGE MARKER: the generated text on standard input
    page=$1
    marker=$2
    new=${BUILD:-build}/documents.new
    { sed "/<!-- $marker:begin/q" "$page"; cat; sed -n "/<!-- $marker:end/,\$p" "$page"; } >"$new"
    if [ "$mode" = write ]; then
        cat "$new" >"$page"
    else
        cmp -s "$new" "$page" || { echo "$page: the part \`$marker\` is stale; sh tests/sim/cli/documents.sh write mends it"; return 1; }
    fi
}

# Of the help texts: commands.
commands=$("$warplock" --help | sed -n 's/^    warplock \([a-z][a-z-]*\) .*/\1/p')
helps() { for command in $commands; do echo "@ $command"; COLUMNS=1000 "$warplock" help "$command"; done; }
{ echo "| command | what it does |"; echo "| --- | --- |"
    helps | awk '/^@ / { getline; sub(/^usage: warplock /, ""); sub(/ \[OPTION\.\.\.\]/, ""); name = $0; getline
        print "| `" name "` | " substr($0, 5) " |" }'; } | part docs/command_line.md commands || status=1
# What a key has on each machine: rows WORDS|KEY KEY ...
of_machines() {
    machines='gtx480 oaws ccws bucl owl kaws kaws_2x2 qv100 rtx3070'
    echo "| | $(echo $machines | sed 's/ / | /g') |"
    echo "| --- | $(echo $machines | sed 's/[^ ][^ ]*/---/g; s/ / | /g') |"
    for machine in $machines; do
        "$warplock" dump-machine "$machine" | sed "s/^[^;[]/$machine &/; s/^\[/$machine [/"
    done >"${BUILD:-build}/documents.dumps"
    awk -v machines="$machines" '
        BEGIN { n = split(machines, machine, " ") }
        FILENAME != "-" && $2 ~ /^\[/ { section = substr($2, 2, length($2) - 2) }
        FILENAME != "-" { if ($3 == "=") value[$1, section "." $2] = $4; next }
        { split($0, half, "|"); count = split(half[2], key, " "); keys = ""
          for (k = 1; k <= count; k++) keys = keys (k > 1 ? ", " : "") "`" key[k] "`"
          printf "| %s: %s |", half[1], keys
          for (m = 1; m <= n; m++) {
              cell = ""
              for (k = 1; k <= count; k++) {
                  if (!((machine[m], key[k]) in value)) { print "no key " key[k] >"/dev/stderr"; exit 1 }
                  cell = cell (k > 1 ? ", " : "") value[machine[m], key[k]]
              }
              printf " %s |", cell
          }
          print "" }' "${BUILD:-build}/documents.dumps" -
}
of_machines <<'END' | part docs/machines.md machines || status=1
SMs and ports|gpu.sms gpu.clusters
MHz|clock.core_mhz clock.icnt_mhz clock.l2_mhz clock.dram_mhz clock.dram_khz
an SM has|core.warps core.schedulers core.max_ctas core.registers core.shared_bytes
units|core.sp_units core.sfu_units core.int_units core.dp_units core.tensor_units
L1D: size|l1d.sets l1d.ways l1d.line_bytes l1d.sector_bytes l1d.unified_kib
L1D: MSHRs, hit latency, banks|l1d.mshrs l1d.latency l1d.banks
L1D: index, when a way is taken|l1d.index l1d.allocate
L1D: stores, misses of stores, share that stays, global loads|l1d.global_write l1d.write_miss l1d.write_ratio l1d.global
network|icnt.kind icnt.flit_bytes icnt.input_buffer
L2: slices, their size|l2.sub_partitions l2.sets l2.ways l2.line_bytes l2.sector_bytes
L2: MSHRs, index, port|l2.mshrs l2.index l2.port_bytes
cycles to the L2, to the DRAM|l2.latency dram.latency
slice of an address|dram.partition_indexing
DRAM: size and rate|dram.controllers dram.chips dram.bus_bytes dram.burst dram.data_rate dram.dual_bus
END
# states TABLE: of a table of states, name, counter, words
states() { sed -n 's/^[A-Z]*_STATE([A-Z_]*, *"\([^"]*\)", *\([A-Za-z_]*\), *"\(.*\)")$/| `\1` | \2 | \3 |/p' "$1"; }
{ echo "| state | stall | the warp |"; echo "| --- | --- | --- |"; states sim/core/warp_states.def |
    sed 's/| STALL_IDLE/| idle/; s/| STALL_SCOREBOARD/| scoreboard/; s/| STALL_PIPELINE/| pipeline/; s/| STALL_LDST/| LD\/ST/; s/| STALL_OCCLUDED/| occluded/; s/| ISSUES/| none/'
} | part docs/perfetto.md states || status=1
{ echo "| state | counter | the unit |"; echo "| --- | --- | --- |"; states sim/core/ldst_states.def |
    sed 's/| stalls_/| stalls./; s/| ldst_active_cycles/| rest of ldst.active_cycles/'
} | part docs/perfetto.md ldst || status=1
exit $status
