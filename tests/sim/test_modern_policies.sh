#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Every policy on qv100 and rtx3070 as they are, in lockstep; what feeds the blocks, and what waits for its turn (D-44), held by the
# checker against a recording of an SM. OWL's prefetches too, into L2s that hold
# nothing yet, against a recording of a memory controller. Refused: observers, which hold nothing back. Shown to fail: by planted faults.
set -u
. tests/lib.sh
work=$BUILD/modern_policies
rm -rf "$work" && mkdir -p "$work/plant" || exit 1

# runs WARPLOCK MACHINE POLICY: its mismatches and what the checker says; nothing when all is well.
runs() {
    rm -rf "$work/record"
    "$1" run --machine $2 --policy $3 --set gpu.launch_latency=0 --set "${5:-l1d.perfect=0}" --blocks "${7:-lockstep}" --record "$work/record" \
        --record-sm "${6:-3}" --record-window 60000 --json "${4:-conv2d:64}" >"$work/json" 2>"$work/err" &&
        [ -n "${7:-}" -o "$(sed -n 's/^ *"mismatches": \([0-9]*\).*/\1/p' "$work/json" | head -n 1)" = 0 ] || { head -n 2 "$work/err"; return 1; }
    "$1" check "$work/record" >"$work/check" 2>&1 || { grep -v ' 0 violations' "$work/check" | head -n 2; return 1; }
}
# prefetches WARPLOCK MACHINE KERNEL [BLOCKS]: the same of a memory controller under owl; sectors that it has sent are hit.
prefetches() {
    rm -rf "$work/record"
    "$1" run --machine $2 --policy owl --set gpu.launch_latency=0 --set l2.host_copy=bypass --blocks "${4:-lockstep}" --record "$work/record" \
        --record-place controller --record-sm 5 --record-window 60000 --json "$3" >"$work/json" 2>"$work/err" || { head -n 2 "$work/err"; return 1; }
    [ -n "${4:-}" ] || [ "$(sed -n 's/^ *"mismatches": \([0-9]*\).*/\1/p' "$work/json" | head -n 1)" = 0 ] || { echo mismatches; return 1; }
    sed -n '/"prefetch": {/,/}/p' "$work/json" | grep -q '"used": [1-9]' || { echo 'no sector is used'; return 1; }
    "$1" check "$work/record" >"$work/check" 2>&1 || { grep -v ' 0 violations' "$work/check" | head -n 2; return 1; }
}
counted=0 number=0
policies=$("$BUILD/warplock" policies | sed -n "s,^  \([^ ][^ ]*\) .*,\1,p")
[ -n "$policies" ] || complain "warplock policies: names none"
for machine in qv100 rtx3070; do
    for policy in $policies; do
        case $policy in
        *-best) continue ;;                         # runs of others
        esac
        number=$((number + 1))                      # in `make test` every twentieth: oaws-dyn on qv100, bucl-dyn on rtx3070
        tier_is_all || [ $((number % 20)) = 14 ] || continue
        runs "$BUILD/warplock" $machine $policy >"$work/said" || complain "$machine, $policy: $(cat "$work/said")"
        counted=$((counted + 1))
    done
    for kernel in bfs:1024 spmv:1024; do
        tier_is_all || [ $machine-$kernel = qv100-bfs:1024 ] || continue
        prefetches "$BUILD/warplock" $machine $kernel >"$work/said" || complain "$machine, $kernel: prefetches: $(cat "$work/said")"
        counted=$((counted + 1))
    done
done
# what may hold nothing back is refused
"$BUILD/warplock" run --machine qv100 --observe oaws_ocw vadd:64 2>&1 >/dev/null | grep -qF 'l1d.banks: seen 4, expected 1 with observer oaws_ocw' || complain 'an observer is not refused'

# planted SOURCE SCRIPT POLICY KERNEL EXPECTED: a program with that fault is found out by the checker on qv100.
planted() {
    planted=$((planted + 1))
    plant_copy "$1" "$work/plant/${1##*/}" "$2" || return
    sampled $planted || return
    program_with "$work/plant/${1##*/}" "$work/plant/warplock" || { complain "$2: does not build"; return; }
    ! runs "$work/plant/warplock" qv100 "$3" "$4" l1d.mshrs=16 0 c >"$work/said" && grep -qF "$5" "$work/said" "$work/check" || complain "$2: expected '$5': $(cat "$work/said")"
}
# the same runs without a fault
for run in oaws-static:kmeans:256 oaws-static:conv2d:64 ccws:kmeans:256 bucl-dyn:atax:256; do
    tier_is_all || [ $run = oaws-static:kmeans:256 ] || continue
    runs "$BUILD/warplock" qv100 "${run%%:*}" "${run#*:}" l1d.mshrs=16 0 c >"$work/said" || complain "$run: $(cat "$work/said")"
done
planted sim/core/ready.c 's/charged |= left . -left;/;/' oaws-static kmeans:256 'rule charge'
planted sim/core/fetch.c 's/s->one_load_fill \&\& brings_load(s)/false/' oaws-static conv2d:64 'wire oaws_misspred.fill'
planted sim/core/lend.c 's/levels->other_unit |= .*/;/' kaws conv2d:64 'wire kaws_share.unit'
planted sim/core/ldst.c 's/had->divergent |= divergent;/(void)divergent;/' oaws-static kmeans:256 'rule fifo'
planted sim/core/ldst.c 's/had->miss |= misses;/(void)misses;/' ccws kmeans:256 'rule miss'
planted sim/core/ldst.c 's/!(unit->answers.one_fail \&\& unit->asked.fail)/true/' bucl-dyn atax:256 'rule bypass'
# planted_prefetch SOURCE SCRIPT EXPECTED: the same of prefetches.
planted_prefetch() {
    planted=$((planted + 1))
    plant_copy "$1" "$work/plant/${1##*/}" "$2" || return
    sampled $planted || return
    program_with "$work/plant/${1##*/}" "$work/plant/warplock" || { complain "$2: does not build"; return; }
    ! prefetches "$work/plant/warplock" qv100 spmv:1024 c >"$work/said" && grep -qF "$3" "$work/said" "$work/check" || complain "$2: expected '$3': $(cat "$work/said")"
}
! tier_is_all || prefetches "$BUILD/warplock" qv100 spmv:1024 c >"$work/said" || complain "spmv without a fault: $(cat "$work/said")"
planted_prefetch sim/memory/dram_prefetch.c 's/return \&d->slices\[dram_map_locate.*/return \&d->slices[dram_map_locate(d->map, address).bank \& (d->slice_count - 1)];/' 'rule level fill_taken'
planted_prefetch sim/memory/dram_banks.c 's/\.line = request->column . b->read_bytes,/.line = request->column \/ (4 * b->read_bytes),/' 'wire owl_prefetch.sent_line'
echo "$counted runs, $planted planted, $failures failures"
[ "$failures" = 0 ]
