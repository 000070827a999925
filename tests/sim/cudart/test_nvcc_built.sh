#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A program as nvcc --cudart=shared leaves it: its PTX in a fat binary, plain or compressed, and libcudart.so.11.0 wanted in its
# own version. It runs with our library on LD_LIBRARY_PATH, and under `warplock run` without. Machine code alone is
# refused with the line that says what to do. Where there is an nvcc, test_nvcc.sh has programs that it builds. Shown to fail: a
# library of another name is not taken.
# needs: warplock cudart_libraries/libcudart.so.11.0 cudart_libraries/libcudart.so.12 cudart_libraries/libcudart.so.13 tests/sim/cudart/fatbin
set -u
. tests/sim/cuda/common.sh
begin cudart_nvcc_built
libraries=$(cd "$BUILD/cudart_libraries" && pwd)
fatbin=$(cd "$BUILD/tests/sim/cudart" && pwd)/fatbin
cd "$work" || exit 1
cat >prog.cu <<'CUDA'
#include <cstdio>
#include <cuda_runtime.h>
__device__ int offset = 3;
__global__ void shift(int *a) { a[threadIdx.x] += offset; }
int main()
{
    int h[32] = { 1, 2 }, *d;
    cudaError_t error = cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    if (error == cudaSuccess) error = cudaGetLastError();
    printf("%d %d %d, %s\n", h[0], h[1], h[31], cudaGetErrorName(error));
    return error;
}
CUDA
warplock cc -S prog.cu -o prog.ptx || complain "no PTX"
host='clang -x cuda --cuda-host-only --cuda-path=/nonexistent -nocudainc -nocudalib --cuda-gpu-arch=sm_35 -O1 -Wno-unknown-cuda-version
    -Xclang -target-sdk-version=11.0'
for kind in plain lz4 zstd code; do
    "$fatbin" $kind prog.ptx $kind.fatbin || complain "no fat binary: $kind"
    # shellcheck disable=SC2086
    $host -isystem "$WARPLOCK_CUDA" -include "$WARPLOCK_CUDA/cuda_runtime.h" -Xclang -fcuda-include-gpubinary -Xclang $kind.fatbin \
        -c -o $kind.o prog.cu && clang $kind.o -o $kind -lstdc++ "$libraries/libcudart.so.11.0" || complain "$kind does not build"
done
readelf -dV plain >wanted
grep -q 'NEEDED.*\[libcudart.so.11.0\]' wanted && grep -q 'Name: libcudart.so.11.0' wanted || complain "the program wants another library"
for kind in plain lz4 zstd; do
    LD_LIBRARY_PATH=$libraries ./$kind >$kind.out 2>$kind.err || complain "$kind: status $?"
    [ "$(cat $kind.out)" = "4 5 3, cudaSuccess" ] && [ ! -s $kind.err ] || { complain "$kind:"; cat $kind.out $kind.err; }
done
warplock run --machine oaws --policy gto,lrr -- ./lz4 >run.out 2>&1 || complain "warplock run: status $?"
[ "$(grep -c '^4 5 3, cudaSuccess$' run.out)" = 2 ] && grep -q '^lz4, on oaws' run.out || { complain "warplock run:"; cat run.out; }
LD_LIBRARY_PATH=$libraries ./code >code.out 2>code.err
[ $? = 209 ] && grep -q 'cudaErrorNoKernelImageForDevice' code.out || { complain "machine code alone: $(cat code.out)"; }
grep -q 'no PTX in it, only machine code (sm_80), which is not executed: compile with PTX, nvcc -gencode' code.err || { complain "machine code alone:"; cat code.err; }
mkdir other && cp "$libraries/libcudart.so.11.0" other/libcudart.so.11.1
LD_LIBRARY_PATH=other ./plain >other.out 2>&1 && complain "a library of another name is taken"
grep -q 'libcudart.so.11.0: cannot open' other.out || complain "another name: $(cat other.out)"
[ "$failures" = 0 ]
