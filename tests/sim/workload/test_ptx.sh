#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The PTX in the tree is what clang makes of the CUDA C in the tree. Skipped without clang 14, for others word it otherwise.
set -u
. tests/lib.sh
clang --version 2>/dev/null | grep -q 'version 14\.' || { echo "skipped: no clang 14"; exit 77; }
folder=$BUILD/kernels_ptx
sh sim/workload/kernels/compile.sh "$folder" || fail "compile.sh: seen status $?, expected 0"
for new in "$folder"/*.ptx; do
    same_file "$(basename "$new") is stale, sh sim/workload/kernels/compile.sh sim/workload/kernels mends it" "sim/workload/kernels/$(basename "$new")" "$new"
done
equal "kernels that are compiled" "$(ls "$folder" | wc -l)" "$(ls sim/workload/kernels/*.cu | wc -l)"
sed 's/add.f32/sub.f32/' "$folder/vadd.ptx" | cmp -s - sim/workload/kernels/vadd.ptx && complain "a planted PTX: seen the same as in the tree, expected another"
[ "$failures" = 0 ]
