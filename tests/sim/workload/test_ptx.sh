#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The PTX in the tree is what clang makes of the CUDA C in the tree. Skipped without clang 14, for others word it otherwise.
set -u
clang --version 2>/dev/null | grep -q 'version 14\.' || { echo "skipped: no clang 14"; exit 77; }
folder=${BUILD:-build}/kernels_ptx
sh sim/workload/kernels/compile.sh "$folder" || exit 1
status=0
for new in "$folder"/*.ptx; do
    cmp -s "$new" "sim/workload/kernels/$(basename "$new")" ||
        { echo "sim/workload/kernels/$(basename "$new") is stale; sh sim/workload/kernels/compile.sh sim/workload/kernels"; status=1; }
done
[ "$(ls "$folder" | wc -l)" = "$(ls sim/workload/kernels/*.cu | wc -l)" ] || { echo "not every kernel was compiled"; status=1; }
sed 's/add.f32/sub.f32/' "$folder/vadd.ptx" | cmp -s - sim/workload/kernels/vadd.ptx && { echo "a stale PTX would not be noticed"; status=1; }
exit $status
