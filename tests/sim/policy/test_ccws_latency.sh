#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# policy.ccws_vta_latency: victim tags in a macro of SRAM, whose hits come a cycle later. Of two kernels C and Verilog agree under it in
# lockstep, `warplock check` finds nothing in the recording, and another issue trace comes of it; 0 is the default. Shown to fail:
# a recording of 1 whose machine says 0, and of 0 whose machine says 1.
set -u
. tests/sim/policy/common.sh
begin ccws_latency

set -- --machine ccws --policy ccws --set gpu.sms=1 --set gpu.clusters=1 --set l1d.index=linear --set l1d.sets=2 --set l1d.ways=2
kernel() { # kernel NAME OPTION...: runs it
    name=$1
    shift
    case $name in
        kmeans) "$BUILD/warplock" run "$@" --max-cycles 9000 kmeans:256 ;;
        lost_lines) "$BUILD/warplock" run "$@" --max-cycles 9000 --entry lost_lines --grid 8 --block 256 --arg buf:f32:65536:zero --arg s32:10 \
            tests/sim/policy/lost_lines.ptx ;;
    esac
}
for name in kmeans lost_lines; do
    for latency in 0 1; do
        at=$work/$name.$latency
        kernel $name "$@" --set policy.ccws_vta_latency=$latency --record "$at" --issue-trace "$at.trace" --json >"$at.json" 2>"$at.error"
        "$BUILD/warplock" check "$at" >"$at.found" 2>&1 || complain "$name, latency $latency: the check finds something" "$at.found"
        sed "s/^ccws_vta_latency = $latency/ccws_vta_latency = $((1 - latency))/" "$at/machine.ini" >"$at.ini" && cp "$at.ini" "$at/machine.ini"
        "$BUILD/warplock" check "$at" >"$at.found" 2>&1 && complain "$name, latency $latency: not noticed: a machine that says otherwise"
        grep -q 'wire ccws_vta\.' "$at.found" || complain "$name, latency $latency: another finding" "$at.found"
    done
    cmp -s "$work/$name.0.trace" "$work/$name.1.trace" && complain "$name: the same issue trace with hits a cycle later"
    kernel $name "$@" --issue-trace "$work/$name.trace" --json >"$work/$name.json" 2>"$work/$name.error"
    cmp -s "$work/$name.0.trace" "$work/$name.trace" || complain "$name: 0 is not the default"
    kernel $name "$@" --set policy.ccws_vta_latency=1 --blocks lockstep --issue-trace "$work/$name.lockstep" --json >"$work/$name.json" 2>"$work/$name.error"
    equal "$name: mismatches in lockstep" "$(value $name.json mismatches)" 0 "$work/$name.error"
    [ "$(value $name.json instances)" -ge 5 ] || complain "$name: nothing is compared"
    cmp -s "$work/$name.1.trace" "$work/$name.lockstep" || complain "$name: another issue trace in lockstep"
done
echo "tags that are read a cycle later: $failures failures"
[ "$failures" = 0 ]
