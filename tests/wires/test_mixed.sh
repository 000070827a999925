#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Divergent stores, loads of bytes, local and generic loads, atomics, membar, few lanes, barriers of some threads and
# several launches (tests/wires/mixed.ptx) under GTO, the policies of OAWS and CCWS: every block in lockstep in every
# cycle without a mismatch, the same results as without timing, and every wire of both SMs reached and as it must be;
# under OAWS with policy.oaws_mshrs, too. A kernel with a turn more has other results. In `make test` three of the policies in lockstep, and of each one SM, in turn.
set -u
. tests/lib.sh
work=$BUILD/wires_mixed
rm -rf "$work" && mkdir -p "$work" && cp tests/wires/mixed.ptx tests/wires/mixed.job.json "$work" || exit 1
job=$work/mixed.job.json

simulate() { "$BUILD/warplock" run --machine oaws --set gpu.sms=2 --set gpu.clusters=2 "$@" >"$work/log" 2>&1; }

"$BUILD/warplock" run --functional "$job" >"$work/log" 2>&1 && mv "$work/to.bin" "$work/functional.bin" ||
    { complain "without timing: $(tail -n 1 "$work/log")"; exit 1; }
lockstep() { # lockstep POLICY OPTION...
    simulate --policy "$@" --verbose --blocks lockstep --lockstep every "$job" || complain "$1: $(tail -n 1 "$work/log")"
    grep -q '^ *lockstep.mismatches  *0 ' "$work/log" || complain "$1: mismatches"
    grep -q '^ *lockstep.skipped  *0 ' "$work/log" || complain "$1: a cycle is left out"
    same_results "$1"
}
recorded() { # recorded SM POLICY OPTION...
    sm=$1
    shift
    rm -rf "$work/record"
    simulate --policy "$@" --record-sm "$sm" --record "$work/record" --record-window 100000 "$job" ||
        complain "$*, recorded: $(tail -n 1 "$work/log")"
    "$BUILD/warplock" check --every "$work/record" >"$work/found" || { complain "$*, SM $sm:"; cat "$work/found"; }
    echo "$*, SM $sm: $(tail -n 1 "$work/found")"
    same_results "$*, recorded"
}
same_results() { cmp -s "$work/to.bin" "$work/functional.bin" || complain "$1: other results than without timing"; }
turn=0
for policy in gto oaws-static oaws-dyn ocw ccws ccws-priority; do
    case $policy in oaws-static | ocw | ccws-priority) ! tier_is_all || lockstep "$policy" ;; *) lockstep "$policy" ;; esac
    [ $policy = gto ] && continue
    turn=$((1 - turn))
    for sm in $(tier_is_all && echo 0 1 || echo $turn); do recorded "$sm" $policy; done
done
# OAWS counting with fewer MSHRs than the L1D has.
if tier_is_all; then
    lockstep oaws-dyn --set l1d.mshrs=96 --set policy.oaws_mshrs=32
    recorded 0 oaws-dyn --set l1d.mshrs=96 --set policy.oaws_mshrs=32
else
    recorded 0 oaws-dyn --set policy.oaws_mshrs=12
fi
sed 's/{"u32": 2}/{"u32": 3}/' tests/wires/mixed.job.json >"$job"
simulate --policy oaws-dyn "$job"
cmp -s "$work/to.bin" "$work/functional.bin" && complain "a turn more changes no result"
[ "$failures" = 0 ]
