#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# The folder that CUDA_PATH may name (build/cuda): a CMake project of several targets and a project's own Makefile build as they
# are and run; g++ links with -lcudart, -lcudart_static and -lcuda; nvcc answers what configure scripts ask; words from a file,
# and words that go on to the host's compiler. Shown to fail: an nvcc that does not say where its libraries or architectures
# are, and one that is not taken for nvcc.
# needs: cuda/ready
set -u
. tests/sim/cuda/common.sh
begin cudart_toolkit
cuda=$(cd "$BUILD" && pwd)/cuda
unset WARPLOCK_CUDA MAKEFLAGS MFLAGS MAKELEVEL CUDACXX CUDA_PATH CUDAToolkit_ROOT
cp -r tests/sim/cudart/project tests/sim/cudart/cmake_project tests/sim/cudart/parts "$work" && cd "$work" || exit 1

# says STATUS WORDS COMMAND...: how it ends, and with which words
says() {
    want=$1 words=$2
    shift 2
    "$@" >log 2>&1
    got=$?
    [ $got = "$want" ] || { complain "$*: status $got, expected $want"; tail -n 6 log; }
    [ -z "$words" ] || grep -qF -- "$words" log || { complain "$*: nothing of '$words' in"; tail -n 6 log; }
}

# --- a Makefile that knows CUDA_PATH alone
says 0 '' make -C project CUDA_PATH="$cuda"
says 0 'sum 9900, right' project/project
# its objects linked by gcc, as Makefiles with a host compiler do
for library in -lcudart -lcudart_static '-lcuda -lcudart'; do
    # shellcheck disable=SC2086
    says 0 '' g++ project/main.o project/kernels.o project/util.o -L"$cuda/lib64" $library -lm -o linked
    says 0 'sum 9900, right' ./linked
done

# --- what is asked of nvcc
version=$(sed -n 's/^#define CUDA_VERSION *\([0-9]*\)$/\1/p' "$cuda/include/cuda_version.h")
says 0 "release $((version / 1000)).$((version % 1000 / 10)), V$((version / 1000))." "$cuda/bin/nvcc" --version
says 0 "#\$ TOP=$cuda" "$cuda/bin/nvcc" --dryrun x.cu
says 2 'nvcc: expected a source' "$cuda/bin/nvcc"
says 2 'nosuch.cu: cannot be read: No such file or directory' "$cuda/bin/nvcc" nosuch.cu
mkdir -p alone/bin && cp "$cuda/bin/nvcc" alone/bin
says 2 'nvcc: no warplock in' alone/bin/nvcc --version

# --- words
cat >open.cu <<'CUDA'
#include <cstdio>
#include "answer.h"
#ifndef __NVCC__
#error no nvcc
#endif
__global__ void answer(int *a) { *a = ANSWER + FACTOR; }
int main()
{
    int h = 0, *d, threads = 0;
#pragma omp parallel for reduction(+ : threads)
    for (int i = 0; i < 3; i++) threads++;
    cudaMalloc(&d, 4);
    answer<<<1, 1>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf("%d and %d\n", h, threads);
}
CUDA
mkdir -p 'some where' && echo '#define ANSWER 40' >'some where/answer.h'
printf '%s\n' '-I"some where"' "-DFACTOR='1 +'\\ 1" >words
says 0 '' "$cuda/bin/nvcc" --options-file words -forward-unknown-to-host-compiler -fno-omit-frame-pointer -Xcompiler -Wno-unknown-pragmas open.cu -o open
says 0 '42 and 3' ./open
says 2 'unknown option `-fno-omit-frame-pointer`' "$cuda/bin/nvcc" -optf=words -fno-omit-frame-pointer open.cu -o open
says 2 'cc: none: cannot be read: No such file or directory' "$cuda/bin/nvcc" -optf none open.cu
says 2 'cc: -optf: expected a file after it' "$cuda/bin/nvcc" open.cu -optf
printf '%s' '-DFACTOR="1' >words
says 2 "cc: words: seen \" without its other one, expected it" "$cuda/bin/nvcc" -optf words open.cu
echo '-optf words' >words
says 2 'cc: -optf: seen in a file of words, expected it on the command line' "$cuda/bin/nvcc" -optf words open.cu
printf 'a\0b' >words
says 2 'cc: words: seen a byte of 0, expected words for a compiler' "$cuda/bin/nvcc" -optf words open.cu
awk 'BEGIN { for (i = 0; i < 70000; i++) print "-DA" i }' >words
says 2 'cc: words: seen more than 65536 words' "$cuda/bin/nvcc" -optf words open.cu
head -c 2000000 /dev/zero | tr '\0' ' ' >words
says 2 'cc: words: seen more than a megabyte' "$cuda/bin/nvcc" -optf words open.cu

# --- CMake, which looks for everything itself
if command -v cmake >/dev/null 2>&1; then
    project() { # project NVCC: a kernel of its own for each target
        rm -rf built
        cmake -S cmake_project -B built -DCMAKE_CUDA_COMPILER="$1" >log 2>&1 && cmake --build built >>log 2>&1
    }
    project "$cuda/bin/nvcc" || { complain 'the CMake project:'; grep -m 3 -A 8 Error log || tail -n 9 log; }
    grep -q 'identification is NVIDIA' log || complain "CMake takes it for another: $(grep -m 1 'CUDA compiler' log)"
    for program in whole of_library shared_runtime driver; do says 0 "$program: right" "built/$program"; done
    says 0 PASSED built/separate
    ldd built/shared_runtime | grep -q libcudart && complain 'a shared runtime that is not found at run time'
    for plant in '/LIBRARIES=/d' 's/nvcc: NVIDIA/nvcc:/' 's/ -D__NVCC__//' 's/-arch compute_35//'; do
        rm -rf planted && mkdir planted && cp -r "$cuda" planted/cuda && ln -s "$cuda/../warplock" planted/warplock &&
            sed -i "$plant" planted/cuda/bin/nvcc
        cmp -s "$cuda/bin/nvcc" planted/cuda/bin/nvcc && complain "the plant $plant changes nothing"
        project "$work/planted/cuda/bin/nvcc" && complain "$plant is not noticed"
    done
else
    echo 'skipped in part: no cmake'
fi
[ "$failures" = 0 ]
