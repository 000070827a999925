#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock
# `make reproduce` makes a tenth of each table of a page again from the repository's store: all are equal, and none is with a
# simulator that counts otherwise.
set -u
. tests/lib.sh
work=$BUILD/reproduce
rm -rf "$work" && mkdir -p "$work" || exit 1
ln -s ../warplock "$work/warplock"
sh .ci/install xz-utils || exit 1
kernels="bfs kmeans --size 256 --set gpu.sms=2 --set gpu.clusters=2"
# shellcheck disable=SC2086
"$BUILD/warplock" campaign oaws $kernels --store "$work/results.sqlite" >"$work/out" 2>&1 || complain "$(tail -n 2 "$work/out")"
typed() { # typed TARGET WORDS...
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -o "$work/warplock" BUILD="$work" PAPERS=oaws KERNELS="$kernels" PACKED="$work/packed.xz" \
        "$@" >"$work/out" 2>"$work/said"
}
typed store RESULTS="$work/results.sqlite" || complain "$(cat "$work/out")"
rm "$work/results.sqlite"

typed reproduce || complain "status $?: $(cat "$work/out" "$work/said")"
cp "$work/out" "$work/first"
awk '/^[a-z0-9]+: [0-9]+ of [0-9]+ figures; stored, here$/ { tables++; if ($2 < $4 / 10) { print "too few:", $0; bad = 1 } shown += $2 }
    / equal$/ && /^  / { equal++ }
    / differs by | not there$/ { bad = 1 }
    /^oaws: [0-9]+ of [0-9]+ figures made again, of [0-9]+ runs that took [0-9.]+ minutes: all equal$/ { said = $2; runs = $9 }
    END { if (bad || tables < 10 || shown != equal || shown != said || !runs) { print tables, shown, equal, said, runs; exit 1 } }' "$work/first" ||
    complain "the tenth: $(cat "$work/first")"
simulated=$("$work/warplock" results "$work/reproduced.sqlite" --columns key --csv - | sed 1d | wc -l)
[ "$simulated" = "$(sed -n 's/^oaws: .* of \([0-9]*\) runs that took .*/\1/p' "$work/first")" ] || complain "$simulated runs were made"
[ "$(tail -n 1 "$work/first")" = "make reproduce: every figure is equal" ] || complain "$(tail -n 1 "$work/first")"
# Simulated again each time, and the same figures.
typed reproduce && cmp "$work/first" "$work/out" || complain "another choice the second time"
cp "$work/stored.sqlite" "$work/own.sqlite"
typed reproduce SHARE=1 RESULTS="$work/own.sqlite" && [ "$(grep -c ' equal$' "$work/out")" -lt "$(grep -c ' equal$' "$work/first")" ] || complain "SHARE is not read"

# A simulator that counts otherwise, of whatever sum.
plant_copy sim/core/ldst_open.c "$work/ldst_open.c" 's/queue_places = machine->l1d.latency;/queue_places = machine->l1d.latency + 3;/' 'the L1D answers later'
rm "$work/warplock" && program_with "$work/ldst_open.c" "$work/warplock" || complain "the plant is not built"
typed reproduce && complain "a simulator that counts otherwise is not noticed"
grep -q ' differs by ' "$work/out" && grep -q '^oaws: .* differ$' "$work/out" && grep -q 'some figures differ' "$work/said" || complain "$(cat "$work/out")"
"$BUILD/warplock" campaign oaws --reproduce "$work/x.sqlite" >"$work/out" 2>&1
[ $? = 2 ] && grep -q '^warplock: --reproduce: seen without --stored, expected it' "$work/out" || complain "$(cat "$work/out")"
echo "$simulated runs, $(grep -c ' equal$' "$work/first") figures, $failures failures"
[ "$failures" = 0 ]
