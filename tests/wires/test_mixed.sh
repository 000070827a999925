#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Divergent stores, loads of bytes, local and generic loads, atomics, membar, few lanes, barriers of some threads and
# several launches (tests/wires/mixed.ptx) under GTO, the policies of OAWS and CCWS: every block in lockstep in every
# cycle without a mismatch, the same results as without timing, and every wire of both SMs reached and as it must be. A
# kernel with a turn more has other results. In `make test` three of the policies in lockstep, and of each one SM, in turn.
set -u
. tests/lib.sh
work=$BUILD/wires_mixed
rm -rf "$work" && mkdir -p "$work" && cp tests/wires/mixed.ptx tests/wires/mixed.job.json "$work" || exit 1
job=$work/mixed.job.json

simulate() { "$BUILD/warplock" run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 "$@" >"$work/log" 2>&1; }

"$BUILD/warplock" run --functional "$job" >"$work/log" 2>&1 && mv "$work/to.bin" "$work/functional.bin" ||
    { complain "without timing: $(tail -n 1 "$work/log")"; exit 1; }
lockstep() { # lockstep POLICY
    simulate --policy "$1" --verbose --blocks lockstep --lockstep every "$job" || complain "$1: $(tail -n 1 "$work/log")"
    grep -q '^ *lockstep.mismatches  *0 ' "$work/log" || complain "$1: mismatches"
    grep -q '^ *lockstep.skipped  *0 ' "$work/log" || complain "$1: a cycle is left out"
    same_results "$1"
}
same_results() { cmp -s "$work/to.bin" "$work/functional.bin" || complain "$1: other results than without timing"; }
turn=0
for policy in gto oaws-static oaws-dyn ocw ccws ccws-priority; do
    case $policy in oaws-static | ocw | ccws-priority) ! tier_is_all || lockstep "$policy" ;; *) lockstep "$policy" ;; esac
    [ $policy = gto ] && continue
    turn=$((1 - turn))
    for sm in $(tier_is_all && echo 0 1 || echo $turn); do
        rm -rf "$work/record"
        simulate --policy $policy --record-sm $sm --record "$work/record" --record-window 100000 "$job" ||
            complain "$policy, recorded: $(tail -n 1 "$work/log")"
        "$BUILD/warplock" check --every "$work/record" >"$work/found" || { complain "$policy, SM $sm:"; cat "$work/found"; }
        echo "$policy, SM $sm: $(tail -n 1 "$work/found")"
        same_results "$policy, recorded"
    done
done
sed 's/{"u32": 2}/{"u32": 3}/' tests/wires/mixed.job.json >"$job"
simulate --policy oaws-dyn "$job"
cmp -s "$work/to.bin" "$work/functional.bin" && complain "a turn more changes no result"
[ "$failures" = 0 ]
