#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# warplock cc: files it makes and those it must not touch, options, what it says when clang is missing or refuses, where
# it finds its headers.
# needs: warplock
set -u
. tests/sim/cuda/common.sh
begin cuda_cc
cp sim/cuda/vector_types.h "$work/untouched.h"
cd "$work" || exit 1
printf '__global__ void scale(float *a) { a[threadIdx.x] *= FACTOR; }\n' >scale.cu
mkdir 'a folder' && printf '#include "factor.h"\n__device__ float twice(float);\n__global__ void scale(float *a) { a[threadIdx.x] = twice(FACTOR); }\n' >'a folder/the kernel.cu'
mkdir headers && echo '#define FACTOR 3.0f' >headers/factor.h
printf '__device__ float twice(float x) { return 2 * x; }\n' >twice.cu

# says STATUS WORDS COMMAND...: how it ends, and with which words
says() {
    want=$1 words=$2
    shift 2
    "$@" >log 2>&1
    got=$?
    [ $got = "$want" ] || complain "$*: status $got, expected $want: $(head -n 3 log)"
    grep -qF -- "$words" log || { complain "$*: nothing of '$words' in"; head -n 3 log; }
}
quiet() { "$@" >log 2>&1 || complain "$*: status $?"; [ ! -s log ] || { complain "$* says something:"; cat log; }; }

quiet warplock cc -S -DFACTOR=2.0f scale.cu
grep -q '\.target sm_35' scale.ptx || complain "no scale.ptx of sm_35"
quiet warplock cc -S -D FACTOR=2.0f -arch=sm_70 -O0 -std=c++17 scale.cu -o 'a folder/out put.ptx'
grep -q '\.target sm_70' 'a folder/out put.ptx' || complain "-arch=sm_70 is not heard"
says 0 "'a folder/the kernel.cu'" warplock cc -S --verbose -Iheaders --clang-option -Wno-undefined-internal twice.cu 'a folder/the kernel.cu' -o both.ptx
grep -q '^clang -x cuda --cuda-device-only .* -Wno-undefined-internal -S -o - ' log || complain "--verbose prints another line: $(cat log)"
grep -q '1086324736' both.ptx || complain "a function of the first file is not in the second"
quiet warplock cc -S -include headers/factor.h -arch sm_20 scale.cu twice.cu
[ -s twice.ptx ] && grep -q '\.version 3.2' scale.ptx || complain "two sources, not two files"
printf '__global__ void sums(float *a, int n) { float s = 0; for (int i = 0; i < 8; i++) s += a[i]; a[8] = s; }\n' >loop.cu
quiet warplock cc -S loop.cu -o loop.ptx
quiet warplock cc -S loop.cu -o unrolled.ptx -funroll-loops
[ "$(grep -c ld.global loop.ptx) $(grep -c ld.global unrolled.ptx)" = '1 8' ] || complain "loops: $(grep -c ld.global loop.ptx) loads"
printf '__global__ void s(float *a) { a[0] = sinf(a[0]) / a[1]; }\n' >fast.cu
quiet warplock cc -S -use_fast_math fast.cu -o fast.ptx
grep -q 'sin.approx.f32' fast.ptx && grep -q 'div.approx.ftz.f32\|div.full.ftz.f32' fast.ptx || complain "-use_fast_math is not heard"

# refused, and nothing written or lost
echo keep >kept.ptx
says 2 'use of undeclared identifier' warplock cc -S scale.cu -o kept.ptx
grep -q 'warplock: cc: clang refused it' log || complain "not said who refused"
cp scale.cu before.cu
ln -s scale.cu link.ptx
says 2 'is an input of this run' warplock cc -S -DFACTOR=2 scale.cu -o link.ptx
says 2 'is an input of this run' warplock cc -S -include headers/factor.h scale.cu -o headers/factor.h
says 2 'no_such.cu: cannot be read' warplock cc -S no_such.cu
mkfifo pipe.cu
says 2 "pipe.cu: cannot be read: it is a pipe, expected a file" timeout 9 warplock cc -S pipe.cu -o kept.ptx
says 2 "/dev/null: cannot be read: it is a device, expected a file" warplock cc -S /dev/null -o kept.ptx
says 2 'seen several of -S, -c (-dc), -dlink and -lib' warplock cc -S -c scale.cu
says 2 'expected a CUDA source' warplock cc -S
says 2 '-arch: seen `70`, expected sm_NN' warplock cc -S -arch=70 scale.cu
says 2 '-O: seen `fast`; the nearest is 0; expected 0|1|2|3' warplock cc -S -Ofast scale.cu
says 2 'no clang on PATH: install it (apt-get install clang)' env PATH=/nonexistent "$(command -v warplock)" cc -S scale.cu -o kept.ptx
says 2 'compile it first: warplock cc -S scale.cu' warplock run scale.cu
says 2 'where no cuda_runtime.h can be read' env WARPLOCK_CUDA="$work" warplock cc -S scale.cu -o kept.ptx
[ "$(cat kept.ptx)" = keep ] && cmp -s scale.cu before.cu && [ "$(ls -a | grep -c '^\.warplock-')" = 0 ] || complain "something was lost or left"

# launches in pieces and alignas behind __shared__, by whatever name the file is called; messages have its name and lines
mkdir -p real/dir && ln -s real linked && cp headers/factor.h real/dir/
printf '#include "pieces.cuh"\nvoid f(int *p) {\n    k<< <1, 1>> >(p);\n    MORE\n}\n' >'real/dir/in pieces.cu'
cp 'real/dir/in pieces.cu' before.cu
printf '#include "factor.h"\n#pragma once\ntemplate <class T> __global__ void k(T *x) { extern __shared__ alignas(16) T y[]; x[0] = y[0] * FACTOR; }\n' >real/dir/pieces.cuh
cp 'real/dir/in pieces.cu' before.cu
for name in 'real/dir/in pieces.cu' 'linked/dir/../dir/in pieces.cu' "$work/linked/dir/in pieces.cu"; do
    quiet warplock cc -c -DMORE= "$name" -o pieces.o
    quiet warplock cc -S -DMORE= "$name" -o pieces.ptx
    grep -q '\.extern \.shared \.align 16' pieces.ptx || complain "$name: shared memory is not aligned"
    says 2 "$name:4:5: error: use of undeclared identifier 'missing'" warplock cc -S -DMORE='missing;' "$name" -o kept.ptx
done
quiet env -C linked/dir PWD="$work/linked/dir" warplock cc -c -MD -DMORE= 'in pieces.cu' -o pieces.o
grep -q ' pieces.cuh' linked/dir/pieces.d && ! grep -q warplock- linked/dir/pieces.d || complain "a dependency file has other names: $(cat linked/dir/pieces.d)"
mkdir between && quiet env TMPDIR="$work/between" warplock cc -c -DMORE= 'real/dir/in pieces.cu' -o pieces.o
cmp -s 'real/dir/in pieces.cu' before.cu && rmdir between || complain "a source was changed, or a copy left"
# a folder with marks in its name; an include by its whole name; no place for the copies, or for what says where they are; too many of them
mkdir 'q"u\o' && cp real/dir/* 'q"u\o/'
quiet warplock cc -S -DMORE= 'q"u\o/in pieces.cu' -o pieces.ptx
printf '#include "%s/real/dir/pieces.cuh"\nvoid f(int *p) { k<<<1, 1>>>(p); }\n' "$work" >whole.cu
quiet warplock cc -S whole.cu -o whole.ptx
grep -q '\.extern \.shared \.align 16' whole.ptx || complain "an include by its whole name: shared memory is not aligned"
says 2 '/none/cc: cannot be' env TMPDIR=/none warplock cc -S -DMORE= 'real/dir/in pieces.cu' -o kept.ptx
mkdir gone
(cd gone && rmdir "$work/gone" && warplock cc -S -DMORE= "$work/real/dir/in pieces.cu" -o "$work/kept.ptx" >"$work/log" 2>&1)
[ $? = 2 ] && grep -q 'cannot be written: No such file or directory$' log || complain "from a folder that has gone: $(head -n 3 log)"
i=0
while [ $((i += 1)) -le 1100 ]; do
    echo "#include \"few$i.cuh\"" >>many.cu
    if [ $i -le 13 ]; then echo "__global__ void k$i() {} inline void f$i() { k$i<< <1, 1>> >(); }" >few$i.cuh; else : >few$i.cuh; fi
done
says 2 'more than 12 files have `<< <`' warplock cc -S many.cu -o kept.ptx
sed -i 's/<< </<<</; s/>> >/>>>/' few1.cuh few2.cuh
quiet warplock cc -S many.cu -o many.ptx                  # files behind the thousand that are looked into are read as they are
rm few*.cuh
cp scale.cu before.cu

# every header of libcu++ by itself in the oldest C++, all in the newest; what is not there says so
for header in $(cd "$WARPLOCK_CUDA" && find cuda -type f) cuda_awbarrier_primitives.h cuda_awbarrier.h cuda_pipeline_primitives.h cuda_pipeline.h; do
    echo "#include <$header>" >alone.cu
    words=$(sed -n 's/^#error "\(not supported by warplock: .*\)"$/\1/p' "$WARPLOCK_CUDA/$header")
    if [ -n "$words" ]; then says 2 "$words" warplock cc -S -std=c++11 alone.cu -o alone.ptx; continue; fi
    quiet warplock cc -S -std=c++11 alone.cu -o alone.ptx
    cat alone.cu >>together.cu
done
quiet warplock cc -c -std=c++20 together.cu -o together.o
says 2 'not supported by warplock: <cuda/annotated_ptr>' warplock cc -S -include cuda/annotated_ptr -DFACTOR=1 scale.cu -o kept.ptx

# an installed tree: the headers are found beside the program
mkdir -p installed/bin installed/share/warplock/cuda && cp "$(command -v warplock)" installed/bin/ && cp -r "$WARPLOCK_CUDA" installed/share/warplock/cuda/include && cp -r "${WARPLOCK_CUDA}rt" installed/share/warplock/cuda/cudart
quiet env -u WARPLOCK_CUDA installed/bin/warplock cc -S -DFACTOR=1 scale.cu -o installed.ptx
[ "$failures" = 0 ]
