#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The functions of tests/sim/cuda/math.def, compiled with warplock cc and executed, lie within CUDA's bounds. Shown to
# fail: a polynomial without its last term, a logarithm whose base is a little off.
# needs: warplock tests/sim/cuda/math
set -u
. tests/sim/cuda/common.sh
begin cuda_math
math=$BUILD/tests/sim/cuda/math
if tier_is_all; then count=32768; else count=512; fi              # every special value with every other is 400

# measure NAME COUNT: the functions with the headers of WARPLOCK_CUDA; status 1 when one misses its bound
measure() {
    mkdir -p "$work/$1"
    warplock cc -S tests/sim/cuda/math.cu -o "$work/$1/math.ptx" && "$math" write "$work/$1" math.ptx "$2" &&
        warplock run --functional "$work/$1/math.json" >"$work/$1/run" || { complain "$1 does not run"; return 2; }
    "$math" check "$work/$1" "$2" >"$work/$1/check"
}
measure whole $count || { complain "functions miss their bounds"; grep MISSED "$work/whole/check"; }
[ "$(wc -l <"$work/whole/check")" = "$(grep -c '^[FDA](' tests/sim/cuda/math.def)" ] || complain "not every function was measured"
echo "$(wc -l <"$work/whole/check") functions, $count arguments each"

# plant NAME FILE SCRIPT FUNCTIONS: with that change of a header just these miss their bounds
plant() {
    mkdir -p "$work/headers/cudart" && cp -r sim/cuda "$work/headers/" && cp -r sim/cudart/tables "$work/headers/cudart/" &&
        plant_copy "sim/cuda/warplock/$2" "$work/headers/cuda/warplock/$2" "$3" || return
    WARPLOCK_CUDA=$work/headers/cuda measure "$1" 512
    missed=$(sed -n 's/ .*MISSED.*//p' "$work/$1/check" | paste -sd' ' -)
    case $missed in "$4"*) echo "$1: $missed" ;; *) complain "$1: seen '$missed', expected $4" ;; esac
    rm -rf "$work/headers"
}
tier_is_all && plant terms polynomials.h '/warplock_atan_f32/,/return/ s/STEP_F([^)]*) *$//' 'atanf atan2f'
tier_is_all && plant base math_float.h '/^WARPLOCK_DEVICE float log10f/,/^}/ s/-1.010305e-08f/1.010305e-07f/' log10f
[ "$failures" = 0 ]
