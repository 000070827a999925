#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The generated parts of docs/command_line.md, workloads.md, machines.md, campaigns.md and events.md, from the binary;
# those of docs/perfetto.md from the tables of states, of docs/traces.md from a trace.
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

# Of the help texts: examples; commands; every option once, with the commands that take it. An option that the commands before
# have not stands behind the one that it follows here.
commands=$("$warplock" --help | sed -n 's/^    warplock \([a-z][a-z-]*\) .*/\1/p')
helps() { for command in $commands; do echo "@ $command"; COLUMNS=1000 "$warplock" help "$command"; done; }
{ echo '```'
    helps | awk '/^@ / { on = 0 } /^examples:/ { on = 1; next } !on { next } /^    warplock/ { line = substr($0, 5); next }
        { printf "%-50s  # %s\n", line, substr($0, 9) }'
    echo '```'; } | part docs/command_line.md examples || status=1
{ echo "| command | what it does |"; echo "| --- | --- |"
    helps | awk '/^@ / { getline; sub(/^usage: warplock /, ""); sub(/ \[OPTION\.\.\.\]/, ""); name = $0; getline
        print "| `" name "` | " substr($0, 5) " |" }'; } | part docs/command_line.md commands || status=1
helps | awk '
    function escaped(text) { gsub(/[|]/, "\\|", text); return text }
    /^@ / { command = $2; before = ""; all++; next }
    /^[^ ].*:$/ { group = substr($0, 1, length($0) - 1); next }
    /^    -/ {
        option = substr($0, 5); default_value = ""
        if (match(option, /  \[.*\]$/)) { default_value = substr(option, RSTART + 3, RLENGTH - 4); option = substr(option, 1, RSTART - 1) }
        getline; words = substr($0, 9); gsub(/--[a-z][a-z0-9-]*/, "`&`", words); key = group SUBSEP option SUBSEP words
        if (!(key in takers)) {
            takers[key] = command; of[key] = group; name[key] = option; value[key] = default_value; what[key] = words
            # Behind the one before it, or at the end.
            at = before == "" ? n : place[before]
            for (i = n; i > at; i--) { order[i + 1] = order[i]; place[order[i]] = i + 1 }
            order[at + 1] = key; place[key] = at + 1; n++
        } else takers[key] = takers[key] ", " command
        before = key
    }
    END {
        for (i = 1; i <= n; i++) if (!(of[order[i]] in number)) { groups[++m] = of[order[i]]; number[of[order[i]]] }
        for (g = 1; g <= m; g++) {
            one = ""
            for (i = 1; i <= n; i++) if (of[order[i]] == groups[g]) one = one == "" || one == takers[order[i]] ? takers[order[i]] : "several"
            one = one ~ /^several$|,/ ? "" : one
            print (g > 1 ? "\n" : "") "### " toupper(substr(groups[g], 1, 1)) substr(groups[g], 2) (one == "" ? "" : ": " one)
            print one == "" ? "| option | default | commands | what |\n| --- | --- | --- | --- |" : "| option | default | what |\n| --- | --- | --- |"
            for (i = 1; i <= n; i++) if (of[order[i]] == groups[g]) {
                key = order[i]
                print "| `" escaped(name[key]) "` | " (value[key] == "" ? "" : "`" value[key] "`") " | " \
                    (one != "" ? "" : (split(takers[key], list, ", ") == all ? "all" : takers[key]) " | ") escaped(what[key]) " |"
            }
        }
    }' | part docs/command_line.md options || status=1
COLUMNS=1000 "$warplock" kernels | awk '
    BEGIN { print "| kernel | what it exercises | size; default, paper | results | divergent loads | group |"
            print "| --- | --- | --- | --- | --- | --- |" }
    !/^ / { name = $1; sub(/^[^ ]+ +/, ""); what = $0; next }
    /^ *size: / { sub(/^ *size: /, ""); split($0, half, "; results: "); sub(/, default /, "; ", half[1]); next }
    /^ *group: / { sub(/,$/, "", $2)
      printf "| `%s` | %s | %s | %s | %s %% | %s |\n", name, what, half[1], half[2], $3, $2 }' | part docs/workloads.md kernels || status=1
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
instructions a cycle|core.issue_width core.fetches
coalesced in parts|core.warp_parts
shared memory|core.shared_banks core.shared_broadcasts core.shared_latency
units|core.sp_units core.sfu_units core.int_units core.dp_units core.tensor_units
issue registers|core.sub_cores core.sp_issue_slots core.sfu_issue_slots core.mem_issue_slots
collectors|core.sp_collectors core.sfu_collectors core.mem_collectors core.generic_collectors core.collector_steps
register banks|core.register_banks
cycles of integers|latency.int_add latency.int_max latency.int_mul latency.int_mad
cycles of fp32, special functions|latency.fp_add latency.fp_mad latency.sfu
perfect caches|l1i.perfect l1c.perfect
instruction cache|l1i.sets l1i.ways l1i.line_bytes
constant cache|l1c.sets l1c.ways l1c.line_bytes
texture cache|l1t.sets l1t.ways l1t.line_bytes
L1D: size|l1d.sets l1d.ways l1d.line_bytes l1d.sector_bytes l1d.unified_kib
L1D: MSHRs, hit latency, banks|l1d.mshrs l1d.latency l1d.banks
L1D: what shared memory takes of l1d.unified_kib|l1d.shared_steps
L1D: index, when a way is taken|l1d.index l1d.allocate
L1D: stores, misses of stores, share that stays, global loads|l1d.global_write l1d.write_miss l1d.write_ratio l1d.global
network|icnt.kind icnt.flit_bytes icnt.input_buffer
L2: slices, their size|l2.sub_partitions l2.sets l2.ways l2.line_bytes l2.sector_bytes
L2: MSHRs, index, port|l2.mshrs l2.index l2.port_bytes
L2: stores that miss, copies from the host|l2.write_miss l2.host_copy
cycles to the L2, to the DRAM|l2.latency dram.latency
slice of an address|dram.partition_indexing
DRAM: size and rate|dram.controllers dram.chips dram.bus_bytes dram.burst dram.data_rate dram.dual_bus
DRAM: banks and queues|dram.banks dram.bank_groups dram.queue dram.return_queue
a launch|gpu.launch_latency
END
# A row a key, with who reads it. A key and its interval are a row, and so are keys of one range and reader whose meanings are a
# few words.
"$warplock" machine-keys | awk '
    function flush(    i, names, values, meaning) {
        for (i = 1; i <= n; i++) {
            names = names (i > 1 ? ", " : "") "`" section "." key[i] "`"; values = values (i > 1 ? ", " : "") initial[i]
            if (i == 1 || help[i] != help[1]) meaning = meaning (i > 1 ? "; " : "") (n > 1 && help[2] != help[1] ? key[i] ": " : "") help[i]
        }
        if (n > 0) print "| " names " | " values " | " range[1] " | " meaning " | " read[1] " |"
        n = 0
    }
    function short(text) { return length(text) <= 44 && text !~ /;/ }
    { line[++lines] = $0 }
    /^\| `[a-z0-9]*\.[a-z]/ { split($0, f, / \| /); count = split(substr(f[1], 3), name, ", "); sub(/ \|$/, "", f[2])
        for (i = 1; i <= count; i++) reader[name[i]] = f[2] }
    END {
        print "| key | default | range | meaning | read by |\n| --- | --- | --- | --- | --- |"
        for (at = 1; at <= lines; at++) {
            if (line[at] ~ /^### Who/) break
            if (match(line[at], /^### \[[a-z0-9]*\] /)) {
                flush(); section = substr(line[at], 6, RLENGTH - 7); title = substr(line[at], RLENGTH + 1)
                print "| **[" section "]** " title " | | | | |"
            }
            if (line[at] !~ /^\| `/) continue
            split(line[at], f, / \| /); sub(/^\| /, "", f[1]); sub(/ \|$/, "", f[4])
            name_of = f[1]; gsub(/`/, "", name_of); by = reader["`" section "." name_of "`"]
            if (f[4] == "initiation interval") continue
            interval = ""
            for (k = at + 1; k <= lines && section == "latency" && interval == "" && line[k] !~ /^###/; k++)
                if (index(line[k], "| `" name_of "_interval` | ") == 1) { split(line[k], g, / \| /); interval = g[2] }
            if (!(n && interval == "" && by == read[n] && f[3] == range[n] && short(f[4]) && short(help[n]))) flush()
            n++; key[n] = name_of; initial[n] = f[2]; range[n] = f[3]; help[n] = f[4]; read[n] = by
            if (interval != "") { n++; key[n] = name_of "_interval"; initial[n] = interval; range[n] = f[3]; help[n] = f[4]; read[n] = by; flush() }
        }
        flush()
    }' | part docs/machines.md keys || status=1
# Keys in a row that have the same value and meaning share one; `note`, which may stand anywhere, is a key of the file.
"$warplock" campaign-keys | awk '
    function flush() { if (names != "") print "| " names " | " value " | " meaning " |"; names = "" }
    BEGIN { print "| key | value | meaning |\n| --- | --- | --- |" }
    /^\*\*/ { flush(); print "| " $0 " | | |"; objects++; next }
    /^\| `note`/ && objects > 1 { next }
    /^\| `/ {
        split($0, f, / \| /); sub(/ *\|$/, "", f[3])
        if (names == "" || value != f[2] || meaning != f[3]) { flush(); value = f[2]; meaning = f[3]; names = substr(f[1], 3) }
        else names = names ", " substr(f[1], 3)
    }
    END { flush() }' | part docs/campaigns.md keys || status=1
"$warplock" events | part docs/events.md events || status=1
# states TABLE: of a table of states, name, counter, words
states() { sed -n 's/^[A-Z]*_STATE([A-Z_]*, *"\([^"]*\)", *\([A-Za-z_]*\), *"\(.*\)")$/| `\1` | \2 | \3 |/p' "$1"; }
{ echo "| state | stall | the warp |"; echo "| --- | --- | --- |"; states sim/core/warp_states.def |
    sed 's/| STALL_IDLE/| idle/; s/| STALL_SCOREBOARD/| scoreboard/; s/| STALL_PIPELINE/| pipeline/; s/| STALL_LDST/| LD\/ST/; s/| STALL_OCCLUDED/| occluded/; s/| ISSUES/| none/'
} | part docs/perfetto.md states || status=1
{ echo "| state | counter | the unit |"; echo "| --- | --- | --- |"; states sim/core/ldst_states.def |
    sed 's/| stalls_/| stalls./; s/| ldst_active_cycles/| rest of ldst.active_cycles/'
} | part docs/perfetto.md ldst || status=1
{ for machine in gtx480 titanx qv100; do
    echo; echo "\`$machine\`:"; echo; echo '```'
    "$warplock" import tests/sim/machine/import/$machine/gpgpusim.config --nearest -o "${BUILD:-build}/documents.ini" >"${BUILD:-build}/documents.lists"
    if grep -q "^Not to be" "${BUILD:-build}/documents.lists"; then sed "/^Without a key/,\$d" "${BUILD:-build}/documents.lists"; else echo "every key from its options"; fi
    echo '```'
done; } | part docs/import.md outcome || status=1
{ echo "| option | value | what is simulated |"; echo "| --- | --- | --- |"
    sed -n 's/^ONLY *("\([^"]*\)", "[^"]*", "\([^"|]*\)[^"]*", "\(.*\)")$/| `\1` | `\2` | \3 |/p' sim/machine/import.def; } | part docs/import.md only || status=1
{ echo '```'; "$warplock" trace info tests/sim/trace/fuzz_trace_seeds/v5.traceg | sed 1d; echo '```'; } | part docs/traces.md trace-info || status=1
exit $status
