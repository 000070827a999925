#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Whole programs that NVIDIA's nvcc has built run on our libraries, with timing, functionally and in lockstep: those of
# tests/sim/cudart/programs that its release takes, and tests/sim/cudart/nvcc, which ask for what CUDA 12 and 13 have. Fat binaries
# of all kinds. Without an nvcc on the PATH or in $CUDA_PATH/bin it is skipped, and test_nvcc_built.sh stands in for it. Shown to
# fail: the line `plant:` of a program, and a library without the heap's functions.
# tier: all
# needs: warplock cudart_libraries/libcudart.so.11.0 cudart_libraries/libcudart.so.12 cudart_libraries/libcudart.so.13 cudart_libraries/libcuda.so.1 cudart_libraries/libcublas.so.11 cudart_libraries/libcublas.so.12 cudart_libraries/libcublas.so.13 cudart_libraries/libcurand.so.10 cudart_libraries/libcufft.so.10 cudart_libraries/libcufft.so.11 cudart_libraries/libcufft.so.12
set -u
. tests/lib.sh
nvcc=$(command -v nvcc) || nvcc=${CUDA_PATH:-/nonexistent}/bin/nvcc
"$nvcc" --version 2>/dev/null | grep -q '^nvcc: NVIDIA' || { echo "skipped: no nvcc of NVIDIA's on the PATH or in CUDA_PATH"; exit 77; }
work=$BUILD/cudart_nvcc
rm -rf "$work" && mkdir -p "$work" || exit 1
work=$(cd "$work" && pwd)
PATH=$(cd "$BUILD" && pwd):$PATH
export PATH COLUMNS=1000
major=$("$nvcc" --version | sed -n 's/.*release \([0-9]*\)\..*/\1/p')
arch=$("$nvcc" --list-gpu-arch | head -n 1 | sed 's/compute/sm/')       # the lowest
programs=tests/sim/cudart/programs

# build OUTPUT SOURCE OPTION...
build() {
    output=$work/$1
    shift
    case " $* " in *" -arch="*) ;; *) set -- -arch="$arch" "$@" ;; esac
    "$nvcc" -w --cudart=shared -std=c++17 --extended-lambda -DcudaThreadSynchronize=cudaDeviceSynchronize \
        -DcudaThreadExit=cudaDeviceReset -o "$output" "$@" >"$output.log" 2>&1
}
# ends_well PROGRAM OPTION...
ends_well() {
    program=$1
    shift
    (cd "$work" && timeout 900 warplock run "$@" -- "./$program") >"$work/$program.out" 2>"$work/$program.err" </dev/null && grep -qx PASSED "$work/$program.out"
}
try() { # try PROGRAM OPTION...: with a complaint
    ends_well "$@" || { complain "$*:"; head -n 3 "$work/$1.err"; grep -v '^ ' "$work/$1.out" | tail -n 3; }
}
plant_program() { # plant_program NAME SOURCE OPTION...: the plant that the source names is noticed
    name=$1 source=$2
    shift 2
    plant_copy "$source" "$work/planted/$name.cu" "$(sed -n 's,^// plant: ,,p' "$source")" || return
    build "$name.planted" "$work/planted/$name.cu" "$@" || { complain "$name does not build with its plant"; return; }
    ends_well "$name.planted" --functional && complain "$name: its plant is not noticed"
    ends_well "$name.planted" && complain "$name: its plant is not noticed"
    grep -qx FAILED "$work/$name.planted.out" || complain "$name: its plant ends otherwise"
}

# --- the programs of test_programs.sh. Not: what nvcc refuses in them, which clang with our headers takes, or a later CUDA has
# no more.
not='awbarrier intrinsics matrix_units releases short_floats simd spelling standard standard20'
[ "$major" -lt 12 ] || not="$not kmeans surfaces textures volumes"               # texture and surface references
[ "$major" -lt 13 ] || not="$not capture driver driver_arrays graphs managed"                  # functions have other parameters
built=0
for source in "$programs"/*.cu; do
    name=$(basename "$source" .cu)
    case " $not " in *" $name "*) continue ;; esac
    options=                                                            # what a program asks of its GPU, or of the linker
    case $name in asynchronous | inline_ptx) options=-arch=sm_80 ;; esac
    [ "$name" != pools ] || options="-L$(dirname "$(dirname "$nvcc")")/lib64/stubs -lcuda"
    others=$(ls "$programs/$name".*.c "$programs/$name".*.cpp 2>/dev/null)
    # shellcheck disable=SC2086
    build "$name" "$source" $others $options || { complain "$name does not build"; grep -m 3 error "$work/$name.log"; continue; }
    built=$((built + 1))
    try "$name" --machine gtx480
    case $name in
    grid) plant_program grid "$source" ;;
    heap) try heap --functional && try heap --machine oaws --blocks lockstep --policy gto,oaws-dyn && plant_program heap "$source" ;;
    warps | reduction) try "$name" --machine qv100 ;;
    esac
done
echo "$built programs of $("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/nvcc \1/p'), $arch"

# --- what later CUDAs have
if [ "$major" -ge 12 ]; then
    build later tests/sim/cudart/nvcc/later.cu || { complain "later does not build"; grep -m 3 error "$work/later.log"; }
    try later --machine gtx480
    try later --machine oaws --blocks lockstep --policy gto,oaws-dyn
    grep -qE '^  lockstep.mismatches +0 +0 ' "$work/later.out" || complain "later: no lockstep without mismatches"
    plant_program later tests/sim/cudart/nvcc/later.cu
    build threads tests/sim/cudart/nvcc/later.cu --default-stream per-thread && try threads --machine gtx480
fi
build ampere tests/sim/cudart/nvcc/ampere.cu -arch=sm_80 || { complain "ampere does not build"; grep -m 3 error "$work/ampere.log"; }
try ampere --functional
try ampere --machine rtx3070
try ampere --machine oaws --blocks lockstep --policy gto,oaws-dyn
grep -qE '^  lockstep.mismatches +0 +0 ' "$work/ampere.out" || complain "ampere: no lockstep without mismatches"
plant_program ampere tests/sim/cudart/nvcc/ampere.cu -arch=sm_80
build libraries tests/sim/cudart/nvcc/libraries.cu -lcublas -lcufft -lcurand || { complain "libraries does not build"; grep -m 3 error "$work/libraries.log"; }
try libraries --functional
try libraries --machine gtx480
(cd "$work" && LD_LIBRARY_PATH=$(cd .. && pwd)/cudart_libraries ldd ./libraries) | grep 'libcu' | grep -v cudart_libraries && complain "a library is not ours"

# --- kinds of fat binaries, of one program with malloc, virtual functions and recursion
classes() { # classes NAME OPTION...
    name=$1
    shift
    "$nvcc" -w --cudart=shared -std=c++17 --extended-lambda "$@" -o "$work/$name" "$programs/classes.cu" >"$work/$name.log" 2>&1 ||
        { complain "$name does not build"; head -n 3 "$work/$name.log"; return; }
    try "$name" --machine gtx480
}
virtual=compute_${arch#sm_}
classes debugged -arch="$arch" -G -O0
classes linked -arch="$arch" -rdc=true
classes several -gencode arch="$virtual",code="$arch" -gencode arch=compute_80,code=compute_80 -gencode arch=compute_86,code=sm_86
[ "$major" -lt 13 ] || for mode in none speed size balance; do classes "mode_$mode" -arch="$arch" --compress-mode=$mode; done
"$nvcc" -w --cudart=shared -std=c++17 --extended-lambda -gencode arch="$virtual",code="$arch" -o "$work/code" "$programs/classes.cu" >"$work/code.log" 2>&1
ends_well code && complain "machine code alone runs"
grep -q "no PTX in it, only machine code ($arch), which is not executed" "$work/code.err" || { complain "machine code alone:"; head -n 3 "$work/code.err"; }
[ "$failures" = 0 ]
