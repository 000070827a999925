#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# cuBLAS: the programs of tests/sim/cublas/programs find what they compute in double precision, functionally with all shapes, with
# timing on gtx480 and, one, in lockstep with fewer. A project for cuBLAS builds by warplock cc, by its Makefile with g++, and by
# CMake. Shown to fail: each `plant:` in a program's check, each `kernel plant: FILE SCRIPT` in sim/cublas/kernels, each
# `host plant: FILE SCRIPT` in sim/cublas.
# needs: warplock libwarplock_cudart.a cuda/ready
set -u
export COLUMNS=1000                     # tables in one piece
. tests/sim/cuda/common.sh
begin cublas_programs
top=$(pwd)
programs=$top/tests/sim/cublas/programs
cuda=$work/../cuda

says() { # says WORDS COMMAND...
    words=$1
    shift
    "$@" >"$work/log" 2>&1 && grep -qF -- "$words" "$work/log" || { complain "$*: not '$words':"; tail -n 5 "$work/log"; }
}
# planted COPY_OF FILE SCRIPT: the library with the plant in its file, as objects.
planted() {
    rm -rf "$work/planted" && mkdir -p "$work/planted/sim" && cp -r sim/cublas "$work/planted/sim/" &&
        plant_copy "$1/$2" "$work/planted/$1/$2" "$3" || return 1
    # shellcheck disable=SC2086
    (cd "$work/planted" && { [ "$1" = sim/cublas ] || warplock cc -w -S -I. -I"$top" sim/cublas/kernels/cublas.cu -o sim/cublas/kernels/cublas.ptx; } &&
        for source in sim/cublas/*.c; do gcc $plant_flags -fPIC -I. -I"$top" -c "$source" || exit 1; done) >"$work/log" 2>&1 ||
        { complain "$2: $3 does not build"; tail -n 5 "$work/log"; return 1; }
}
is_noticed() { # is_noticed NAME WHAT: by the program as it was linked anew
    (cd "$work" && WARPLOCK_FUNCTIONAL=1 "./$1.planted" few) >"$work/log" 2>&1 && complain "$1: $2 is not noticed"
    grep -qx FAILED "$work/log" || { complain "$1: $2: ends otherwise"; tail -n 3 "$work/log"; }
}

for source in "$programs"/*.cu; do
    name=$(basename "$source" .cu)
    tier_is_all || [ "$name" = level1 ] || continue
    warplock cc "$source" -lcublas -o "$work/$name" >"$work/log" 2>&1 || { complain "$name does not build"; tail -n 5 "$work/log"; continue; }
    warplock cc -c "$source" -o "$work/$name.o" >"$work/log" 2>&1
    if tier_is_all; then says PASSED env WARPLOCK_FUNCTIONAL=1 "$work/$name"; else says PASSED env WARPLOCK_FUNCTIONAL=1 "$work/$name" few; fi
    tier_is_all || continue
    grep ' compared, ' "$work/log" | sed "s/^/$name: /"
    says PASSED warplock run --machine gtx480 -- "$work/$name" few
    if [ "$name" = level1 ]; then
        says PASSED warplock run --machine oaws --policy gto,oaws-dyn --blocks lockstep -- "$work/$name" few
        grep -qE '^ *lockstep.mismatches +0 +0 ' "$work/log" || complain "$name: no lockstep without mismatches"
    fi
    plant_copy "$source" "$work/$name.planted.cu" "$(sed -n 's,^// plant: ,,p' "$source")" && warplock cc -I"$programs" "$work/$name.planted.cu" -lcublas \
        -o "$work/$name.planted" >"$work/log" 2>&1 && is_noticed "$name" 'the plant in its check'
    sed -n 's,^// kernel plant: ,sim/cublas/kernels ,p; s,^// host plant: ,sim/cublas ,p' "$source" >"$work/plants"
    while read -r folder file script; do
        planted "$folder" "$file" "$script" || continue
        warplock cc "$work/$name.o" "$work"/planted/*.o -o "$work/$name.planted" >"$work/log" 2>&1 || { complain "$script does not link"; continue; }
        is_noticed "$name" "$script"
        echo "$folder/$file: $script: noticed by $name"
    done <"$work/plants"
done

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
