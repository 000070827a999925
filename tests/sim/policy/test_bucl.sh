#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# BUCL in the whole GPU. With nothing left to bypass, every threshold of the un-coalescing degree at 32 accesses and that of the
# hit rate at 0, issue trace and every counter are GTO's, under bucl-prf too, and under swl+bucl those of swl; in `make test`
# of two kernels, in `make test-all` of all. With the usual thresholds they are not. A kernel with barriers ends under each of
# the policies, and under swl+bucl at the narrowest limit. The registers of bucl_update are columns of a timeline.
set -u
. tests/sim/policy/common.sh
begin bucl
kernels="bfs atax"
tier_is_all && kernels=$("$BUILD/warplock" kernels --json | sed -n 's/^ *"kernel": "\([a-z0-9]*\)".*/\1/p')
nothing='--set policy.bucl_tucd=32 --set policy.bucl_tucd_min=32 --set policy.bucl_tucd_max=32 --set policy.bucl_l1dhr=0'
usual='--set policy.bucl_tucd=5'

# numbers NAME: the report without what names the policy or is a time
numbers() { grep -v -e '"policy"' -e '"wall_seconds"' -e '"help"' "$work/$1.out" >"$work/$1.numbers"; }

# same POLICY OTHER MACHINE KERNEL OPTION...: whether trace and counters of both are the same
same() {
    one=$1 other=$2 machine=$3 kernel=$4
    shift 4
    trace one "$BUILD/warplock" "$machine" "$one" "$kernel" c --json --set policy.swl_limit=9 "$@" && numbers one
    trace other "$BUILD/warplock" "$machine" "$other" "$kernel" c --json --set policy.swl_limit=9 "$@" && numbers other
    [ -s "$work/one.trace" ] && cmp -s "$work/one.trace" "$work/other.trace" && cmp -s "$work/one.numbers" "$work/other.numbers"
}

count=0
for machine in bucl gtx480; do
    for kernel in $kernels; do
        for pair in "gto bucl-dyn" "gto bucl-prf" "swl swl+bucl"; do
            tier_is_all || [ "$pair" = "gto bucl-dyn" ] || [ "$machine,$kernel" = bucl,bfs ] || continue
            # shellcheck disable=SC2086
            same $pair $machine "$kernel" $nothing || complain "$kernel on $machine, $pair: with nothing to bypass they differ"
            count=$((count + 1))
        done
    done
done
echo "$count pairs of runs are the same with nothing left to bypass"
# shellcheck disable=SC2086
same gto bucl-dyn bucl bfs $usual && complain "the check finds no difference with the usual thresholds"

for policy in mrpb bucl-dyn bucl-prf swl+bucl; do
    for kernel in $(case $policy in mrpb | bucl-prf) echo reduce ;; *) echo pathfinder ;; esac) $(tier_is_all && echo reduce pathfinder); do
        "$BUILD/warplock" run --machine bucl --policy $policy --set policy.swl_limit=1 --set l1d.mshrs=2 --json --max-cycles 2000000 \
            $kernel >"$work/barriers" 2>"$work/barriers.error" && [ "$(value barriers verified)" = true ] ||
            complain "$kernel under $policy: $(cat "$work/barriers.error")"
    done
done

"$BUILD/warplock" run --machine bucl --policy bucl-dyn --timeline "$work/timeline.csv" --timeline-interval 1000 gesummv >"$work/log" 2>&1 ||
    complain "$(cat "$work/log")"
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
    function of(name) { if (!(name in column)) missing = name; return $column[name] }
    { tucd[NR] = of("gpu.tucd_mean"); low += of("gpu.l1dhr_low_mean"); full += of("gpu.uib_low_ones_mean") < 12 }
    END { exit !(missing == "" && tucd[2] <= 5 && tucd[2] > 2 && tucd[NR] == 2 && low > 0 && full > 0) }' "$work/timeline.csv" ||
    complain "the timeline has no threshold that falls from 5 to 2, no low hit rate or no full buffer: $(head -n 3 "$work/timeline.csv")"
[ "$failures" = 0 ]
