#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock
# An L1D that takes several accesses a cycle has several ways used longest ago: time decides which goes, and --belady says so instead of
# calling the difference a bug. Shown to fail without it.
set -u
. tests/lib.sh
work=$BUILD/banks
rm -rf "$work" && mkdir -p "$work" || exit 1
replay() { "$1" run weather --size paper --machine qv100 --policy gto --set l1d.unified_kib=0 --set l1d.ways=256 --belady >"$work/log" 2>&1; }
replay "$BUILD/warplock" || complain "$(tail -n 2 "$work/log")"
tr '\n' ' ' <"$work/log" | grep -qE 'time +decided on [1-9][0-9]* accesses' || complain "time decided on none: $(tail -n 2 "$work/log")"
plant_copy sim/core/l1d_watch.c "$work/planted.c" 's/ || before.oldest_alike//' 'the oldest of several is one' && tier_is_all && {
    program_with "$work/planted.c" "$work/planted" || complain 'the oldest of several is one: does not build'
    replay "$work/planted" && complain 'the oldest of several is one: not noticed'
}
[ "$failures" = 0 ]
