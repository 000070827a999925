#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Debian's Thrust and CUB (libthrust-dev, libcub-dev) build as they are: programs of tests/sim/cudart/thrust compute what the C++
# library computes. Shown to fail: the line `plant:` of a program changes it, and the program must say so.
# needs: warplock libwarplock_cudart.a
set -u
. tests/sim/cuda/common.sh
[ -e /usr/include/thrust/version.h ] && [ -e /usr/include/cub/version.cuh ] || { echo "skipped: no libthrust-dev"; exit 77; }
begin cudart_thrust
programs=tests/sim/cudart/thrust

# says WORD NAME OPTION...: whether the program ends with this line and its status
says() {
    word=$1 name=$2
    shift 2
    (cd "$work" && warplock run "$@" -- "./$name") >"$work/$name.out" 2>"$work/$name.err" </dev/null
    status=$?
    grep -qx "$word" "$work/$name.out" && { [ "$word" = FAILED ] || [ $status = 0 ]; }
}
build() { # build SOURCE NAME
    warplock cc -O1 "$1" -o "$work/$2" >"$work/$2.log" 2>&1 || { complain "$1 does not build"; head -n 9 "$work/$2.log"; return 1; }
}
for source in "$programs"/*.cu; do
    name=$(basename "$source" .cu)
    tier_is_all || [ "$name" = block ] || continue
    build "$source" "$name" || continue
    says PASSED "$name" --machine gtx480 || { complain "$name:"; tail -n 5 "$work/$name.out" "$work/$name.err"; }
    tier_is_all || continue
    says PASSED "$name" --functional || complain "$name --functional"
    [ "$name" = algorithms ] || says PASSED "$name" --machine oaws --blocks lockstep --policy oaws-dyn || complain "$name in lockstep"
    plant_copy "$source" "$work/planted_$name.cu" "$(sed -n 's,^// plant: ,,p' "$source")" && build "$work/planted_$name.cu" "planted_$name" &&
        { says FAILED "planted_$name" || complain "$name: its plant is not noticed"; }
done
[ "$failures" = 0 ]
