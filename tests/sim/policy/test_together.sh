#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Policies together in the whole GPU. What is put together of a system's own steps is that system, to the last byte of trace and
# counters; so is a policy beside itself or beside lrr. Compositions of several systems agree with the Verilog in lockstep, and `check`
# finds nothing in their recordings; of two that act at different places both show in the counters. In `make test` one kernel, in `make test-all` five.
set -u
. tests/sim/policy/common.sh
begin together
kernels=gesummv:512
tier_is_all && kernels="gesummv:512 bfs:1024 kmeans:512 pathfinder:1024 spmv:512"

numbers() { grep -v -e '"policy"' -e '"wall_seconds"' -e '"help"' "$work/$1.out" >"$work/$1.numbers"; }
# same MACHINE POLICY OTHER KERNEL: trace and counters
same() {
    trace one "$BUILD/warplock" "$1" "$2" "$4" c --json --set policy.swl_limit=9 && numbers one
    trace other "$BUILD/warplock" "$1" "$3" "$4" c --json --set policy.swl_limit=9 && numbers other
    [ -s "$work/one.trace" ] && cmp -s "$work/one.trace" "$work/other.trace" && cmp -s "$work/one.numbers" "$work/other.numbers"
}

for kernel in $kernels; do
    for row in "owl owl cta-aware-locality-blp+owl-prefetch" "owl owl owl-prefetch+cta-aware-locality-blp" "bucl swl+bucl swl+bucl-dyn" \
        "bucl swl+bucl bucl-dyn+swl" "oaws oaws-dyn oaws-dyn+oaws-dyn" "oaws oaws-dyn lrr+oaws-dyn" "bucl bucl-dyn gto+bucl-dyn" \
        "kaws kaws kaws+lrr" "ccws ccws ccws+gto" "oaws mascar mascar+mascar" "gtx480 lrr lrr+lrr" "owl owl-prefetch lrr+owl-prefetch"; do
        # shellcheck disable=SC2086
        set -- $row
        same "$1" "$2" "$3" "$kernel" || complain "$kernel on $1: $3 is not $2"
    done
    count=0
    for row in "oaws oaws-dyn+bucl-dyn" "oaws oaws-static+mrpb" "owl gto+owl-prefetch" "bucl ccws+bucl-dyn" "oaws cta-aware+oaws-dyn" \
        "kaws kaws+ccws" "bucl 2lvl-gto+bucl-prf" "oaws mascar+swl" "owl swl+owl-prefetch+mrpb" "bucl swl+ccws+bucl-dyn"; do
        # shellcheck disable=SC2086
        set -- $row
        rm -rf "$work/recording"
        "$BUILD/warplock" run --machine "$1" --policy "$2" --set policy.swl_limit=9 --set policy.bucl_period=300 --blocks lockstep \
            --record "$work/recording" --record-window 4000 --json "$kernel" >"$work/run" 2>"$work/error" &&
            [ "$(value run mismatches)" = 0 ] || complain "$kernel on $1 under $2: $(cat "$work/error")"
        "$BUILD/warplock" check "$work/recording" >"$work/checked" 2>&1 || complain "check of $2 on $1, $kernel: $(tail -n 3 "$work/checked")"
        count=$((count + 1))
    done
    echo "$kernel: $count compositions, no mismatch, no finding"
done

# Where OAWS holds loads back and BUCL lets loads pass, both do.
trace both "$BUILD/warplock" oaws oaws-dyn+bucl-dyn gesummv:512 c --json
[ "$(value both.out accesses_bypassed)" -gt 0 ] && [ "$(value both.out occluded)" -gt 0 ] || complain "oaws-dyn+bucl-dyn shows one alone"

# What is refused, on the command line and in a campaign.
refused() { # refused NAME WORDS
    "$BUILD/warplock" run vadd:64 --policy "$1" >"$work/out" 2>&1
    [ $? = 2 ] && grep -q "^warplock: --policy: $2" "$work/out" || complain "$1: $(cat "$work/out")"
}
refused gto+cta-aware 'gto+cta-aware: gto and cta-aware put warps in different orders$'
refused gto+oawsdyn 'there is no `oawsdyn`; the nearest is oaws-dyn;'
refused gto+ 'gto+: a policy is missing beside `+`$'
printf '{"runs": [{"kernels": ["vadd"], "systems": "mascar+mrpb"}]}\n' >"$work/campaign.json"
"$BUILD/warplock" campaign "$work/campaign.json" --size 64 --store "$work/store" >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'policies together, mascar+mrpb: mascar has accesses that fail executed again, mrpb lets them pass the L1D by' "$work/out" ||
    complain "a campaign: $(cat "$work/out")"
[ "$failures" = 0 ]
