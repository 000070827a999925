#!/bin/sh
# OAWS's policies in the whole machine. E-3: static with a miss rate of 0, and dynamic with OCW pinned to all warps, issue
# as GTO does, instruction by instruction and cycle by cycle; otherwise they do not, and stalls for MSHRs fall. Throttled
# kernels with barriers end. Every block of the policies in lockstep with its Verilog.
set -u
BUILD=${BUILD:-build}
work=$BUILD/tests/sim/policy
mkdir -p "$work"
failures=0
complain() { echo "FAILED: $1"; failures=$((failures + 1)); }

run() { # run NAME MACHINE POLICY KERNEL OPTION...: issue trace and table
    name=$1 machine=$2 policy=$3 kernel=$4
    shift 4
    "$BUILD/warplock" run --machine "$machine" --policy "$policy" --blocks c --issue-trace "$work/$name.trace" "$@" "$kernel" \
        >"$work/$name.out" 2>&1 || { complain "$name"; cat "$work/$name.out"; }
}
stalls() { sed -n 's/^ *stalls.ldst_mshr *\([0-9,]*\) .*/\1/p' "$work/$1.out" | tr -d ,; }

for machine in gtx480 oaws; do
    for kernel in atax bfs reduce; do
        run gto $machine gto $kernel
        run static_0 $machine oaws-static $kernel --set policy.smr=0
        run pinned $machine oaws-dyn $kernel --set policy.ocw_pin=48
        for same in static_0 pinned; do
            if cmp -s "$work/gto.trace" "$work/$same.trace"; then echo "$machine $kernel: $same issues as gto does"
            else complain "$machine $kernel: $same does not issue as gto does"; fi
        done
    done
    run gto $machine gto atax
    for policy in oaws-static oaws-dyn ocw; do
        run $policy $machine $policy atax
        cmp -s "$work/gto.trace" "$work/$policy.trace" && complain "$machine atax: $policy issues as gto does"
        [ "$(stalls $policy)" -lt "$(stalls gto)" ] || complain "$machine atax: $policy has $(stalls $policy) MSHR stalls"
        echo "$machine atax: MSHR stalls $(stalls gto) under gto, $(stalls $policy) under $policy"
    done
done

# A throttle down to two warps, and barriers.
run throttled gtx480 ocw reduce --set policy.ocw_pin=1

"$BUILD/warplock" run --machine gtx480 --policy oaws-static,oaws-dyn,ocw --blocks lockstep atax >"$work/lockstep.out" 2>&1 ||
    { complain "lockstep"; cat "$work/lockstep.out"; }
grep 'lockstep\.\(cycles\|mismatches\)' "$work/lockstep.out"
[ "$failures" = 0 ]
