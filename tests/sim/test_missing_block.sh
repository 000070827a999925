#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock tests/sim/blocks/opened tests/sim/campaign/by_hand
# Where one block cannot be had, of those that stand in each place, a run ends with its name: a cache that has the
# others' models, and no compiler. So does a GPU that is made without a look at them beforehand, whichever place meets it, and a
# campaign before its first run. What a page says of results that are stored has no number of what a block holds. Shown to fail: with all of them the same runs end well.
set -u
. tests/lib.sh
work=$PWD/$BUILD/missing_block
case $BUILD in /*) work=$BUILD/missing_block ;; esac
rm -rf "$work" && mkdir -p "$work/whole" "$work/tools" || exit 1

try() { # try CACHE RUN...: with no compiler in the PATH
    cache=$1
    shift
    PATH=$work/tools WARPLOCK_CACHE=$cache "$BUILD/warplock" run --set gpu.sms=2 --set gpu.clusters=2 "$@" vadd:512 >"$work/said" 2>&1
}
WARPLOCK_CACHE=$work/whole
export WARPLOCK_CACHE
while read -r block run; do
    # shellcheck disable=SC2086
    "$BUILD/warplock" run --set gpu.sms=2 --set gpu.clusters=2 $run vadd:512 >"$work/said" 2>&1 || complain "$run: $(cat "$work/said")"
    # shellcheck disable=SC2086
    try "$work/whole" $run || complain "$run, with all blocks: $(cat "$work/said")"
    rm -rf "$work/less" && cp -r "$work/whole" "$work/less" && rm "$work/less/${block}"_* || complain "$run has no $block"
    # shellcheck disable=SC2086
    try "$work/less" $run && complain "$run without $block: nobody notices"
    grep -q "warplock: .*$block" "$work/said" || complain "$run without $block: $(cat "$work/said")"
    machine=${run#--machine } machine=${machine%% *}
    PATH=$work/tools WARPLOCK_CACHE=$work/whole "$BUILD/tests/sim/blocks/opened" "$machine" "${run##* }" >"$work/said" 2>&1 || complain "$run, a GPU with all blocks: $(cat "$work/said")"
    PATH=$work/tools WARPLOCK_CACHE=$work/less "$BUILD/tests/sim/blocks/opened" "$machine" "${run##* }" >"$work/said" 2>&1 && complain "$run, a GPU without $block: nobody notices"
    grep -q "$block" "$work/said" || complain "$run, a GPU without $block: $(cat "$work/said")"
done <<'END'
warp_order --machine oaws --policy gto
warp_arbiter --machine oaws --policy gto
oaws_ocw --machine oaws --policy oaws-dyn
owl_prefetch --machine owl --policy owl
bucl_update --machine bucl --policy bucl-dyn
END

# --- campaigns
mkdir -p "$work/none"
"$BUILD/tests/sim/campaign/by_hand" "$BUILD/warplock" paper "$work/by_hand.sqlite" || complain "no store that is written by hand"
stored() { # stored CACHE PAGE
    PATH=$work/tools WARPLOCK_CACHE=$1 "$BUILD/warplock" campaign oaws atax vadd --seeds 1 --stored --store "$work/by_hand.sqlite" --html "$2" >"$work/said" 2>&1
}
stored "$work/none" "$work/without.html" || complain "stored results without blocks: $(cat "$work/said")"
grep -q 'O32  *-  oaws_misspred.pred of this machine cannot be had$' "$work/said" || complain "a claim of what a block holds, without it: $(grep O32 "$work/said")"
grep -q '"name":"oaws_dlc","place":"SM","count":30,"bits":null}' "$work/without.html" || complain "the page has bits of a block that is not there"
stored "${BUILD%/}/tuples" "$work/with.html" || complain "stored results with blocks: $(cat "$work/said")"
grep -q 'O32  *4.4  *Storage of OAWS in an  *348  *328.0 ' "$work/said" || complain "a claim of what a block holds: $(grep O32 "$work/said")"
grep -q '"name":"oaws_dlc","place":"SM","count":30,"bits":2161}' "$work/with.html" || complain "the page has not the bits of oaws_dlc"
PATH=$work/tools WARPLOCK_CACHE=$work/none "$BUILD/warplock" campaign oaws vadd --store "$work/own.sqlite" >"$work/said" 2>&1
[ $? = 2 ] && grep -q '^warplock: campaign: [a-z_]* n48_s2_across1 cannot be had: gcc cannot be run: No such file or directory' "$work/said" ||
    complain "a campaign without blocks: $(cat "$work/said")"
[ "$failures" = 0 ]
