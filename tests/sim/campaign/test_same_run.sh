#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A kernel that does the same for each seed (`same_run`; tests/sim/workload/test_same_run.c proves which they are) is run once
# in a campaign of several seeds, and its whole report is that of a run with another seed. In `make test` every tenth of
# them, in `make test-all` each. Shown to fail: a kernel that goes by its inputs is run once.
# needs: warplock
set -u
. tests/lib.sh
folder=$BUILD/campaign_same_run
rm -rf "$folder"
mkdir -p "$folder"
small='--machine oaws --set gpu.sms=2 --set gpu.clusters=2'

# The same report but for the seed and the time: every counter.
# shellcheck disable=SC2086
report() { # report KERNEL SEED
    "$BUILD/warplock" run $small --policy oaws-dyn --per-line --json --seed "$2" "$1" 2>"$folder/said" |
        sed -E 's/"seed": *[0-9]+//g; s/"(seconds|wall_seconds|peak_kb)": *[0-9.e+-]+//g'
}
differ() { # differ KERNEL: whether two seeds give two reports
    report "$1" 0 >"$folder/usual"
    report "$1" 7 >"$folder/other"
    grep -q '"cycles"' "$folder/usual" || complain "$1: no report: $(cat "$folder/said")"
    ! cmp -s "$folder/usual" "$folder/other"
}
all=$(grep -l 'same_run = true' sim/workload/bundled/*.c | sed 's,.*/,,; s,\.c$,,')
number=0
for kernel in $all; do
    number=$((number + 1))
    tier_is_all || [ $((number % 10)) = 1 ] || continue
    differ "$kernel" && complain "$kernel: another report with another seed" && diff "$folder/usual" "$folder/other" | head -n 4
done
differ bfs || complain "bfs has the same report with another seed: nothing is compared"

# Made once in a campaign, and its interval is none; the others for each seed.
# shellcheck disable=SC2086
"$BUILD/warplock" sweep $small --size 256 --policy gto,lrr --baseline gto --seeds 3 --store "$folder/seeds.sqlite" \
    --folder "$folder/tables" vadd bfs >"$folder/out" 2>"$folder/said" || fail "warplock: exit status $?, expected 0" "$folder/said"
grep -q ' 8 simulated, 0 failed' "$folder/said" || complain "2 policies by 1 and 3 seeds: $(tail -n 1 "$folder/said")"
runs() { "$BUILD/warplock" results "$folder/seeds.sqlite" --kernel "$1" --csv - --columns seed 2>/dev/null | grep -c '^[0-9]'; }
[ "$(runs vadd) $(runs bfs)" = "2 6" ] || complain "runs of vadd and bfs in the store: $(runs vadd) $(runs bfs)"
awk -F , '$1 == "vadd" && $5 > 0 && $6 == 0 { good = 1 } END { exit !good }' "$folder/tables/ipc.csv" ||
    { complain "vadd's row of the table:"; grep vadd "$folder/tables/ipc.csv"; }
# The page lists them.
# shellcheck disable=SC2016
tr '\n' ' ' <docs/workloads.md | grep -o 'do the same for each seed: [^.]*' | grep -o '`[a-z0-9_]*`' | tr -d '`' | sort >"$folder/page"
# shellcheck disable=SC2086
printf "%s\n" $all | sort | diff "$folder/page" - || complain "docs/workloads.md lists other kernels that do the same for each seed"
[ "$failures" = 0 ]
