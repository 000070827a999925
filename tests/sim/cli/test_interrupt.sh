#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A run that is interrupted, ended, hung up on or that loses its reader leaves nothing half-written and ends with status 130,
# or by SIGPIPE as other commands do; what was there before, report and wave, stays as it was. One that is killed leaves it
# as it was, too.
set -u
. tests/lib.sh
build=${BUILD:-build}
folder=$build/interrupt
"$build/warplock" run vadd --blocks c --wave "$build/interrupt_before.fst" >"$build/interrupt.log" 2>&1 || fail "a run with a wave: seen status $?, expected 0" "$build/interrupt.log"
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
        kill -0 $run 2>/dev/null || fail "$1: ended by itself" "$build/interrupt.log"
        sleep 0.05
    done
    kill -"$1" $run
    wait $run 2>/dev/null
}
unchanged() { # unchanged SIGNAL
    cmp -s "$build/interrupt_before.fst" "$folder/wave.fst" || fail "$1: the older wave is gone"
    [ "$(cat "$folder/report.txt")" = "an older report" ] || fail "$1: the older report was overwritten"
}
for signal in INT TERM HUP PIPE; do
    ended $signal
    status=$?
    expected=130
    [ $signal != PIPE ] || expected=141
    [ "$status" = $expected ] || fail "$signal: status $status, expected $expected" "$build/interrupt.log"
    unchanged $signal
    [ "$(ls -A "$folder" | paste -sd ' ' -)" = 'report.txt wave.fst' ] || fail "$signal: seen '$(ls -A "$folder" | paste -sd ' ' -)', expected 'report.txt wave.fst'"
    [ ! -s "$build/interrupt.log" ] || fail "$signal: not quiet in a pipe" "$build/interrupt.log"
done
ended KILL
unchanged KILL
[ "$(ls "$folder" | paste -sd ' ' -)" = 'report.txt wave.fst' ] || fail "KILL: seen '$(ls "$folder" | paste -sd ' ' -)', expected 'report.txt wave.fst'"

# A campaign that is interrupted ends its runs and says how far it came; interrupted again before that it ends at once. No run stays
# behind. A reproduction that is interrupted says that it goes on.
in_background() { (exec env --default-signal=INT "$build/warplock" campaign "$@") >"$folder/said" 2>&1 & run=$!; }
in_foreground() { "$build/warplock" campaign "$@" >"$folder/said" 2>&1; }
first_worker() {
    until worker=$(ps -o pid= --ppid $run) && [ "$worker" ]; do
        kill -0 $run 2>/dev/null || fail "ended before its first run" "$folder/said"
        sleep 0.01
    done
}
gone() { # gone SECONDS PROCESS: within that time
    tries=$((20 * $1))
    while kill -0 "$2" 2>/dev/null; do
        tries=$((tries - 1))
        [ $tries -gt 0 ] || return 1
        sleep 0.05
    done
}
rm -rf "$folder" && mkdir -p "$folder"
echo '{"policies": "gto", "kernels": "atax", "size": "4096x4096"}' >"$folder/long.json"
for signals in INT 'INT TERM'; do
    in_background "$folder/long.json" --store "$folder/long.sqlite"
    first_worker
    kill -STOP $run
    for signal in $signals; do kill -"$signal" $run; done
    kill -CONT $run
    gone 20 $run || { kill -KILL $run; fail "$signals: a campaign goes on" "$folder/said"; }
    wait $run
    status=$?
    gone 20 "${worker##* }" || { kill -KILL "${worker##* }"; fail "$signals: a run stays behind its campaign" "$folder/said"; }
    [ $status = 130 ] || fail "$signals: a campaign ends with status $status" "$folder/said"
    case $signals,$(grep -c 'interrupted, the same command goes on$' "$folder/said") in INT,1 | *TERM,0) ;; *) fail "$signals: it says" "$folder/said" ;; esac
done

echo '{"policies": "gto,lrr,swl,ocw", "kernels": "atax", "size": "512x512"}' >"$folder/short.json"
in_foreground "$folder/short.json" --store "$folder/short.sqlite" || fail "status $?" "$folder/said"
reproduce() { "$1" "$folder/short.json" --workers 1 --stored --store "$folder/short.sqlite" --reproduce "$folder/again.sqlite"; }
reproduce in_background
first_worker
kill -INT $run
wait $run
status=$?
[ $status = 130 ] && grep -qx 'warplock: interrupted, the same command goes on' "$folder/said" || fail "a reproduction that is interrupted: status $status" "$folder/said"
reproduce in_foreground || fail "a reproduction does not go on: status $?" "$folder/said"
