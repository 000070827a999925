#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Perfect caches (l1d.perfect, l2.perfect, l1i.perfect, l1c.perfect). With a perfect L1 nothing leaves an SM: no flit, no L2 access, no miss of
# instructions, constants or data, whatever way loads, stores and atomics take without it; with a perfect L2 each access hits
# and nothing reaches DRAM. Results are the same, each takes fewer cycles than the one below it, under any policy, and in lockstep as in C.
# Where lines are looked at a perfect L1 is refused. Runs without the keys fail the same checks.
set -u
. tests/lib.sh
work=$BUILD/tests/sim/perfect
rm -rf "$work" && mkdir -p "$work" && cp tests/wires/mixed.ptx tests/wires/mixed.job.json "$work" || exit 1

# run NAME OPTION...: NAME.out, a JSON
run() {
    name=$1
    shift
    "$BUILD/warplock" run --json "$@" >"$work/$name.out" 2>"$work/$name.error" || { complain "$name"; cat "$work/$name.error"; }
}
# value NAME GROUP KEY: of that group of the JSON; GROUP `-`: the first of that key
value() {
    tr -d ' \n' <"$work/$1.out" | { [ "$2" = - ] && cat || sed "s/.*\"$2\":{\([^}]*\)}.*/\1/"; } | tr ',{}' '\n' |
        sed -n "s/^\"$3\":\(.*\)/\1/p" | head -n 1
}
is() { [ "$(value "$1" "$2" "$3")" = "$4" ]; }
stays() { # nothing leaves an SM
    is "$1" icnt request_flits 0 && is "$1" icnt reply_flits 0 && is "$1" l2 accesses 0 && is "$1" dram reads 0 &&
        is "$1" l1i misses 0 && is "$1" l1c misses 0 && is "$1" l1d misses 0 && is "$1" l1d reservation_fails 0 &&
        is "$1" l1d hits "$(value "$1" l1d accesses)" && ! is "$1" l1d hits 0
}
hits() { # nothing leaves the L2, and something comes to it
    is "$1" dram reads 0 && is "$1" dram writes 0 && is "$1" dram activates 0 && is "$1" l2 hits "$(value "$1" l2 accesses)" &&
        ! is "$1" l2 hits 0
}
faster() { [ "$(value "$1" - cycles)" -lt "$(value "$2" - cycles)" ]; }

while read -r machine policy kernel; do
    of="--machine $machine --policy $policy --set gpu.sms=4 --set gpu.clusters=4"
    case $kernel in mixed) job=$work/mixed.job.json ;; *) job=$kernel ;; esac
    # shellcheck disable=SC2086
    for cache in none l2 l1d both; do
        set -- $of
        case $cache in l2 | l1d) set -- "$@" --set $cache.perfect=1 ;; both) set -- "$@" --set l1d.perfect=1 --set l2.perfect=1 ;; esac
        run $cache "$@" "$job"
        cp "$work/to.bin" "$work/$cache.bin" 2>/dev/null
        if [ "$kernel" = mixed ]; then cmp -s "$work/$cache.bin" "$work/none.bin" || complain "$*: other results"
        else is $cache - verified true || complain "$*: not verified"; fi
    done
    words="$kernel on $machine under $policy"
    stays l1d || complain "$words: perfect L1: something leaves an SM"
    hits l2 || complain "$words: perfect L2: something leaves the L2"
    faster l1d l2 && faster l2 none || complain "$words: cycles: L1 $(value l1d - cycles), L2 $(value l2 - cycles), neither $(value none - cycles)"
    [ "$(value both - cycles)" = "$(value l1d - cycles)" ] || complain "$words: a perfect L2 behind a perfect L1 is noticed"
    # Seen to fail.
    stays l2 && complain "$words: the check of a perfect L1 finds nothing"
    hits none && complain "$words: the check of a perfect L2 finds nothing"
    printf '%-10s %-7s %-9s %7s cycles, perfect L2 %7s, perfect L1 %7s\n' "$kernel" "$machine" "$policy" "$(value none - cycles)" \
        "$(value l2 - cycles)" "$(value l1d - cycles)"
done <<'KERNELS'
gtx480 lrr histogram
gtx480 mascar mixed
kaws_2x2 kaws-progress histogram
oaws oaws-dyn mixed
bucl mrpb spmv
ccws ccws reduce
owl lrr mixed
KERNELS

# l1i.perfect and l1c.perfect are of one cache each: it misses nothing, and the other still does. GPGPU-Sim's
# perfect_inst_const_cache is both.
for machine in gtx480 kaws_2x2; do
    for cache in none l1i l1c; do
        set -- --machine $machine --policy gto --set gpu.sms=4 --set gpu.clusters=4
        [ $cache = none ] || set -- "$@" --set $cache.perfect=1
        run $cache "$@" matmul:64
        is $cache - verified true || complain "$*: not verified"
    done
    for cache in l1i l1c; do
        other=$([ $cache = l1i ] && echo l1c || echo l1i)
        is $cache $cache misses 0 && ! is none $cache misses 0 && ! is $cache $cache accesses 0 || complain "$machine: $cache.perfect=1: it misses"
        ! is $cache $other misses 0 || complain "$machine: $cache.perfect=1: $other misses nothing"
        faster $cache none || complain "$machine: $cache.perfect=1 is not faster"
    done
done

"$BUILD/warplock" run --machine oaws --policy oaws-dyn --set gpu.sms=2 --set gpu.clusters=2 --set l1d.perfect=1 --blocks lockstep --json \
    "$work/mixed.job.json" >"$work/lockstep.out" 2>&1 || complain "lockstep: $(tail -n 1 "$work/lockstep.out")"
is lockstep lockstep mismatches 0 || complain "lockstep: mismatches"

for option in --locality --belady --per-degree "--record-l1d $work/stream"; do
    # shellcheck disable=SC2086
    "$BUILD/warplock" run --set l1d.perfect=1 $option vadd >"$work/log" 2>&1
    [ $? = 2 ] && grep -q 'l1d.perfect: seen 1, expected 0 with .*: a perfect L1D holds no lines' "$work/log" ||
        complain "$option beside a perfect L1: $(cat "$work/log")"
done
[ "$failures" = 0 ]
