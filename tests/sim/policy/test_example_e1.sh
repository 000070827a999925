#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# E-1, OAWS Fig. 5, in a whole SM with 8 MSHRs: loads of 6, 6 and 2 misses of warps A, B, C, which compute afterwards. GTO
# issues A, B, C, and B is replayed until A's data return; OAWS holds B back and issues C while A is outstanding, so that
# nothing is replayed. On C models, on Verilog and in lockstep. The check is shown to fail: on GTO's own trace, and where
# static OAWS predicts no misses.
set -u
. tests/sim/policy/common.sh
begin e1
ptx=tests/sim/policy/example_e1.ptx

# simulate NAME POLICY SMR BLOCKS
simulate() {
    "$BUILD/warplock" run --verbose --machine oaws --set gpu.sms=1 --set gpu.clusters=1 --set l1d.mshrs=8 --policy "$2" \
        --set policy.smr="$3" --blocks "$4" --lockstep every --grid 1 --block 160 --arg buf:f32:16384:lcg \
        --issue-trace "$work/$1.trace" "$ptx" >"$work/$1.out" 2>&1 || { complain "$1"; cat "$work/$1.out"; }
}
counter() { sed -n "s/^ *$2 *\([0-9,]*\) .*/\1/p" "$work/$1.out" | tr -d ,; }

# pc COMMENT: of the instruction with this comment
pc() { awk -v what="// $1" '/^\{/ { body = 1 } body && /;/ && !/^ *\.reg/ { if (index($0, what)) print 8 * n; n++ }' "$ptx"; }
load=$(pc 'the load') first=$(pc 'the first that needs its data') last=$(pc 'the last of the computation')

# cycle_of NAME WARP PC: when it issued in the figure's round, the last time
cycle_of() { awk -v warp="$2" -v pc="$3" '$4 == warp && $5 == pc { cycle = $1 } END { print cycle }' "$work/$1.trace"; }

# What Fig. 5 says of each: exit status.
as_under_gto() {
    a=$(cycle_of "$1" 0 "$load") b=$(cycle_of "$1" 2 "$load") c=$(cycle_of "$1" 4 "$load")
    back=$(cycle_of "$1" 0 "$first") replays=$(counter "$1" l1d.fail_mshr)
    replayed_until=$((b + replays))                 # and some cycles more, from issue to the tags
    [ "$a" -lt "$b" ] && [ "$b" -lt "$c" ] && [ "$c" -lt "$back" ] &&
        [ "$replayed_until" -gt $((back - 32)) ] && [ "$replayed_until" -lt "$back" ]
}
as_under_oaws() {
    a=$(cycle_of "$1" 0 "$load") b=$(cycle_of "$1" 2 "$load") c=$(cycle_of "$1" 4 "$load") back=$(cycle_of "$1" 0 "$first")
    [ "$a" -lt "$c" ] && [ "$c" -lt "$back" ] && [ "$c" -lt $((b - 100)) ] && [ "$(counter "$1" l1d.fail_mshr)" = 0 ]
}

for blocks in c verilog lockstep; do
    simulate gto_$blocks gto 100 $blocks
    simulate oaws_$blocks oaws-static 100 $blocks
    as_under_gto gto_$blocks || complain "gto, $blocks: not the order of Fig. 5b"
    as_under_oaws oaws_$blocks || complain "oaws-static, $blocks: not the order of Fig. 5c"
    for policy in gto oaws; do
        cmp -s "$work/${policy}_c.trace" "$work/${policy}_$blocks.trace" || complain "$policy: $blocks issues otherwise than c"
        echo "$policy, $blocks: loads issue at A $(cycle_of ${policy}_$blocks 0 "$load") B $(cycle_of ${policy}_$blocks 2 "$load")" \
            "C $(cycle_of ${policy}_$blocks 4 "$load"); computed at A $(cycle_of ${policy}_$blocks 0 "$last")" \
            "B $(cycle_of ${policy}_$blocks 2 "$last") C $(cycle_of ${policy}_$blocks 4 "$last");" \
            "$(counter ${policy}_$blocks l1d.fail_mshr) replays for want of an MSHR"
    done
done
[ "$(counter oaws_lockstep lockstep.cycles)" -gt 0 ] || complain "nothing was compared"
[ "$(counter oaws_lockstep lockstep.mismatches)" = 0 ] || complain "lockstep mismatches"

as_under_oaws gto_c && complain "the check of OAWS accepts GTO"
as_under_gto oaws_c && complain "the check of GTO accepts OAWS"
simulate blind oaws-static 0 c
as_under_oaws blind && complain "the check of OAWS accepts a miss rate of 0"
[ "$failures" = 0 ]
