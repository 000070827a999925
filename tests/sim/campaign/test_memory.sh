#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# As many runs at a time as have room in memory, by what earlier ones had; a worker that is killed, as the kernel does
# when memory runs out, is made again, and the tables are the same. Shown to fail: an engine that does not count, one
# that keeps what was killed as a failure.
set -u
. tests/lib.sh
build=$BUILD
work=$build/memory
rm -rf "$work"
mkdir -p "$work" || exit 1
program=$build/warplock
begin() { # begin NAME ARGUMENTS...: in the background, 15 runs of 8 MB
    name=$1
    shift
    "$program" campaign papers atax --size 96 --store "$work/$name.sqlite" "$@" >"$work/$name" 2>"$work/said" &
    campaign=$!
}
runs() { read -r _ _ state _ <"/proc/$campaign/stat" && [ "$state" != Z ]; } 2>/dev/null
workers() { line= && read -r line <"/proc/$campaign/task/$campaign/children"; } 2>/dev/null   # has no end of line
# The most workers at a time that are seen.
most() {
    seen=0
    while runs; do
        sleep 0.005
        workers
        # shellcheck disable=SC2086
        set -- $line
        [ $# -le $seen ] || seen=$#
    done
    wait $campaign || fail "warplock: exit status $?, expected 0" "$work/said"
}
# peaks NAME: a line for each run of a store, POLICY,KB: what it had. A short one on a busy machine may have been looked at before
# it had all of its 8 MB. The first run is that under gto.
peaks() { "$program" results "$work/$1.sqlite" --columns policy,peak_kb --csv - 2>/dev/null | sed 1d; }
first_peak() { peaks "$1" | sed -n 's/^gto,//p'; }
fit_in() { # fit_in PEAK: whether there were two at a time at least, and no more than have room in 20 MB
    [ "$seen" -ge 2 ] && [ $((seen * $1)) -le 20480 ]
}
said() { equal "$2" "$(tail -n 1 "$work/said")" "warplock: $1" "$work/said"; }

begin free --workers 4
wait $campaign || fail "without a limit: seen status $?, expected 0"
said "0 runs from the store, 15 simulated, 0 failed" "without a limit"
# The first one runs alone, as nothing is known; then two of 8 MB have room in 20 MB.
begin limited --workers 4 --memory 20
most
peak=$(first_peak limited)
fit_in "$peak" || fail "seen $seen workers at a time, the first had $peak kB, expected 2 at least that have room in 20 MB"
same_file "the tables" "$work/limited" "$work/free"
# What is known stays known: of another limit of cycles nothing is stored, but what runs of the kernel need is.
cp "$work/free.sqlite" "$work/known.sqlite"
begin known --workers 4 --memory 20 --max-cycles 100000000
most
peak=$(peaks free | cut -d, -f2 | sort -n | tail -n 1)
fit_in "$peak" || fail "by an older store: seen $seen workers at a time, the largest had $peak kB, expected 2 at least that have room in 20 MB"

killed_one() { # killed_one NAME: a worker of a campaign is killed from outside
    begin "$1" --workers 2
    line=
    while [ -z "$line" ] && runs; do workers; done
    kill -9 "${line%% *}"
    wait $campaign
}
killed_one killed || fail "a worker that was killed: seen status $?, expected 0" "$work/said"
said "0 runs from the store, 15 simulated, 0 failed" "a worker that was killed"
same_file "the tables" "$work/killed" "$work/free"

tier_is_all || { [ "$failures" = 0 ]; exit; }
planted() { # planted SCRIPT
    plant_copy sim/campaign/engine/local.c "$work/local.c" "$1" || exit 1
    program_with "$work/local.c" "$work/warplock" || exit 1
    program=$work/warplock
}
planted 's/<= c->memory_mb \* 1024/<= UINT64_MAX/'
begin uncounted --workers 4 --memory 20
most
fit_in "$(first_peak uncounted)" && fail "an engine that does not count was not noticed"
planted 's/stored.status == -SIGKILL/false/'
killed_one lost && fail "a worker that is lost was not noticed"
[ "$failures" = 0 ]
