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
        { printf "%-62s  # %s\n", line, substr($0, 9) }'
    echo '```'; } | part docs/command_line.md examples || status=1
{ echo "| command | what it does |"; echo "| --- | --- |"
    helps | awk '/^@ / { getline; sub(/^usage: warplock /, ""); sub(/ \[OPTION\.\.\.\]/, ""); name = $0; getline
        print "| `" name "` | " substr($0, 5) " |" }'; } | part docs/command_line.md commands || status=1
helps | awk '
    function escaped(text) { gsub(/[|]/, "\\|", text); return text }
    /^@ / { command = $2; before = ""; all++; next }
    /^[^ ].*:$/ { group = substr($0, 1, length($0) - 1); sub(/,.*/, "", group); next }
    /^    -/ {
        option = substr($0, 5); default_value = ""
        if (match(option, /  \[.*\]$/)) { default_value = substr(option, RSTART + 3, RLENGTH - 4); option = substr(option, 1, RSTART - 1) }
        getline; words = substr($0, 9); key = group SUBSEP option SUBSEP words
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
"$warplock" machine-keys | part docs/machines.md keys || status=1
"$warplock" campaign-keys | part docs/campaigns.md keys || status=1
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
