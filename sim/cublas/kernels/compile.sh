#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compile.sh WARPLOCK FOLDER: compiles the kernels of cuBLAS to cublas.ptx in FOLDER, by `warplock cc`; both paths from the
# repository root. sm_35 gives PTX 6.3.
set -eu
cd "$(dirname "$0")/../../.."
"$1" cc -w -S -I. sim/cublas/kernels/cublas.cu -o "$2/cublas.ptx"
