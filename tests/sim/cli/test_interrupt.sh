#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A run that is interrupted, ended, hung up on or that loses its reader leaves nothing half-written and ends with status 130,
# or by SIGPIPE as other commands do; what was there before, report and wave, stays as it was. One that is killed leaves it
# as it was, too.
set -u
build=${BUILD:-build}
folder=$build/interrupt
"$build/warplock" run vadd --blocks c --wave "$build/interrupt_before.fst" >"$build/interrupt.log" 2>&1 || { cat "$build/interrupt.log"; exit 1; }
# ended SIGNAL: of a run that has begun all its outputs
ended() {
    rm -rf "$folder"
    mkdir -p "$folder"
    echo "an older report" >"$folder/report.txt"
    cp "$build/interrupt_before.fst" "$folder/wave.fst"
    (   # a shell without job control starts background programs with SIGINT ignored
        exec env --default-signal=INT,HUP,PIPE "$build/warplock" run atax --size 2048x2048 --blocks lockstep \
            --wave "$folder/wave.fst" --wave-window 0 --report "$folder/report.txt" --issue-trace "$folder/trace.txt" \
            --record-l1d "$folder/l1d"
    ) >"$build/interrupt.log" 2>&1 &
    run=$!
    while [ "$(find "$folder" -name '.warplock-*' | wc -l)" -lt 4 ]; do
        kill -0 $run 2>/dev/null || { echo "$1: ended by itself"; cat "$build/interrupt.log"; exit 1; }
        sleep 0.05
    done
    kill -"$1" $run
    wait $run 2>/dev/null
}
unchanged() { # unchanged SIGNAL
    cmp -s "$build/interrupt_before.fst" "$folder/wave.fst" || { echo "$1: the older wave is gone"; exit 1; }
    [ "$(cat "$folder/report.txt")" = "an older report" ] || { echo "$1: the older report was overwritten"; exit 1; }
}
for signal in INT TERM HUP PIPE; do
    ended $signal
    status=$?
    expected=130
    [ $signal != PIPE ] || expected=141
    [ "$status" = $expected ] || { echo "$signal: status $status, expected $expected"; cat "$build/interrupt.log"; exit 1; }
    unchanged $signal
    [ "$(ls -A "$folder" | paste -sd ' ' -)" = 'report.txt wave.fst' ] || { echo "$signal: left behind:"; ls -A "$folder"; exit 1; }
    [ ! -s "$build/interrupt.log" ] || { echo "$signal: not quiet in a pipe:"; cat "$build/interrupt.log"; exit 1; }
done
ended KILL
unchanged KILL
[ "$(ls "$folder" | paste -sd ' ' -)" = 'report.txt wave.fst' ] || { echo "KILL: names of ours beside the targets:"; ls "$folder"; exit 1; }
