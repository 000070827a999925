#!/bin/sh
# Every block in every tuple of rtl_c/configs.def in lockstep with its Verilog under its stimuli, each register reaching both
# ends of its range; then once more leaving out what the blocks call idle, and with other seeds for the smallest tuples.
set -eu
BUILD=${BUILD:-build}
work=$BUILD/block_bench_packs
rm -rf "$work"
"$BUILD/block_bench" --ranges --pack "$work/every"
"$BUILD/block_bench" --active --seed 2 --cycles 20000 --pack "$work/active"
"$BUILD/block_bench" --list | awk '!seen[$1]++' >"$work.smallest"
for seed in 3 4 5; do
    while read -r block config; do
        "$BUILD/block_bench" --block "$block" --config "$config" --seed $seed --pack "$work/tiny"
    done <"$work.smallest"
done
# An end that is not reached is a failure, not a remark.
if "$BUILD/block_bench" --block oaws_ocw --config n48_s2_sets32 --cycles 500 --ranges --pack "$work/short"; then
    echo "FAILED: OCW cannot climb in 500 cycles, but --ranges was content"
    exit 1
fi
