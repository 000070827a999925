#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# Runs that are ended at random moments (INT, TERM, HUP, PIPE, KILL), and some without room on the disk or without descriptors, their
# outputs over files that exist: every name holds the whole old or the whole new content.
set -u
. tests/lib.sh
build=$(cd "$BUILD" && pwd)
folder=$build/killed
runs=${KILLED_RUNS:-500}
rm -rf "$folder"
mkdir -p "$folder/old" "$folder/new" "$folder/now" && cd "$folder" || exit 1
outputs='wave.fst wave.gtkw wave.warp_arbiter.cfg_mode.txt report trace events timeline perfetto'
limit=:
simulate() { # simulate FOLDER: in place of the shell that it runs in
    $limit; exec env --default-signal=INT,HUP,PIPE "$build/warplock" run atax --blocks c --wave "$1/wave.fst" --report "$1/report" \
        --issue-trace "$1/trace" --events "$1/events" --timeline "$1/timeline" --perfetto "$1/perfetto"
}
began=$(date +%s%N)
(simulate new) >out 2>&1 || fail "a run with every output: seen status $?, expected 0" out
took=$((($(date +%s%N) - began) / 1000000))
cp new/* old/
"$build/warplock" run vadd --blocks c --wave old/wave.fst >out 2>&1 || fail "an older wave: seen status $?, expected 0" out
for name in report trace events timeline perfetto; do echo "an older $name" >old/$name; done
# What a report says of the time that it took, and a trace of the command, is another one each time.
told() { case $1 in */report) grep -v seconds "$1" ;; */perfetto) grep -v otherData "$1" ;; *) cat "$1" ;; esac; }
old=0 new=0 number=0
while [ $number -lt "$runs" ]; do
    number=$((number + 1))
    rm -rf now && cp -r old now
    # a moment within the run, and a little behind it
    moment=$(awk -v seed="$number" -v most="$took" 'BEGIN { srand(seed); printf "%.3f", rand() * most * 1.2 / 1000 }')
    case $((number % 7)) in
        0) signal=INT ;; 1) signal=TERM ;; 2) signal=HUP ;; 3) signal=PIPE ;; 4) signal=KILL ;;
        5) signal= limit="ulimit -f $((number * 37 % 300))" ;;
        6) signal= limit="ulimit -n $((4 + number % 7))" ;;
    esac
    simulate now >out 2>&1 &
    run=$!
    [ -z "$signal" ] || { sleep "$moment"; kill -$signal $run 2>/dev/null; }
    wait $run 2>/dev/null
    limit=:
    for name in $outputs; do
        if cmp -s now/$name old/$name; then old=$((old + 1))
        elif told now/$name >seen && told new/$name | cmp -s seen -; then new=$((new + 1))
        else complain "run $number, ${signal:-a limit}, after $moment s: seen a half $name, expected the old or the new one"
        fi
    done
    strange=$(cd now && for name in * .[!.]*; do case " $outputs " in *" $name "*) ;; *) echo "$name" ;; esac; done | grep -v -e '^\.warplock-' -e '^\.\[')
    [ -z "$strange" ] || complain "run $number, ${signal:-a limit}: seen $(echo $strange), expected nothing left behind"
    case $signal in KILL) ;; *) [ -z "$(find now -name '.warplock-*')" ] || complain "run $number, ${signal:-a limit}: seen $(find now -name '.warplock-*'), expected nothing left behind" ;; esac
done
echo "$runs runs: $old outputs are as before, $new are the new ones, $failures failures"
[ $failures = 0 ] && [ $old -gt 0 ] && [ $new -gt 0 ]
