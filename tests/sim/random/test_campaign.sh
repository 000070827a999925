#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# `make random` on few seeds: they agree; a campaign that was ended goes on where it stood; every pair of a policy and
# a machine comes in turn (with TIER=all: once each). A bug planted in the executor and, with TIER=all, in the C model of
# a block and in its Verilog is noticed, with the seed and the commands that repeat it, which are tried.
# needs: warplock tests/sim/random/random_campaign libtest.a libsim.a libtb.a
set -u
. tests/lib.sh
work=$BUILD/random_campaign tool=tests/sim/random/random_campaign
failures=0
rm -rf "$work" && mkdir -p "$work" || exit 1
bad() { complain "$1" "$work/log"; }
listing && exit 0

# campaign PROGRAM STATUS OPTIONS: its output in $work/log.
campaign() {
    program=$1 wanted=$2
    shift 2
    "$program" --folder "$work/seeds" "$@" >"$work/log" 2>&1
    status=$?
    [ $status = "$wanted" ] || { bad "$*: exit status $status, expected $wanted"; return 1; }
}

count=15
tier_is_all && count=113
campaign "$BUILD/$tool" 3 --from 0 --seeds $count --slice 4 && first=$(sed -n '2s/ .*//p' "$work/seeds/done") &&
    campaign "$BUILD/$tool" 0 --from 0 --seeds $count &&
    { grep -q "^$count of $count random kernels from seed 0, .*: 0 disagree\$" "$work/log" ||
        bad "no count of $count"; }
[ "${first:-0}" -gt 0 ] && [ "${first:-$count}" -lt $count ] ||
    bad "ended after ${first:-no} seeds, expected some of $count"
# What stands in the table adds up to the seeds, and no pair comes twice before each came once.
awk -F'|' -v want=$count '
    NF > 3 { for (i = 3; i < NF; i++) if ($i ~ /^ [0-9]+ $/) { sum += $i; pairs++; if ($i > most) most = $i } }
    END { exit !(sum == want && most == 1 && pairs > 100) }' "$work/log" ||
    bad "the table of pairs does not have each of $count seeds once"
# A seed that once failed: oaws-static with two banks of the L1D, the charges of two loads in one release that holds one.
! tier_is_all || campaign "$BUILD/$tool" 0 --from 744 --seeds 1

# noticed WORDS: the last campaign failed so, and what it printed repeats it.
noticed() {
    grep -q "^seed [0-9]*: .*$1" "$work/log" || { bad "expected a seed with: $1"; return; }
    echo "$(grep -m1 "^seed [0-9]*: .*$1" "$work/log" | cut -c1-150)"
    eval "$(sed -n 's/^    alone: //p' "$work/log" | head -n 1)" >"$work/alone" 2>&1
    [ $? = 1 ] && grep -q "^seed [0-9]*: .*$1" "$work/alone" || bad "alone: $(cat "$work/alone")"
    # The kernel kept for it is one that the unchanged simulator passes, in the same setting.
    eval "$BUILD/$(sed -n 's/^    kernel: //p' "$work/log" | head -n 1)" >"$work/kept" 2>&1 ||
        bad "kernel: $(tail -n 3 "$work/kept")"
}

# plant_executor SOURCE SCRIPT: into $work/executor.
plant_executor() {
    plant_copy "$1" "$work/copy.c" "$2" && gcc $plant_flags -I. -c "$work/copy.c" -o "$work/copy.o" &&
        gcc $plant_linker -s -o "$work/executor" "$BUILD/obj/${tool}_main.o" "$work/copy.o" "$BUILD/libtest.a" \
            "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" \
            $(sed -n 's/^LDLIBS *:= //p' Makefile)
}
plant_executor sim/frontend/simt_stack.c 's/code->guard_negated ? ~guard : guard/guard/' &&
    campaign "$work/executor" 1 --from 0 --seeds 2 --trials 0 && noticed 'the interpreter says'

# plant_block NAME: of tests/blocks, into $work/NAME/random_campaign.
plant_block() { sh tests/tb/plant.sh "$1" $tool "$work/$1"; }
tier_is_all && plant_block c_priority &&
    campaign "$work/c_priority/random_campaign" 1 --from 0 --seeds 113 --trials 0 &&
    noticed 'lockstep: warp_arbiter\[sm [0-9]* sched [0-9]*\]: .*output grant'
tier_is_all && plant_block verilog_off_by_one &&
    campaign "$work/verilog_off_by_one/random_campaign" 1 --from 0 --seeds 113 --trials 0 &&
    noticed 'lockstep: warp_arbiter\[sm [0-9]* sched [0-9]*\]: .*output grant'
[ "$failures" = 0 ]
