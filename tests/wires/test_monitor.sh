#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock obj/tests/wires/monitor.o obj/tests/wires/monitor_kaws.o obj/tests/wires/monitor_bucl.o obj/tests/wires/monitor_owl.o obj/tests/wires/monitor_controller.o
# The monitor of the wires (sim/core/monitor.h, tests/wires/monitor.c) over every bundled kernel under every policy of OAWS,
# of KAWS, of BUCL and of OWL's groups, and, in the memory controllers, under owl with both schemes, without a finding; that
# it finds what is wrong is shown in tests/wires/test_planted.sh. In `make test`
# the first cycles of every second under one of OAWS's policies in turn, and three kernels under one of each of KAWS's, BUCL's and OWL's, in turn; in `make test-all` the whole kernels.
set -u
. tests/lib.sh
work=$BUILD/wires_monitor
runs=0
rm -rf "$work" && mkdir -p "$work" || exit 1

# Its calls stand in one file of each place; without names for a debugger and without the Verilog it links quickly.
compile() { gcc -std=c11 -O1 -march=x86-64-v3 -ffp-contract=off -D_DEFAULT_SOURCE -DWARPLOCK_MONITOR -I. -c "$1" -o "$2"; }
compile sim/core/sm_arbiters.c "$work/sm_arbiters.o" && compile sim/memory/dram.c "$work/dram.o" || exit 1
monitors=
for part in monitor monitor_kaws monitor_bucl monitor_owl monitor_controller; do monitors="$monitors $BUILD/obj/tests/wires/$part.o"; done
# shellcheck disable=SC2086
gcc $plant_linker -s -o "$work/monitored" "$BUILD/obj/sim/main.o" "$work/sm_arbiters.o" "$work/dram.o" $monitors "$BUILD/libsim.a" "$BUILD/libtb.a" \
        "$BUILD/libfst.a" -linih -ljansson -lsqlite3 -lm -lz -llz4 -lzstd -pthread || { complain "does not build"; exit 1; }

limit='--max-cycles 2500'
tier_is_all && limit=
turn=0
kernels=$("$BUILD/warplock" kernels --json | sed -n 's/^ *"kernel": "\([a-z0-9]*\)".*/\1/p')
tier_is_all || kernels=$(echo "$kernels" | awk '/^(conv2d|reduce|pathfinder)$/ || NR % 2')
for kernel in $kernels; do
    turn=$((turn % 3 + 1))
    for policy in oaws-static oaws-dyn ocw kaws kaws-progress kaws-share; do
        machine=oaws
        case $policy in kaws*) machine=kaws ;; esac
        case $turn$policy in 1oaws-static | 2oaws-dyn | 3ocw | ?kaws*) ;; *) tier_is_all || continue ;; esac
        case $policy,$kernel in kaws,conv2d | kaws-progress,reduce | kaws-share,pathfinder) ;; kaws*) tier_is_all || continue ;; esac
        runs=$((runs + 1))
        # shellcheck disable=SC2086
        "$work/monitored" run --machine $machine --set gpu.sms=2 --set gpu.clusters=2 --policy $policy $limit "$kernel" >"$work/log" 2>&1
        status=$?
        [ $status = 0 ] && continue
        # Ended by the limit: exit status 3, and that message.
        if [ $status = 3 ] && [ -n "$limit" ] && grep -q 'the limit of simulated cycles is reached' "$work/log"; then continue; fi
        complain "$kernel, $policy: exit status $status: $(grep -m1 'warplock:' "$work/log")"
    done
done
tier_is_all || kernels="atax bfs kmeans"
turn=0
in_turn() { turn=$((turn + 1)); tier_is_all || case $((turn % 5)) in 1 | 4) ;; *) return 1 ;; esac; }     # each run is there
for kernel in $kernels; do
    for run in '--machine bucl --policy bucl-dyn --set policy.bucl_period=300' '--machine bucl --policy bucl-prf --set policy.bucl_period=300' \
        '--machine owl --policy owl' '--machine owl --policy owl --set policy.owl_scheme=1 --set l2.queue_from_dram=2'; do
        in_turn || continue
        runs=$((runs + 1))
        # shellcheck disable=SC2086
        "$work/monitored" run $run $limit "$kernel" >"$work/log" 2>&1
        status=$?
        [ $status = 0 ] && continue
        if [ $status = 3 ] && [ -n "$limit" ] && grep -q 'the limit of simulated cycles is reached' "$work/log"; then continue; fi
        complain "$kernel, $run: exit status $status: $(grep -m1 'warplock:' "$work/log")"
    done
done
for kernel in $kernels; do
    for policy in cta-aware cta-aware-locality cta-aware-locality-blp; do
        in_turn || continue
        runs=$((runs + 1))
        # shellcheck disable=SC2086
        "$work/monitored" run --machine owl --policy $policy --set policy.owl_g_size=3 $limit "$kernel" >"$work/log" 2>&1
        status=$?
        [ $status = 0 ] && continue
        if [ $status = 3 ] && [ -n "$limit" ] && grep -q 'the limit of simulated cycles is reached' "$work/log"; then continue; fi
        complain "$kernel, $policy: exit status $status: $(grep -m1 'warplock:' "$work/log")"
    done
done
echo "$runs runs monitored, $failures with a finding"
[ "$failures" = 0 ] && [ "$runs" -ge 30 ]
