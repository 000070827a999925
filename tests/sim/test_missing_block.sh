#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock tests/sim/blocks/opened
# Where one block cannot be had, of those that stand in each place, a run ends with its name: a cache that has the
# others' models, and no compiler. So does a GPU that is made without a look at them beforehand, whichever place meets it. Shown to fail: with all of them the same runs end well.
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
[ "$failures" = 0 ]
