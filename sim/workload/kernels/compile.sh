#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compile.sh FOLDER: compiles the bundled kernels' CUDA C to PTX in FOLDER, with Debian's clang and no CUDA. sm_20 gives
# PTX 3.2; unrolling would change the loads per iteration.
set -eu
folder=$(mkdir -p "$1" && cd "$1" && pwd)
cd "$(dirname "$0")"
for source in *.cu; do
    clang -x cuda --cuda-device-only --cuda-path=/nonexistent -nocudainc -nocudalib --cuda-gpu-arch=sm_20 -O2 \
        -fno-unroll-loops -S -o "$folder/${source%.cu}.ptx" "$source"
done
