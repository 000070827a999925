#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock tests/sim/test_modes_modern
# A bug in a block's model is noticed by tests/sim/test_modes_modern.c, in its small shape, on the machine whose case runs the block: the
# case fails by the lockstep's line, which names the block and the field, and without the bug it passes.
set -u
. tests/lib.sh
. tests/blocks.sh
work=$BUILD/planted_modes
rm -rf "$work" && mkdir -p "$work" || exit 1

# case_on FOLDER MACHINE: the case with the warplock of that folder, in $work, where a failure leaves its pack; what it says in $work/said.
here=$(pwd)
path_of() { case $1 in /*) echo "$1" ;; *) echo "$here/$1" ;; esac; }
case_on() {
    program=$(path_of "$BUILD")/tests/sim/test_modes_modern folder=$(path_of "$1")
    (cd "$work" && BUILD=$folder TIER=test TEST_CASE=policies_agree_on_$2 "$program") >"$work/said" 2>&1
}

while read -r machine name; do
    planted=$((planted + 1))
    know_bug bench "$name" && sh tests/tb/plant.sh "$name" warplock "$work/$name" || { complain "$name: does not build"; continue; }
    ! case_on "$work/$name" "$machine" || complain "$name: not noticed on $machine"
    grep -q "lockstep: $block\[sm [0-9]*\]: cycle [0-9]*: $expect\(\[\|:\)" "$work/said" || complain "$name: no difference in $block, $expect: $(head -n 3 "$work/said")"
    sed -n "s/^warplock: \(.*lockstep: \)/$machine, $name: \1/p" "$work/said"
    case_on "$BUILD" "$machine" || complain "$machine fails without $name: $(tail -n 5 "$work/said")"
done <<END
qv100 c_lls_unmarked
rtx3070 c_wrong_base
END
[ "$planted" = 2 ] || complain "$planted bugs tried, expected 2"
echo "$planted planted, $failures failures"
[ "$failures" = 0 ]
