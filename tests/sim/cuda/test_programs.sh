#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Kernels and a whole program in the manner of PolyBench, Rodinia and the SDK's samples (tests/sim/cuda/programs)
# compile unchanged, for the default architecture and for the other ones named here, and give on the simulated GPU what
# the CPU computes (tests/sim/cuda/programs_main.c). Shown to fail: a shuffle that takes another lane, a clz that is one
# off.
# needs: warplock tests/sim/cuda/programs
set -u
. tests/sim/cuda/common.sh
begin cuda_programs
"$BUILD/tests/sim/cuda/programs" "$work" || exit 1

# results NAME ARCH MACHINE OPTION...: compiles and runs the files; what differs, in $work/NAME.log
results() {
    name=$1 arch=$2 machine=$3
    shift 3
    : >"$work/$name.log"
    for source in ${sources:-linear integers physics}; do
        warplock cc -S -arch="$arch" "$@" "tests/sim/cuda/programs/$source.cu" -o "$work/$source.ptx" &&
            warplock run "$work/$source.json" --machine "$machine" >"$work/$source.run" 2>>"$work/$name.log" || echo "$source" >>"$work/$name.log"
        grep -q '^  verified  *yes' "$work/$source.run" || echo "$source is not verified" >>"$work/$name.log"
    done
    [ ! -s "$work/$name.log" ]
}
same() { results "$@" || { complain "$*:"; cat "$work/$1.log"; }; }
same default sm_35 gtx480
if tier_is_all; then
    same pascal sm_60 oaws
    same volta sm_70 oaws -O3 -funroll-loops
    same slow sm_35 gtx480 -O0
fi
[ "$(cat tests/sim/cuda/programs/*.cu | grep -c '^KERNEL(')" = "$(grep -c '^    { "[a-z]*", "[a-z_]*", [a-z_]*, "\[' tests/sim/cuda/programs_main.c)" ] ||
    complain "not every kernel has its reference"

# plant FILE SCRIPT BUFFER...: with that change of a header just these differ
plant() {
    file=$1 script=$2
    shift 2
    mkdir -p "$work/cudart/tables" && cp sim/cudart/tables/*.def "$work/cudart/tables"        # which headers include
    cp -r sim/cuda "$work/headers" && plant_copy "sim/cuda/warplock/$file" "$work/headers/warplock/$file" "$script" || return
    sources="integers physics"
    WARPLOCK_CUDA=$work/headers results planted sm_35 gtx480 && complain "$script is not noticed"
    seen=$(sed -n 's/.*buffer `\([^`]*\)`.*/\1/p' "$work/planted.log" | sort -u | paste -sd' ' -)
    case $seen in "$*") echo "$file: $seen" ;; *) complain "$script: seen '$seen', expected '$*'" ;; esac
    rm -rf "$work/headers"
}
tier_is_all && plant intrinsics.h 's/__builtin_clz((unsigned)x) : 32/__builtin_clz((unsigned)x) + 1 : 32/' bits.counts
tier_is_all && plant warp.h 's/WARPLOCK_SHUFFLES(shfl_xor, "bfly"/WARPLOCK_SHUFFLES(shfl_xor, "idx"/' votes.counts
[ "$failures" = 0 ]
