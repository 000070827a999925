#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# warplock cc makes programs: a project's own Makefile with NVCC="warplock cc", sources of three languages, nvcc's words,
# objects, libraries, dependencies; what it refuses, and that nothing is lost or left then. Shown to fail: the project with
# an error planted in each of its sources.
# needs: warplock libwarplock_cudart.a
set -u
. tests/sim/cuda/common.sh
begin cudart_cc_programs
cp -r tests/sim/cudart/project "$work/project"
cd "$work" || exit 1

# says STATUS WORDS COMMAND...: how it ends, and with which words
says() {
    want=$1 words=$2
    shift 2
    "$@" >log 2>&1
    got=$?
    [ $got = "$want" ] || { complain "$*: status $got, expected $want"; head -n 4 log; }
    grep -qF -- "$words" log || { complain "$*: nothing of '$words' in"; head -n 4 log; }
}
quiet() { "$@" >log 2>&1 || complain "$*: status $?"; [ ! -s log ] || { complain "$* says something:"; head -n 4 log; }; }

unset MAKEFLAGS MFLAGS MAKELEVEL
says 0 'ignored: -m64 (all is 64 bits), -lineinfo' make -C project CUDA_PATH=/nonexistent NVCC="warplock cc"
says 0 'sum 9900, right' project/project
grep -q '^main.o: main.cpp' project/main.d && grep -q 'include/project.h' project/main.d || complain "main.d: $(head -n 2 project/main.d)"
for plant in 's/v.x \*= SCALE/v.x += SCALE/;kernels.cu' 's/sum += values/sum = values/;util.c' 's/values\[i\].x == 2/values[i].x == 3/;main.cpp'; do
    sed -i "${plant%;*}" "project/${plant#*;}"
    make -C project CUDA_PATH=/nonexistent NVCC="warplock cc" >log 2>&1 || complain "$plant does not build"
    project/project >log
    grep -q 'sum 9900, right' log && complain "$plant is not noticed"
    cp "$OLDPWD/tests/sim/cudart/project/${plant#*;}" project/
done

cat >twice.cu <<'CUDA'
#include <cstdio>
__global__ void twice(int *a) { a[threadIdx.x] *= 2; }
extern "C" int run(int v)
{
    int *d, h = v;
    cudaMalloc(&d, sizeof h);
    cudaMemcpy(d, &h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<1, 1>>>(d);
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    return h;
}
#ifdef MAIN
int main() { printf("%d\n", run(21)); return 0; }
#endif
CUDA
printf '#include <cstdio>\nextern "C" int run(int);\nint launch() { return 1; }\nint machine = 3;\nint main() { printf("%%d\\n", run(4) + launch() + machine); }\n' >main.cc
quiet warplock cc twice.cu main.cc
says 0 12 ./a.out
quiet warplock cc -DMAIN -x cu twice.cu -g -o 'a program'
says 0 42 './a program'
quiet warplock cc -c twice.cu main.cc
quiet warplock cc twice.o main.o -o linked
says 0 12 ./linked
ar rcs libtwice.a twice.o
quiet warplock cc main.o -L. -ltwice -lcudart -o archived
says 0 12 ./archived
quiet warplock cc -shared -Xcompiler -fPIC twice.cu -o libshared.so
quiet warplock cc main.o -L. -lshared -Xlinker -rpath,"$work" -o with_shared
says 0 12 ./with_shared
quiet g++ main.o twice.o "$OLDPWD/$BUILD/libwarplock_cudart.a" $(sed -n 's/^LIBRARY("\(.*\)")$/\1/p' "$OLDPWD/sim/cudart/tables/libraries.def") -o by_gcc
says 0 12 ./by_gcc
cp -r twice.cu elsewhere.cu && mkdir -p cuda/include && echo '#error another CUDA' >cuda/include/cuda_runtime.h
says 0 "ignored: -I cuda/include (another CUDA's headers)" warplock cc -Icuda/include -c elsewhere.cu
says 0 '--cuda-gpu-arch=sm_86' warplock cc --verbose -arch=sm_90a -c twice.cu
says 0 '--cuda-gpu-arch=sm_20' warplock cc --verbose -arch sm_13 -c twice.cu
says 0 '--cuda-gpu-arch=sm_75' warplock cc --verbose -gencode=arch=compute_35,code=sm_35 -gencode 'arch=compute_75,code="sm_75,compute_75"' -gencode arch=compute_80,code=sm_80 -c twice.cu
says 0 '-fgpu-rdc' warplock cc --verbose -rdc=true -c twice.cu -o linked_later.o

# refused, and nothing written or lost
echo keep >kept
printf 'int undefined();\nint main() { return undefined(); }\n' >undefined.cpp
says 2 "undefined reference to \`undefined()'" warplock cc undefined.cpp -o kept
printf 'extern __device__ int far(int);\n__global__ void k(int *a) { *a = far(*a); }\nint main() {}\n' >far.cu
says 2 'device function `_Z3fari` has no body in this file' warplock cc far.cu -o kept
for call in 'tex2DGrad<float>(t, 0.5f, 0.5f, make_float2(0, 0), make_float2(0, 0)): gradients of textures'; do
    echo "__global__ void k(float *a, cudaTextureObject_t t) { *a = ${call%%:*}; }" >lacking.cu
    says 2 "is unavailable: not supported by warplock: ${call##*: }" warplock cc -c lacking.cu -o kept
done
says 2 'seen several of -S, -c (-dc), -dlink and -lib, expected one of them' warplock cc -dlink -c twice.o -o kept
says 2 '-m32, which is refused' warplock cc -m32 twice.cu -o kept
says 2 '-Xcompiler: expected WORD,... after it' warplock cc twice.cu -o kept -Xcompiler
says 2 '-x: seen `fortran`, expected cu|c++|c' warplock cc -x fortran twice.cu -o kept
says 2 '-o: seen with -c and 2 sources, expected one' warplock cc -c twice.cu main.cc -o kept
says 2 '-gencode: seen `code=sm_35`, expected arch=compute_NN,code=...' warplock cc -gencode code=sm_35 twice.cu -o kept
says 2 'unknown option `-use_fast_mth`; the nearest is -use_fast_math' warplock cc -use_fast_mth twice.cu -o kept
says 2 'is an input of this run' warplock cc -DMAIN twice.cu -o twice.cu
says 2 'no clang on PATH: install it (apt-get install clang)' env PATH=/nonexistent "$(command -v warplock)" cc twice.cu -o kept
alone=$(mktemp -d) && cp "$(command -v warplock)" "$alone/"
says 2 'no lib/libwarplock_cudart.a in a folder above' "$alone/warplock" cc -DMAIN twice.cu -o kept
rm -rf "$alone"
[ "$(cat kept)" = keep ] && [ "$(ls -a | grep -c '^\.warplock-')" = 0 ] || complain "something was lost or left"
[ "$failures" = 0 ]
