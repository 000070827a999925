#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock
# A thousand tiny runs on a real Slurm of three nodes (slurm_cluster.sh), each in a task of its own, and 50 in a task: the
# tables and the store are those of this machine's processes, nothing is lost. Prints what a run costs beyond itself: the time
# by the clock less what the runs take, of which six go at once. RUNS=N: another number. Shown to fail: a row that is
# missing or another.
set -u
. tests/lib.sh
. tests/sim/campaign/slurm_scene.sh
RUNS=${RUNS:-1000}
submitter=''
also_end() { [ -z "$submitter" ] || kill -9 "$submitter" 2>/dev/null; }
scene_begin slurm_thousand 100m MaxArraySize=1001 MinJobAge=10
fail() { complain "$1" "${2:-$work/said}"; exit 1; }
sweep() { # sweep NAME ARGUMENTS...: of two runs with the same cycles one is under each policy
    name=$1
    shift
    "$build/warplock" sweep --policy gto,lrr --set "dram.latency=101..$((100 + RUNS / 2))" --set gpu.sms=2 --set gpu.clusters=2 \
        vadd --size 64 --store "$work/$name.sqlite" "$@"
}
sweep local >"$work/want" 2>"$work/said" || fail "the local campaign"
[ "$(rows "$work/local.sqlite")" = "$RUNS" ] || fail "$(rows "$work/local.sqlite") runs, expected $RUNS"
now() { date +%s%N | cut -c1-13; }              # milliseconds

echo "| runs of a task | tasks | s by the clock | s of the runs | ms a run beyond itself |"
echo "| ---: | ---: | ---: | ---: | ---: |"
for slice in 1 50; do
    began=$(now)
    sweep "by$slice" --engine slurm --slurm-folder "$work/shared/by$slice" --slurm-poll 2 --slurm-slice $slice \
        >"$work/out" 2>"$work/said" &
    submitter=$!
    wait $submitter
    status=$?
    submitter=
    ended=$(now)
    [ $status = 0 ] || fail "slices of $slice: status $status"
    cmp -s "$work/want" "$work/out" || fail "slices of $slice: the tables differ"
    same_rows "$work/local.sqlite" "$work/by$slice.sqlite" || fail "slices of $slice: the stores differ"
    sqlite3 "$work/by$slice.sqlite" 'SELECT sum(seconds) FROM runs' | awk -v slice=$slice -v runs="$RUNS" -v clock=$((ended - began)) '{
        printf "| %d | %d | %.1f | %.1f | %.1f |\n", slice, (runs + slice - 1) / slice, clock / 1000, $1, (clock - $1 * 1000 / 6) / runs }'
done
rows_are_compared "$work/local.sqlite" || exit 1
