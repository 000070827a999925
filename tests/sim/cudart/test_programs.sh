#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Whole CUDA programs, written as PolyBench, Rodinia, SHOC and the SDK's samples are (tests/sim/cudart/programs), compile
# unchanged with `warplock cc` and get on the simulated GPU what they compute on the CPU, on both machines. Shown to fail:
# the line `plant:` of a program changes its kernel, and the program must say so.
# needs: warplock libwarplock_cudart.a
set -u
export COLUMNS=1000                     # tables in one piece
. tests/sim/cuda/common.sh
begin cudart_programs
programs=tests/sim/cudart/programs

# ends_well PROGRAM MACHINE OPTION...: as the program says, and with status 0
ends_well() {
    program=$1 machine=$2
    shift 2
    (cd "$work" && warplock run --machine "$machine" "$@" -- "./$program") >"$work/$program.out" 2>"$work/$program.err" </dev/null &&
        grep -qx 'PASSED' "$work/$program.out"
}
built=0
for source in "$programs"/*.cu; do
    name=$(basename "$source" .cu)
    tier_is_all || case $name in classes | warps) ;; *) continue ;; esac
    others=$(ls "$programs/$name".*.c "$programs/$name".*.cpp 2>/dev/null)
    options=$(sed -n 's,^// options: ,,p' "$source")
    # shellcheck disable=SC2086
    warplock cc $options "$source" $others -o "$work/$name" >"$work/$name.log" 2>&1 || { complain "$name does not build"; head -n 9 "$work/$name.log"; continue; }
    built=$((built + 1))
    ends_well "$name" oaws --blocks lockstep --policy gto,oaws-dyn --perfetto trace.json || { complain "$name on oaws:"; tail -n 5 "$work/$name.out" "$work/$name.err"; }
    grep -qE '^  lockstep.mismatches +0 +0 ' "$work/$name.out" || complain "$name: no lockstep without mismatches"
    for policy in gto oaws-dyn; do
        grep -q "\"policy\": \"$policy\"" "$work/trace.$name.$policy.json" && [ "$(tail -n 1 "$work/trace.$name.$policy.json")" = "]}" ] ||
            complain "$name: no trace of its run under $policy"
    done
    ends_well "$name" gtx480 --policy lrr || { complain "$name on gtx480:"; tail -n 5 "$work/$name.out" "$work/$name.err"; }
    tier_is_all || [ "$name" = warps ] || continue
    ! tier_is_all || ends_well "$name" qv100 || { complain "$name on qv100:"; tail -n 5 "$work/$name.out" "$work/$name.err"; }
    refused=$(sed -n 's,^// functional: ,,p' "$source")
    if ends_well "$name" gtx480 --functional; then
        [ -z "$refused" ] || complain "$name --functional is not refused"
    else
        [ -n "$refused" ] && grep -qF "$refused" "$work/$name.err" || complain "$name --functional"
    fi
    plant_copy "$source" "$work/planted/$name.cu" "$(sed -n 's,^// plant: ,,p' "$source")" || continue
    # shellcheck disable=SC2086
    warplock cc $options -I"$programs" "$work/planted/$name.cu" $others -o "$work/$name" >"$work/$name.log" 2>&1 || { complain "$name does not build with its plant"; continue; }
    (cd "$work" && warplock run -- "./$name") >"$work/$name.out" 2>&1 </dev/null && complain "$name: its plant is not noticed"
    grep -qx 'FAILED' "$work/$name.out" || complain "$name: its plant ends otherwise"
done
echo "$built programs"
[ "$failures" = 0 ]
