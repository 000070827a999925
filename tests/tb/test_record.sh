#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A recording of one SM: the same bytes whatever stands behind the blocks, a run that it does not change, each stimulus
# replays, the window is kept, every cycle in it is there, a changed input in a file is noticed by the replay, and a
# recording that fails leaves nothing.
set -u
. tests/lib.sh
work=$BUILD/record
run() { "$BUILD/warplock" run --machine oaws --policy oaws-dyn "$@" bfs >"$work/log" 2>&1 || { complain "run $*"; cat "$work/log"; }; }

rm -rf "$work"
mkdir -p "$work"
run --issue-trace "$work/plain.trace"
run --record "$work/c" --record-window 4000 --issue-trace "$work/recorded.trace"
run --record "$work/lockstep" --record-window 4000 --blocks lockstep
cmp "$work/plain.trace" "$work/recorded.trace" || complain "a recording changes the run"
diff -r "$work/c" "$work/lockstep" >"$work/diff" || complain "C models and lockstep record different inputs: $(head -n 3 "$work/diff")"
for name in warp_order warp_rank oaws_ocw oaws_dlc oaws_misspred oaws_qualify warp_arbiter.0 warp_arbiter.1; do
    file=$work/c/$name.txt
    [ -s "$file" ] || { complain "no $name.txt"; continue; }
    sed -n 's/^step \([0-9]*\).*/\1/p' "$file" | awk '$1 != NR - 1 { exit 1 } END { exit NR != 4000 }' ||
        complain "$name.txt does not hold cycles 0 to 3999"
    "$BUILD/warplock" replay "$file" >"$work/log" 2>&1 || complain "$name.txt does not replay: $(cat "$work/log")"
    [ "$(grep -c '^step ' "$work/c/$name.outputs.txt")" = 4000 ] || complain "$name.outputs.txt does not hold 4000 cycles"
done
[ "$(find "$work/c" -type f | wc -l)" = 19 ] || complain "the recording holds $(ls "$work/c"), expected 19 files"
"$BUILD/warplock" dump-machine "$work/c/machine.ini" >"$work/log" 2>&1 || complain "machine.ini is no machine: $(cat "$work/log")"
# Each issue of the run's trace is one of the events, and none besides.
awk '$2 == 0 && $1 < 4000 { print $1, $3, $4 }' "$work/plain.trace" >"$work/issues"
awk '$2 == "issue" { print $1, $4, $5 }' "$work/c/sm.txt" | cmp - "$work/issues" || complain "sm.txt holds other issues than the trace"
awk '$1 ~ /^[0-9]+$/ && $1 >= 4000 { exit 1 }' "$work/c/sm.txt" || complain "sm.txt goes on behind the window"
ls -d "$work"/c.* >/dev/null 2>&1 && complain "a temporary folder is left"
run --record "$work/other" --record-sm 7 --record-window 50 --observe oaws_ocw --wave "$work/twins.fst" --wave-sms 7 --wave-window 50
grep -qx 'instance sm 7' "$work/other/oaws_ocw.txt" || complain "--record-sm 7 records another SM"
grep -q "oaws_ocw_sm_7\." "$work/twins.gtkw" && grep -q "oaws_ocw_sm_7_2\." "$work/twins.gtkw" ||
    complain "the policy's block and the observer's have one name in the wave"
sed '0,/ issue=/s// issued=/' "$work/c/oaws_misspred.txt" >"$work/wrong.txt"
"$BUILD/warplock" replay "$work/wrong.txt" >"$work/log" 2>&1
[ $? = 2 ] && grep -q '^warplock: .*issued' "$work/log" || complain "a field that does not exist: $(cat "$work/log")"
# A recording that cannot be written whole leaves nothing. Files end at 32 KB here, as on a disk that is full.
overflow() {
    (trap '' XFSZ
    ulimit -f 64
    "$1" run --machine oaws --policy oaws-dyn --record "$work/full/c" --record-window 4000 bfs) >"$work/log" 2>&1
}
mkdir "$work/full"
overflow "$BUILD/warplock"
[ $? = 2 ] || complain "a recording that does not fit is no mistake: $(tail -n 1 "$work/log")"
grep -q "^warplock: --record: $work/full/c: cannot be written: " "$work/log" || complain "message: $(tail -n 1 "$work/log")"
[ -z "$(ls "$work/full")" ] || complain "a recording that does not fit leaves $(ls "$work/full")"
plant_copy tb/lockstep/record.c "$work/record.c" 's/^            remove_folder(run, folder);$/            (void)remove_folder;/'
# shellcheck disable=SC2046
gcc -std=c11 -O1 -w -I. -D_DEFAULT_SOURCE -o "$work/planted" "$BUILD/obj/sim/main.o" "$work/record.c" \
    "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" \
    $(sed -n 's/^LDLIBS *:= //p' Makefile) || complain "the plant does not build"
overflow "$work/planted"
[ -n "$(ls "$work/full")" ] || complain "a folder that is not removed goes unnoticed"
[ "$failures" = 0 ]
