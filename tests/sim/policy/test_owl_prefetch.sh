#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The fourth step of OWL in the whole GPU. Scheme 2 with C 0 is scheme 1: every event of every controller at the same clock, and every
# counter; with the default C it is not, where rows are fought for. C and Verilog of the blocks, and both in lockstep, count the same, though time jumps while
# nobody asks for anything. What was sent is filled or dropped, what was filled used, evicted or still there. Prefetches raise the
# share of L2 accesses that hit against the step before, printed for kernels of type 1; a machine whose L2 has sectors is refused.
set -u
. tests/sim/policy/common.sh
begin owl_prefetch
small='--machine owl'

# numbers NAME: the report without what names the run or is a time
numbers() { grep -v -e '"blocks"' -e '"wall_seconds"' -e '"policy\.owl' "$work/$1.json" | sed '/"lockstep": {/,/}/d' >"$work/$1.numbers"; }

# run NAME KERNEL OPTION...: NAME.json, and NAME.events, the lines of the controllers
run() {
    name=$1 kernel=$2
    shift 2
    # shellcheck disable=SC2086
    "$BUILD/warplock" run $small --policy owl --json --events "$work/all" "$@" "$kernel" >"$work/$name.json" 2>"$work/$name.error" ||
        complain "$kernel $*: $(cat "$work/$name.error")"
    grep ' controller ' "$work/all" >"$work/$name.events"
    numbers "$name"
}
kernels=srad least=1
tier_is_all && least=2 && kernels="backprop srad bfs kmeans spmv"
differ=0
for kernel in $kernels; do
    run one "$kernel" --set policy.owl_scheme=1
    run none "$kernel" --set policy.owl_lower=0 --set policy.owl_higher=0
    run two "$kernel"
    cmp "$work/one.events" "$work/none.events" && cmp "$work/one.numbers" "$work/none.numbers" ||
        complain "$kernel: scheme 2 with C 0 is not scheme 1"
    cmp -s "$work/one.events" "$work/two.events" || differ=$((differ + 1))
    echo "$kernel: scheme 2 with C 0 is scheme 1, $(wc -l <"$work/one.events") events of controllers; with C 8 and 16 there are $(wc -l <"$work/two.events")"
    for kind in 0 1 2; do
        grep -q " line_sent .* kind=$kind " "$work/two.events" || complain "$kernel: no line_sent of kind $kind"
    done
    sent=$(value two.json sent) used=$(value two.json used) dropped=$(value two.json dropped) evicted=$(value two.json evicted)
    [ "$sent" -gt 100 ] && [ $((used + dropped + evicted)) -le "$sent" ] && [ "$used" -gt 0 ] ||
        complain "$kernel: $sent lines sent, $used used, $dropped dropped, $evicted evicted"
    [ "$(grep -c ' line_sent .* kind=1 first=1' "$work/two.events")" = "$sent" ] || complain "$kernel: prefetches are not those that are told"
done
[ $differ -ge $least ] || complain "with the default C $differ kernels differ from scheme 1, expected at least $least"

# --- modes
few="--set gpu.sms=4 --set gpu.clusters=4" smaller=:512
tier_is_all && few= smaller=
# shellcheck disable=SC2086
modes=$(tier_is_all && echo verilog) # in lockstep it is evaluated, too
for mode in c lockstep $modes; do run $mode bfs$smaller $few --blocks $mode; done
# shellcheck disable=SC2086
run every bfs$smaller $few --blocks lockstep --lockstep every
for mode in lockstep every $modes; do
    cmp "$work/c.events" "$work/$mode.events" && cmp "$work/c.numbers" "$work/$mode.numbers" || complain "bfs: --blocks $mode differs from c"
done
[ "$(value lockstep.json mismatches)" = 0 ] && [ "$(value every.json mismatches)" = 0 ] && [ "$(value lockstep.json skipped)" -gt 0 ] &&
    [ "$(value every.json skipped)" = 0 ] || complain "lockstep: mismatches, or skipped steps where there should be none"

# --- what it does: hits in the L2 of a hundred accesses, against cta-aware-locality-blp
size= kernels=spmv least=1
tier_is_all && kernels="spmv srad bfs" least=3                  # of type 1: a perfect L1 gains 4.9, 1.6 and 3.1 times with --size owl
tier_is_all && size='--size owl'
risen=0
for kernel in $kernels; do
    for policy in cta-aware-locality-blp owl; do
        # shellcheck disable=SC2086
        "$BUILD/warplock" run --machine owl --policy $policy --json $size "$kernel" >"$work/$policy" 2>"$work/error" || complain "$(cat "$work/error")"
        sed -n '/"l2": {/,/}/p' "$work/$policy" | awk -F'[:,]' '/"hits"/ {hits = $2} /"accesses"/ {all = $2} END {printf "%.2f\n", 100 * hits / all}' >"$work/$policy.share"
    done
    before=$(cat "$work/cta-aware-locality-blp.share") after=$(cat "$work/owl.share")
    echo "$kernel: of a hundred accesses of the L2 $before hit without prefetches, $after with them"
    awk "BEGIN {exit !($after > $before)}" && risen=$((risen + 1))
done
[ $risen -ge $least ] || complain "hits in the L2 rise on $risen kernels, expected at least $least"

"$BUILD/warplock" run --machine gtx480 --policy owl vadd >"$work/log" 2>&1
[ $? = 2 ] && grep -q 'dram.map and l2.sector_bytes: seen 128 sectors of the L2 in a row of a bank, expected at most 64' "$work/log" ||
    complain "a row of 128 sectors: $(cat "$work/log")"
[ "$failures" = 0 ]
