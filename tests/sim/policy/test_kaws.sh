#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# KAWS in the whole GPU. With both halves off (`kaws` with its two keys at 0) the issue trace is that of `oldest`, byte for
# byte; with one half off it is that of the policy of the other half alone; and each half changes a trace of its own, a loan
# by way of another scheduler's number (in `make test` two kernels, in `make test-all` all of them). Kernels with barriers
# end and are right where nearly every register is full and loans are many. What a loan needs a machine must have.
set -u
. tests/sim/policy/common.sh
begin kaws
kernels="conv2d reduce" least=2
tier_is_all && least=3 && kernels=$("$BUILD/warplock" kernels --json | sed -n 's/^ *"kernel": "\([a-z0-9]*\)".*/\1/p')

same() { [ -s "$work/$1.trace" ] && cmp -s "$work/$1.trace" "$work/$2.trace"; }
# loans TRACE: instructions by way of another scheduler than the warp's (cycle, SM, scheduler, warp, pc)
loans() { awk '$4 % 4 != $3 { n++ } END { print n + 0 }' "$work/$1.trace"; }

count=0 turned=0 lent=0
for kernel in $kernels; do
    trace oldest "$BUILD/warplock" kaws oldest $kernel c
    trace progress "$BUILD/warplock" kaws kaws-progress $kernel c
    trace share "$BUILD/warplock" kaws kaws-share $kernel c
    trace off "$BUILD/warplock" kaws kaws $kernel c --set policy.kaws_progress=0 --set policy.kaws_share=0
    trace no_share "$BUILD/warplock" kaws kaws $kernel c --set policy.kaws_share=0
    trace no_progress "$BUILD/warplock" kaws kaws $kernel c --set policy.kaws_progress=0
    same oldest off || complain "$kernel: with both halves off the issue trace is not that of oldest first"
    same progress no_share || complain "$kernel: kaws without loans is not kaws-progress"
    same share no_progress || complain "$kernel: kaws without progress is not kaws-share"
    [ "$(loans oldest)" = 0 ] && [ "$(loans progress)" = 0 ] || complain "$kernel: a loan under a policy that does not lend"
    same oldest progress || turned=$((turned + 1))
    same oldest share || lent=$((lent + 1))
    count=$((count + 1))
done
echo "$count traces with both halves off are those of oldest first; progress changes $turned of them, sharing $lent"
[ $turned -ge $least ] || complain "progress changes $turned traces, expected at least $least"
[ $lent -ge $least ] || complain "sharing changes $lent traces, expected at least $least"

# --- barriers, with two collectors for all schedulers: a loan for nearly everything that waits
for policy in kaws kaws-progress kaws-share; do
    for kernel in reduce $(tier_is_all && echo pathfinder); do
        trace narrow "$BUILD/warplock" kaws $policy $kernel c --json --max-cycles 1000000 --set core.generic_collectors=2 --size 8192
        [ "$(value narrow.out verified)" = true ] || complain "$kernel under $policy with two collectors: not verified"
        [ $policy = kaws-progress ] || [ "$(loans narrow)" -gt 100 ] || complain "$kernel under $policy: $(loans narrow) loans"
        echo "$kernel under $policy with two collectors ends after $(value narrow.out cycles) cycles and $(loans narrow) loans"
    done
done

# --- machines
for policy in kaws kaws-share; do
    "$BUILD/warplock" run --machine oaws --policy $policy vadd >"$work/refused" 2>&1
    [ $? = 2 ] && grep -q 'core.sub_cores' "$work/refused" || complain "$policy on oaws: $(cat "$work/refused")"
done
for machine in oaws ccws gtx480; do
    for policy in oldest kaws-progress; do
        "$BUILD/warplock" run --machine $machine --policy $policy --json vadd >"$work/elsewhere" 2>&1
        [ "$(value elsewhere verified)" = true ] || complain "vadd under $policy on $machine: $(cat "$work/elsewhere")"
    done
done
[ "$failures" = 0 ]
