#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The PTX of cuRAND is what clang makes of its kernels. Skipped without clang 14, for others word it otherwise.
# needs: warplock
set -u
clang --version 2>/dev/null | grep -q 'version 14\.' || { echo "skipped: no clang 14"; exit 77; }
build=${BUILD:-build}
folder=$build/curand_ptx
mkdir -p "$folder"
sh sim/curand/kernels/compile.sh "$build/warplock" "$folder" || exit 1
cmp -s "$folder/curand.ptx" sim/curand/kernels/curand.ptx || { echo "sim/curand/kernels/curand.ptx is stale; make ptx"; exit 1; }
sed '0,/add.f32/s/add.f32/sub.f32/' "$folder/curand.ptx" | cmp -s - sim/curand/kernels/curand.ptx && { echo "a stale PTX would not be noticed"; exit 1; }
exit 0
