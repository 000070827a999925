#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# make bench's ratios has a row for each system and kernel, for two threads, and for a start; a ratio is that of its row's medians. So it is noticed: a run
# that fails, and a wrong argument. What times it finds is no matter.
# needs: warplock tests/bench/ratios
set -u
. tests/lib.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$BUILD/tests/bench/ratios" 1 vadd:4096 matmul:64 >"$work/table" 2>&1 || complain "$(cat "$work/table")"
for system in 'gtx480 *gto' 'oaws *oaws-dyn' 'kaws *kaws' 'ccws *ccws' 'bucl *bucl-dyn' 'owl *owl'; do
    for kernel in vadd:4096 matmul:64; do
        sed -n '/C blocks/,/^$/p' "$work/table" | grep -q "^$system  *$kernel " || complain "no row of '$system' with $kernel"
    done
done
[ "$(grep -c '^gtx480 ' "$work/table")" = 5 ] || complain "rows of gtx480: seen $(grep -c '^gtx480 ' "$work/table"), expected 2 and 2 of threads and a start"
# ratios_hold FILE: printed are thousandths, so the ratio of the rounded medians is near it.
ratios_hold() {
    awk '/ s .* s / && $NF != "-" { low = ($6 - 0.0006) / ($4 + 0.0006); high = $4 > 0.0006 ? ($6 + 0.0006) / ($4 - 0.0006) : 1e9; rows++
            if ($NF < low - 0.006 || $NF > high + 0.006) wrong = 1 }
        END { exit wrong || !rows }' "$1"
}
ratios_hold "$work/table" || complain "a ratio is not that of its medians"
sed 's/[0-9.]*$/0.01/' "$work/table" >"$work/wrong"
ratios_hold "$work/wrong" && complain "ratios of 0.01 are those of their medians"

"$BUILD/tests/bench/ratios" 1 no_kernel >"$work/table" 2>&1
[ $? = 1 ] && grep -q 'ratios: .*/warplock run --machine gtx480 --policy gto --blocks c --threads 1 no_kernel failed$' "$work/table" ||
    complain "a run that fails is not told: $(cat "$work/table")"
for runs in 0 100 x ''; do
    "$BUILD/tests/bench/ratios" "$runs" >"$work/table" 2>&1
    [ $? = 2 ] && grep -q "^ratios: runs: seen $runs, expected 1 to 99$" "$work/table" || complain "$runs runs: seen $(cat "$work/table")"
done
[ "$failures" = 0 ]
