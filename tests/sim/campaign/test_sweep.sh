#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A sweep of a job file, of a bundled kernel and of PTX: every number of its table, CSV, picture and page is that of a single
# run, in CSV to the last digit, a second call simulates nothing and takes less than a second, a job file that has changed is
# another kernel. The same as a campaign file has the same runs. Several policies: each value stands in its line's column.
# Shown to fail: values that lose their order, lines and rows that are exchanged, a search that stops at what is there.
# needs: warplock
set -u
. tests/lib.sh
build=$BUILD
folder=$build/campaign_sweep
rm -rf "$folder"
mkdir -p "$folder"
cp tests/sim/workload/fuzz_job_seeds/*.ptx tests/sim/workload/fuzz_job_seeds/*.bin "$folder/"
cp tests/sim/workload/fuzz_job_seeds/symbols.json "$folder/mine.json"
machine='--machine oaws --set gpu.sms=1 --set gpu.clusters=1'

fail() { complain "$1" "${2:-$folder/said}"; exit 1; }
sweep() { # sweep PROGRAM OPTIONS...: of the limit, of a job file and a bundled kernel
    program=$1
    shift
    # shellcheck disable=SC2086
    "$program" sweep $machine --policy swl --set policy.swl_limit=1,2..3 --plot ipc,l1d.misses/thread_insns \
        --store "$folder/store.sqlite" --folder "$folder/out" --csv "$folder/runs.csv" --html "$folder/out.html" "$@" \
        "$folder/mine.json" atax:64 >"$folder/printed" 2>"$folder/said"
}
alone() { # alone LIMIT KERNEL NUMBER: of a single run
    # shellcheck disable=SC2086
    "$build/warplock" run --json $machine --policy swl --set policy.swl_limit="$1" "$2" |
        sed -n "s/^ *\"$3\": \([0-9.]*\),*\$/\1/p" | head -n 1
}
# Of the table of the terminal, of the CSV of the table, of the CSV of the runs: a line a limit, `LIMIT JOB BUNDLED`.
tables_hold() {
    status=0
    for limit in 1 2 3; do
        job=$(alone $limit "$folder/mine.json" ipc) bundled=$(alone $limit atax:64 ipc)
        awk -v limit=$limit -v job="$job" -v bundled="$bundled" '
            function same(a, b, off) { return a != "" && b != "" && a - b <= off && b - a <= off }
            FILENAME ~ /printed$/ && $1 == "policy.swl_limit" { table = 1 }
            FILENAME ~ /printed$/ && table && $1 == limit && !seen++ { good += same($2, job, 0.0006) && same($3, bundled, 0.0006) }
            FILENAME ~ /ipc.csv$/ { split($0, field, ","); if (field[1] == limit) good += field[2] "" == job "" && field[3] "" == bundled "" }
            FILENAME ~ /runs.csv$/ { split($0, field, ",")
                if (FNR == 1) for (i in field) column[field[i]] = i
                if (field[column["set"]] ~ "policy.swl_limit=" limit "$")
                    good += field[column["ipc"]] "" == (field[column["kernel"]] == "mine" ? job : bundled) "" }
            END { exit good != 4 }' "$folder/printed" "$folder/out/ipc.csv" "$folder/runs.csv" ||
            { echo "limit $limit: seen other numbers, expected $job and $bundled"; status=1; }
    done
    return $status
}

sweep "$build/warplock" || fail "the sweep ends with status $?"
grep -q ' 0 runs from the store, 6 simulated, 0 failed' "$folder/said" || fail "not six runs"
tables_hold || fail "the tables: seen others, expected those worked out from the runs" "$folder/printed"
# A mark for each of three limits and one in the legend, of the two kernels and their mean.
[ "$(grep -c "<use xlink:href='#gpPt[0-9]*' transform='translate" "$folder/out/ipc.svg")" = 12 ] || fail "the picture lacks points"
for file in sweep.md ipc.dat l1d_misses_thread_insns.csv; do [ -s "$folder/out/$file" ] || fail "no $file"; done
grep -q 'swl_limit' "$folder/out.html" || fail "the page lacks the sweep"

sweep "$build/warplock" || fail "again: status $?"
grep -q ' 6 runs from the store, 0 simulated, 0 failed' "$folder/said" || fail "runs were made again"

rm "$folder"/out/*
(PATH=$folder/nowhere; sweep "$build/warplock") || fail "without gnuplot: status $?"
grep -q 'no pictures: gnuplot is not installed (Debian: apt-get install gnuplot-nox)' "$folder/said" || fail "no word of gnuplot"
[ ! -e "$folder/out/ipc.svg" ] && [ -s "$folder/out/ipc.csv" ] && [ -s "$folder/out/sweep.md" ] || fail "without gnuplot there is not all but pictures"
sweep "$build/warplock" || fail "with gnuplot again: status $?"

# By content: a number of a buffer's in the job file, then in a file that the job names.
sed -i 's/"expect"/"dump": [], "expect"/' "$folder/mine.json"
sweep "$build/warplock" || fail "changed: status $?"
grep -q ' 3 runs from the store, 3 simulated, 0 failed' "$folder/said" || fail "a job file that has changed was not run anew"

# The same as a file, read from another folder; PTX with its options, several seeds, a search.
cat >"$folder/same.json" <<'JSON'
{"machines": "oaws", "set": {"gpu.sms": 1, "gpu.clusters": 1},
 "kernels": ["mine.json", "atax:64"],
 "policies": {"policy": "swl", "set": {"policy.swl_limit": [1, "2..3"]}}}
JSON
"$build/warplock" campaign "$folder/same.json" --store "$folder/store.sqlite" >"$folder/again" 2>"$folder/said" || fail "the file: status $?"
grep -q ' 6 runs from the store, 0 simulated, 0 failed' "$folder/said" || fail "the file is not the same"
"$build/warplock" sweep --set gpu.sms=1 --set gpu.clusters=1 --set l1d.sets=32,64 --store "$folder/ptx.sqlite" --grid 2 --block 4 \
    --arg buf:s32:1 --arg buf:f32:8 --arg s32:8 --arg f32:0.5 "$folder/small.ptx" >"$folder/ptx" 2>"$folder/said" || fail "PTX: status $?"
grep -q ' 2 simulated, 0 failed' "$folder/said" || fail "PTX was not run"
# Files of a campaign file lie where it does, those of arguments too; on the command line they lie in the working folder.
head -c 32 /dev/zero >"$folder/numbers.bin"
args='"buf:s32:1", "buf:f32:8:file=numbers.bin", "s32:8", "f32:0.5"'
echo "{\"kernels\": {\"kernel\": \"small.ptx\", \"grid\": \"2\", \"block\": \"4\", \"args\": [$args]}, \"policies\": \"gto\"}" >"$folder/args.json"
"$build/warplock" campaign "$folder/args.json" --store "$folder/args.sqlite" >"$folder/printed" 2>"$folder/said" || fail "arguments: status $?"
grep -q ' 1 simulated, 0 failed' "$folder/said" || fail "a file of an argument was not found"
sed -i 's/numbers.bin/nowhere.bin/' "$folder/args.json"
"$build/warplock" campaign "$folder/args.json" --store "$folder/args.sqlite" >"$folder/printed" 2>"$folder/said" && fail "no file, no mistake"
grep -q "$folder/nowhere.bin: cannot be read" "$folder/said" || fail "another file of an argument was looked for"
"$build/warplock" sweep --store "$folder/args.sqlite" --grid 2 --block 4 --arg buf:s32:1 --arg "buf:f32:8:file=$folder/numbers.bin" --arg s32:8 \
    --arg f32:0.5 "$folder/small.ptx" >"$folder/printed" 2>"$folder/said" || fail "arguments of a sweep: status $?"
grep -q ' 1 runs from the store' "$folder/said" || fail "a sweep with the same file is another run"
cat >"$folder/search.json" <<'JSON'
{"machines": "oaws", "set": {"gpu.sms": 1, "gpu.clusters": 1}, "kernels": "bfs:64", "seeds": "0..1",
 "searches": [{"name": "mshr-best", "systems": "gto l1d.mshrs=16,48,64"}],
 "policies": ["gto", "mshr-best"], "figures": [{"id": "all", "systems": "gto l1d.mshrs=16,48,64"}]}
JSON
"$build/warplock" campaign "$folder/search.json" --store "$folder/search.sqlite" >"$folder/search" 2>"$folder/said" || fail "search: status $?"
grep -q ' 8 simulated, 0 failed' "$folder/said" || fail "the search did not try its three values with two seeds"
awk '$1 == "bfs" { n = 0; for (i = 2; i <= NF; i++) if ($i !~ /[+]/) number[++n] = $i
        if (n == 2) best = number[2]; else for (i = 1; i <= n; i++) most = number[i] > most ? number[i] : most }
    END { exit !(most > 0 && best == most) }' "$folder/search" || fail "the best is not the best" "$folder/search"

# What another step has run of a search is not all of it; with what follows its name the best of all is run, too.
cat >"$folder/later.json" <<'JSON'
{"machines": "oaws", "set": {"gpu.sms": 1, "gpu.clusters": 1}, "kernels": "atax:64",
 "searches": [{"name": "mshr-best", "systems": "gto l1d.mshrs=4,16,48"}],
 "runs": [{"systems": "gto l1d.mshrs=4"}, {"step": 1, "systems": "mshr-best"}, {"step": 2, "systems": "mshr-best l1d.ways=2"}],
 "figures": [{"id": "all", "systems": "gto l1d.mshrs=4,16,48;mshr-best"}]}
JSON
later() { # later PROGRAM STORE: how many runs it has made
    "$1" campaign "$folder/later.json" --store "$folder/$2.sqlite" >"$folder/printed" 2>"$folder/said"
    sed -n 's/.*, \([0-9]*\) simulated, 0 failed$/\1/p' "$folder/said"
}
[ "$(later "$build/warplock" later)" = 4 ] || fail "a search of which a value was there: $(later "$build/warplock" again), expected 4 runs"
plant_copy sim/campaign/plans.c "$folder/plans.c" 's/tried = plan_search(/tried = campaign_find(c, kernel, row->name) || plan_search(/' &&
    program_with "$folder/plans.c" "$folder/warplock" || exit 1
[ "$(later "$folder/warplock" planted)" = 2 ] || fail "a search whose other values are not tried was not noticed"

# What divides by a counter that is 0 in every run has no value, and that is a failure with its reason.
"$build/warplock" sweep --plot cycles/dram.writes --store "$folder/zero.sqlite" --folder "$folder/zero" vadd:64 >"$folder/printed" 2>"$folder/said"
[ $? = 1 ] && grep -q 'table cycles_dram_writes: no value: dram.writes is 0 in every run$' "$folder/said" &&
    grep -q '^no value: dram.writes is 0 in every run$' "$folder/printed" && [ ! -e "$folder/zero/cycles_dram_writes.svg" ] &&
    grep -q '1 simulated, 0 failed' "$folder/said" || fail "a quotient by 0"

# More than can be meant, and mistakes, are told before a store is made.
"$build/warplock" sweep --set l2.latency=1..1000 --set l1d.latency=1..1000 --set dram.queue=1..100 --policy gto,lrr --store "$folder/no.sqlite" atax \
    >"$folder/printed" 2>"$folder/said"
[ $? = 2 ] && [ ! -e "$folder/no.sqlite" ] && grep -q 'for 200000000 runs, expected at most 1000000' "$folder/said" || fail "200,000,000 runs"

# Two policies by three values: a line of each, the cell of a value in its row.
lines() { # lines PROGRAM
    # shellcheck disable=SC2086
    "$1" sweep $machine --policy gto,lrr --set l1d.mshrs=4,16,48 --plot ipc --store "$folder/lines.sqlite" --folder "$folder/lines" atax:64 >"$folder/printed" 2>"$folder/said"
}
each_in_its_line() {
    for policy in gto lrr; do
        for mshrs in 4 16 48; do
            # shellcheck disable=SC2086
            value=$("$build/warplock" run --json $machine --policy $policy --set l1d.mshrs=$mshrs atax:64 | sed -n 's/^ *"ipc": \([0-9.]*\),*$/\1/p' | head -n 1)
            awk -F, -v title="atax $policy" -v mshrs=$mshrs -v value="$value" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == title) at = i }
                at && $1 == mshrs { good = $at "" == value "" } END { exit !good }' "$folder/lines/ipc.csv" || { echo "$policy, $mshrs MSHRs: expected $value"; return 1; }
        done
    done
}
lines "$build/warplock" || fail "lines: status $?"
each_in_its_line || fail "the lines: seen others, expected each system's in its own" "$folder/lines/ipc.csv"

with_figures() { # with_figures SCRIPT: warplock with the plant in it
    plant_copy sim/campaign/figures.c "$folder/figures.c" "$1" && program_with "$folder/figures.c" "$folder/warplock"
}
with_figures 's/systems, line + row \* lines, k.system/systems, row + line * values, k.system/' || exit 1
lines "$folder/warplock"
each_in_its_line >/dev/null && fail "lines and rows that are exchanged were not noticed"

with_figures 's/systems, line + row \* lines, k.system/systems, line + (values - 1 - row) * lines, k.system/' || exit 1
sweep "$folder/warplock"
tables_hold >/dev/null && fail "values in another order were not noticed"
exit 0
