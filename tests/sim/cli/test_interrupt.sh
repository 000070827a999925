#!/bin/sh
# An interrupted run leaves nothing half-written and ends with status 130; a report that was there before stays as it was.
set -u
build=${BUILD:-build}
folder=$build/interrupt
rm -rf "$folder"
mkdir -p "$folder"
echo "an older report" >"$folder/report.txt"
(
    trap - INT      # a shell without job control starts background programs with SIGINT ignored; timeout sends it anyway
    exec timeout --signal=INT --preserve-status 2 "$build/warplock" run atax --size 8192x8192 --blocks lockstep \
        --wave "$folder/wave.fst" --wave-window 0 --report "$folder/report.txt" --issue-trace "$folder/trace.txt" --record-l1d "$folder/l1d"
) >"$folder.log" 2>&1
status=$?
[ "$status" = 130 ] || { echo "status $status, expected 130"; cat "$folder.log"; exit 1; }
[ "$(ls "$folder")" = report.txt ] || { echo "left behind:"; ls "$folder"; exit 1; }
[ "$(cat "$folder/report.txt")" = "an older report" ] || { echo "the older report was overwritten"; exit 1; }
[ ! -s "$folder.log" ] || { echo "not quiet in a pipe:"; cat "$folder.log"; exit 1; }
