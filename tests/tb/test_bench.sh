#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Every block in every tuple of rtl_c/configs.def in lockstep with its Verilog under its stimuli, each register reaching both
# ends of its range; then leaving out what the blocks call idle, and with other seeds for the smallest tuples. In `make
# test` ranges and idle cycles are those of the smallest tuple of each block, and the other tuples run an eighth as long.
set -eu
. tests/lib.sh
work=$BUILD/block_bench_packs
rm -rf "$work"
mkdir -p "$work"
"$BUILD/block_bench" --list | awk '!seen[$1]++' >"$work/smallest"
smallest_with() { # smallest_with OPTION...: the smallest tuple of each block
    while read -r block config; do
        "$BUILD/block_bench" --block "$block" --config "$config" "$@" --pack "$work/smallest_pack"
    done <"$work/smallest"
}
if tier_is_all; then
    "$BUILD/block_bench" --ranges --pack "$work/every"
    "$BUILD/block_bench" --active --seed 2 --cycles 20000 --pack "$work/active"
    for seed in 3 4 5; do smallest_with --seed $seed; done
    "$BUILD/block_bench" --fast --seed 6 --cycles 20000 --pack "$work/fast"
else
    "$BUILD/block_bench" --cycles 2500 --pack "$work/every"
    smallest_with --ranges
    smallest_with --active --seed 2 --cycles 20000
    smallest_with --seed 3 --cycles 10000
    smallest_with --fast --active --seed 6 --cycles 10000      # each cycle in one evaluation, as in the simulator
fi
# An end that is not reached is a failure, not a remark.
if "$BUILD/block_bench" --block oaws_ocw --config n48_s2_sets32 --cycles 500 --ranges --pack "$work/short"; then
    echo "FAILED: OCW cannot climb in 500 cycles, but --ranges was content"
    exit 1
fi
# Inputs are held of a recording, and of nothing else.
if "$BUILD/block_bench" --hold 10 2>"$work/hold" || ! grep -qx 'block_bench: --hold, expected it with --replay' "$work/hold" ||
    "$BUILD/block_bench" --replay tests/tb/test_bench.sh --hold 10 2>"$work/hold" ||
    ! grep -q "^block_bench: tests/tb/test_bench.sh:1: '#!/bin/sh', expected 'warplock stimulus 1'" "$work/hold" ||
    "$BUILD/block_bench" --replay tests/tb/test_bench.sh --hold 0 2>"$work/hold" ||
    ! grep -qx 'block_bench: --hold, expected a number of cycles after it, 1 or more' "$work/hold"; then
    echo "FAILED: --hold of no recording: $(cat "$work/hold")"
    exit 1
fi
