#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Tables of several seeds: each cell is the mean over the seeds of the single runs' quotients, with half of its 95 % interval
# as worked out by hand here, and a mark where no difference lies within it; of one seed there is none.
# Shown to fail: the interval of two degrees of freedom more.
# needs: warplock
set -u
. tests/lib.sh
folder=$BUILD/campaign_seeds
rm -rf "$folder"
mkdir -p "$folder"
run='--machine oaws --size 64 --set gpu.sms=2 --set gpu.clusters=2'
"$BUILD/warplock" sweep $run --policy gto,lrr,oaws-dyn --baseline gto --seeds 3 --store "$folder/seeds.sqlite" \
    --folder "$folder/tables" --plot ipc bfs >"$folder/out" 2>"$folder/said" || fail "warplock: exit status $?, expected 0" "$folder/said"
for seed in 0 1 2; do
    "$BUILD/warplock" run --csv - $run --policy gto,lrr,oaws-dyn --seed $seed bfs 2>/dev/null
done >"$folder/runs.csv"
by_hand() { # by_hand T: mean, half and mark of IPC over gto's, by the quantile of Student's t for three seeds, 4.302653
    awk -F , -v t="$1" '
        $2 == "policy" { for (i = 1; i <= NF; i++) if ($i == "ipc") ipc = i; next }
        $2 == "gto" { base = $ipc }
        { n[$2]++; x[$2, n[$2]] = $ipc / base }
        END {
            split("gto lrr oaws-dyn", policy, " ")
            for (p = 1; p <= 3; p++) {
                mean = squares = 0
                for (i = 1; i <= 3; i++) mean += x[policy[p], i] / 3
                for (i = 1; i <= 3; i++) squares += (x[policy[p], i] - mean) ^ 2
                half = t * sqrt(squares / 2 / 3)
                printf " %.6f %.6f %d", mean, half, mean - 1 <= half && 1 - mean <= half
            }
            print ""
        }' "$folder/runs.csv"
}
seen=$(awk -F , '$1 == "bfs" { for (i = 2; i <= NF; i += 3) printf " %.6f %.6f %d", $i, $(i + 1), $(i + 2); print "" }' \
    "$folder/tables/ipc.csv")
equal "means and intervals by hand" "$seen" "$(by_hand 4.302653)"
[ "$seen" != "$(by_hand 2.776445)" ] || fail "the interval of two degrees more: seen $seen, expected another"
grep -q '^kernel,gto,gto.half,gto.within,lrr,lrr.half,lrr.within,' "$folder/tables/ipc.csv" || { head -n 1 "$folder/tables/ipc.csv"; exit 1; }
grep -q '^  bfs  .*1.000 +-0.000 ~  0\.[0-9]* +-0\.[0-9]*   *1.000' "$folder/out" &&
    tr '\n' ' ' <"$folder/out" | grep -q '+- half of the 95 % interval .*; ~ no difference lies within it' &&
    grep -q '^| bfs | 1.000 +-0.000 ~ | 0\.' "$folder/tables/sweep.md" || fail "tables of several seeds: seen others, expected means with +- and ~" "$folder/out"
# `results` says the same of the same runs.
results=$("$BUILD/warplock" results "$folder/seeds.sqlite" --spread --baseline gto --columns ipc --csv - 2>/dev/null |
    awk -F , 'NR > 1 { printf " %.6f %.6f %d", $(NF - 2), $(NF - 1), $NF } END { print "" }')
equal "results of the same runs" "$results" "$seen"
# Of one seed there is no interval and no mark.
"$BUILD/warplock" sweep $run --policy gto,lrr,oaws-dyn --baseline gto --store "$folder/seeds.sqlite" --plot ipc bfs \
    --folder "$folder/one" >"$folder/out" 2>/dev/null
! grep -q '+-' "$folder/out" && grep -q '^  bfs ' "$folder/out" || fail "one seed: seen an interval, or no row, expected a row without one" "$folder/out"
[ "$failures" = 0 ]
