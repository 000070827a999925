#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The PTX of cuBLAS is what clang makes of its kernels. Skipped without clang 14, for others word it otherwise.
# needs: warplock
set -u
clang --version 2>/dev/null | grep -q 'version 14\.' || { echo "skipped: no clang 14"; exit 77; }
build=${BUILD:-build}
folder=$build/cublas_ptx
mkdir -p "$folder"
sh sim/cublas/kernels/compile.sh "$build/warplock" "$folder" || exit 1
cmp -s "$folder/cublas.ptx" sim/cublas/kernels/cublas.ptx || { echo "sim/cublas/kernels/cublas.ptx is stale; make ptx"; exit 1; }
sed '0,/add.f32/s/add.f32/sub.f32/' "$folder/cublas.ptx" | cmp -s - sim/cublas/kernels/cublas.ptx && { echo "a stale PTX would not be noticed"; exit 1; }
exit 0
