#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The PTX of cuBLAS, cuRAND and cuFFT is what clang makes of their kernels. Skipped without clang 14, for others word it otherwise.
# needs: warplock
set -u
. tests/lib.sh
clang --version 2>/dev/null | grep -q 'version 14\.' || { echo "skipped: no clang 14"; exit 77; }
build=${BUILD:-build}
folder=$build/library_ptx
mkdir -p "$folder"
for library in cudart cublas curand cufft; do
    kept=sim/$library/kernels/$library.ptx
    sh sim/cuda/compile_library.sh $library "$build/warplock" "$folder" || exit 1
    cmp -s "$folder/$library.ptx" "$kept" || fail "$kept is stale; make ptx"
    sed '0,/add.s64/s/add.s64/sub.s64/' "$folder/$library.ptx" | cmp -s - "$kept" && fail "a stale $kept would not be noticed"
done
exit 0
