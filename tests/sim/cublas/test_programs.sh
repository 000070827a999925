#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cuBLAS: its programs find what they compute in double precision, functionally with all shapes, with timing and in lockstep with
# fewer. A project for cuBLAS builds by its Makefile with g++ and by CMake. Shown to fail: the plants that the programs name.
# needs: warplock libwarplock_cudart.a cuda/ready
set -u
export COLUMNS=1000                     # tables in one piece
. tests/sim/cuda/common.sh
begin cublas_programs
. tests/sim/cuda/library.sh
cuda=$work/../cuda
try_programs cublas level1

# --- builds
cp -r tests/sim/cublas/project "$work/project" && cd "$work/project" || exit 1
unset WARPLOCK_CUDA MAKEFLAGS MFLAGS MAKELEVEL CUDACXX CUDA_PATH CUDAToolkit_ROOT
says '' make CUDA_PATH="$cuda"
says 'product: right' env WARPLOCK_FUNCTIONAL=1 ./product
says 'product: right' warplock run --machine gtx480 --per-launch -- ./product
grep -q 'cublas_sgemm_16' "$work/log" && grep -q 'cublas_snrm2' "$work/log" || complain 'launches of cuBLAS are not in the table of launches'
if tier_is_all && command -v cmake >/dev/null 2>&1; then
    says '' cmake -S . -B built -DCUDAToolkit_ROOT="$cuda"
    says '' cmake --build built
    for program in product product_static; do says 'product: right' env WARPLOCK_FUNCTIONAL=1 "built/$program"; done
fi
[ "$failures" = 0 ]
