#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# E-3: static OAWS with a miss rate of 0, and dynamic OAWS with OCW pinned to all warps, issue as GTO does, instruction by
# instruction and cycle by cycle; with C models, with Verilog, and in lockstep. A load held back that needs no MSHR, planted
# in the C model or in the Verilog, changes the trace, and so do other miss rates (in `make test` one of each).
set -u
. tests/sim/policy/common.sh
begin e3

same() { cmp -s "$work/gto.trace" "$work/$1.trace"; }
compared=reduce         # the Verilog of 15 SMs takes long
! tier_is_all || compared=atax
blind='oaws-static policy.smr=0' pinned='oaws-dyn policy.ocw_pin=48'

for machine in gtx480 oaws; do
    for kernel in reduce $(tier_is_all && echo atax bfs spmv); do
        trace gto "$BUILD/warplock" $machine gto $kernel c
        for way in "$blind" "$pinned"; do
            modes=c
            [ "$machine $kernel" = "gtx480 $compared" ] && modes="c verilog lockstep"
            for blocks in $modes; do
                trace way "$BUILD/warplock" $machine "${way% *}" $kernel $blocks --set "${way#* }"
                if same way; then echo "$machine $kernel, $blocks: $way issues as gto does"
                else complain "$machine $kernel, $blocks: $way does not issue as gto does"; fi
            done
        done
    done
done

trace gto "$BUILD/warplock" gtx480 gto atax c
for other in "oaws-static policy.smr=50" "oaws-dyn policy.ocw_pin=0" "oaws-dyn policy.ocw_pin=4"; do
    tier_is_all || first_of "${other% *}" || continue
    trace other "$BUILD/warplock" gtx480 "${other% *}" atax c --set "${other#* }"
    same other && complain "$other issues as gto does"
done
for side in c $(tier_is_all && echo verilog); do
    sh tests/tb/plant.sh ${side}_qualify_strict warplock "$work/$side" ||
        { complain "planted in $side: does not build"; continue; }
    trace planted "$work/$side/warplock" gtx480 oaws-static atax $side --set policy.smr=0
    if same planted; then complain "planted in $side: $blind issues as gto does"
    else echo "planted in $side: $blind does not issue as gto does"; fi
done
[ "$failures" = 0 ]
