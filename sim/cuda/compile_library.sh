#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compile_library.sh LIBRARY WARPLOCK FOLDER: compiles the kernels of cublas, curand or cufft, or the functions of cudart, to LIBRARY.ptx in FOLDER, by
# `warplock cc`; both paths from the repository root. sm_35 gives PTX 6.3.
set -eu
cd "$(dirname "$0")/../.."
"$2" cc -w -S -I. "sim/$1/kernels/$1.cu" -o "$3/$1.ptx"
