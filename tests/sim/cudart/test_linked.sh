#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# Device code of several files (-rdc=true, -dc, -dlink, -lib): a program whose kernels use functions, variables, classes and a heap of
# another file and of a library of objects, all three with static names alike; under timing, in lockstep, without timing. What is missing is
# refused by the linker. Shown to fail: static names that are told apart by nothing, and a kernel that calls the wrong function.
# needs: warplock
set -u
. tests/sim/cuda/common.sh
begin cudart_linked
cp -r tests/sim/cudart/parts "$work" && cd "$work/parts" || exit 1

quiet() { "$@" >log 2>&1 || { complain "$*: status $?"; tail -n 9 log; }; }
# build PROGRAM: as a Makefile does
build() {
    quiet warplock cc -dc -Iinclude main.cu part.cu
    (cd library && quiet warplock cc --device-c -I../include part.cu)
    quiet warplock cc -lib library/part.o -o libpart.a
    quiet warplock cc -dlink main.o part.o libpart.a -o linked.o
    quiet warplock cc main.o part.o linked.o -L. -lpart -o "$1"
}
printf '#ifndef __CUDA_ARCH__\n#error of the host\n#endif\n__global__ void k() {}\n' >host.cu
warplock cc -dc host.cu -o host.o >log 2>&1
[ $? = 2 ] && grep -q 'error: of the host' log && grep -q 'warplock: cc: clang refused it' log && [ ! -e host.o ] || complain "a source that the host refuses: $(cat log)"
build by_parts
[ "$(./by_parts 2>err | tail -n 1)" = PASSED ] || { complain "by parts"; cat err; }
[ -s err ] && { complain "says"; cat err; }
quiet g++ main.o part.o linked.o libpart.a "$OLDPWD/$BUILD/libwarplock_cudart.a" $(sed -n 's/^LIBRARY("\(.*\)")$/\1/p' "$OLDPWD/sim/cudart/tables/libraries.def") -o by_gcc
[ "$(./by_gcc 2>&1 | tail -n 1)" = PASSED ] || complain "linked by g++"
cp library/part.cu library.cu
quiet warplock cc -rdc=true -g -Iinclude main.cu part.cu library.cu -o together
[ -s log ] && { complain "with -g it says:"; head -n 4 log; }
for how in '--machine oaws --blocks lockstep --policy oaws-dyn' '--machine qv100' --functional; do
    # shellcheck disable=SC2086
    warplock run $how -- ./together >out 2>err && grep -qx PASSED out || { complain "together $how"; tail -n 4 out err; }
done

# a part that is not there, and one that is there twice
quiet warplock cc -dc -Iinclude -D'main()=main_of_this()' main.cu -o less.o
printf '#include <cstdio>\n#include "parts.h"\n__global__ void good(int *a) { *a = 3; }\n__global__ void lost(float *a) { *a = far(1, 2); }\n' >lost.cu
printf 'int main() { int *d; cudaMalloc(&d, 4); lost<<<1, 1>>>((float *)d); printf("%%d ", cudaDeviceSynchronize()); good<<<1, 1>>>(d); printf("%%d\\n", cudaDeviceSynchronize()); }\n' >>lost.cu
warplock cc -rdc=true -Iinclude lost.cu -o lost >log 2>&1 && complain "a function that is nowhere is linked"
grep -qF 'undefined reference to `__cuda_device__Z3farfi' log || { complain "nothing about a missing function"; cat log; }
printf '__device__ float half_of(float x) { return x / 2; }\n' >only.cu
cp only.cu again.cu
printf '#include <cstdio>\nextern __device__ float half_of(float);\nnamespace { __device__ volatile int own = 3; }\n__global__ void k(float *a) { *a = half_of(7) + own; }\nint more();\n' >calls.cu
printf 'int main() { float *d, h; int v = 5; cudaMalloc(&d, 4); cudaMemcpyToSymbol((const void *)&own, &v, 4); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); printf("%%g %%d\\n", h, more()); }\n' >>calls.cu
printf 'namespace { __device__ volatile int own = 4; __global__ void k(int *a) { *a = own; } }\nint more() { int *d, h, v = 6; cudaMalloc(&d, 4); cudaMemcpyToSymbol((const void *)&own, &v, 4); k<<<1, 1>>>(d); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); return h; }\n' >more.cu
quiet warplock cc -dc only.cu again.cu calls.cu more.cu
quiet warplock cc -lib only.o -o libonly.a
quiet warplock cc calls.o more.o -L. -lonly -o of_device
[ "$(./of_device)" = '8.5 6' ] || complain "a library of device code alone, and namespaces without a name: $(./of_device 2>&1)"
warplock cc calls.o more.o only.o again.o -o twice >log 2>&1 && complain "a function that is there twice links"
grep -qF 'multiple definition of `__cuda_device__Z7half_off' log || { complain "nothing about a function that is there twice"; cat log; }
warplock cc -Iinclude main.cu -o alone >log 2>&1 && complain "without -rdc it is made"
grep -q 'has no body in this file: compile both files with -rdc=true' log || { complain "without -rdc"; cat log; }

# --- shown to fail
sed 's/half(i)/half(i + 1)/' "$OLDPWD/tests/sim/cudart/parts/part.cu" >part.cu
build planted
./planted >out 2>&1 && complain "a wrong function is not noticed"
cp "$OLDPWD/tests/sim/cudart/parts/part.cu" part.cu
sed 's/static __device__ int own/__device__ int own/' "$OLDPWD/tests/sim/cudart/parts/library/part.cu" >library.cu
sed 's/static __device__ int own/__device__ int own/' "$OLDPWD/tests/sim/cudart/parts/part.cu" >part.cu
warplock cc -rdc=true -Iinclude main.cu part.cu library.cu -o clash >log 2>&1 && complain "two names of all are one"
[ "$failures" = 0 ]
