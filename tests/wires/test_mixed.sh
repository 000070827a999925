#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Divergent stores, loads of bytes, local and generic loads, atomics, membar, few lanes, barriers of some threads and
# several launches (tests/wires/mixed.ptx) under GTO, the policies of OAWS and CCWS: every block in lockstep in every
# cycle without a mismatch, the same results as without timing, and every wire of both SMs reached and as it must be. A
# kernel with a turn more has other results.
set -u
BUILD=${BUILD:-build}
work=$BUILD/wires_mixed
failures=0
complain() { echo "FAILED: $1"; failures=$((failures + 1)); }
rm -rf "$work" && mkdir -p "$work" && cp tests/wires/mixed.ptx tests/wires/mixed.job.json "$work" || exit 1
job=$work/mixed.job.json

simulate() { "$BUILD/warplock" run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 "$@" >"$work/log" 2>&1; }

"$BUILD/warplock" run --functional "$job" >"$work/log" 2>&1 && mv "$work/to.bin" "$work/functional.bin" ||
    { complain "without timing: $(tail -n 1 "$work/log")"; exit 1; }
for policy in gto oaws-static oaws-dyn ocw ccws; do
    simulate --policy $policy --verbose --blocks lockstep --lockstep every "$job" || complain "$policy: $(tail -n 1 "$work/log")"
    grep -q '^ *lockstep.mismatches  *0 ' "$work/log" || complain "$policy: mismatches"
    grep -q '^ *lockstep.skipped  *0 ' "$work/log" || complain "$policy: a cycle is left out"
    cmp -s "$work/to.bin" "$work/functional.bin" || complain "$policy: other results than without timing"
    [ $policy = gto ] && continue
    for sm in 0 1; do
        rm -rf "$work/record"
        simulate --policy $policy --record-sm $sm --record "$work/record" --record-window 100000 "$job" ||
            complain "$policy, recorded: $(tail -n 1 "$work/log")"
        "$BUILD/warplock" check --every "$work/record" >"$work/found" || { complain "$policy, SM $sm:"; cat "$work/found"; }
        echo "$policy, SM $sm: $(tail -n 1 "$work/found")"
    done
done
sed 's/{"u32": 2}/{"u32": 3}/' tests/wires/mixed.job.json >"$job"
simulate --policy oaws-dyn "$job"
cmp -s "$work/to.bin" "$work/functional.bin" && complain "a turn more changes no result"
[ "$failures" = 0 ]
