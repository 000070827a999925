#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Damaged machines, configurations of GPGPU-Sim, jobs and PTX: 100 of each (DAMAGED=n for more), every one ends with a documented status and, unless
# it ran, with a message. A crash, a time-out or silence fails. The same is fuzzed with coverage by `make fuzz`.
set -u
. tests/lib.sh
build=${BUILD:-build}
folder=$build/damaged
seeds=tests/sim/workload/fuzz_job_seeds
mkdir -p "$folder"
[ -x "$build/tests/sim/cli/mutate" ] || fail "$build/tests/sim/cli/mutate is not built"
cp "$seeds"/small.ptx "$seeds"/all.json "$seeds"/out.expected.bin "$folder"/

judge() { # judge STATUS LOG WHAT
    case $1 in
        0) return 0 ;;
        1 | 2 | 3) [ -s "$2" ] && return 0; echo "$3: status $1 without a word" ;;
        124) echo "$3: still running after 20 seconds" ;;
        *) echo "$3: status $1"; tail -n 3 "$2" ;;
    esac
    return 1
}

failures=0
refused=0
seed=0
while [ "$seed" -lt "${DAMAGED:-100}" ]; do
    seed=$((seed + 1))
    "$build/tests/sim/cli/mutate" sim/machine/gtx480.ini "$seed" >"$folder/machine.ini"
    timeout 200 "$build/warplock" run --machine "$folder/machine.ini" --max-cycles 2000 vadd --size 64 >/dev/null 2>"$folder/log"
    status=$?
    [ "$status" != 2 ] || refused=$((refused + 1))
    judge "$status" "$folder/log" "machine, seed $seed" || failures=$((failures + 1))
    "$build/tests/sim/cli/mutate" tests/sim/machine/import/qv100/gpgpusim.config "$seed" >"$folder/gpgpusim.config"
    timeout 200 "$build/warplock" import --nearest "$folder/gpgpusim.config" >/dev/null 2>"$folder/log"
    status=$?
    [ "$status" != 2 ] || refused=$((refused + 1))
    judge "$status" "$folder/log" "configuration, seed $seed" || failures=$((failures + 1))
    "$build/tests/sim/cli/mutate" "$seeds/all.json" "$seed" >"$folder/job.json"
    timeout 200 "$build/warplock" run --max-cycles 20000 "$folder/job.json" >/dev/null 2>"$folder/log"
    status=$?
    [ "$status" != 2 ] || refused=$((refused + 1))
    judge "$status" "$folder/log" "job, seed $seed" || failures=$((failures + 1))
    "$build/tests/sim/cli/mutate" "$seeds/small.ptx" "$seed" >"$folder/kernel.ptx"
    timeout 200 "$build/warplock" run --max-cycles 20000 "$folder/kernel.ptx" --grid 2 --block 4 --arg buf:s32:1 \
        --arg buf:f32:8 --arg s32:8 --arg f32:0.5 >/dev/null 2>"$folder/log"
    status=$?
    [ "$status" != 2 ] || refused=$((refused + 1))
    judge "$status" "$folder/log" "PTX, seed $seed" || failures=$((failures + 1))
done
echo "$((4 * seed)) damaged inputs, $refused refused, $failures failures"
[ "$refused" -gt "$seed" ] || fail "too few were refused: the damage does not damage"
# The judge is awake.
judge 139 /dev/null "planted crash" >/dev/null && fail "a crash would not be noticed"
judge 2 /dev/null "planted silence" >/dev/null && fail "silence would not be noticed"
[ "$failures" = 0 ]
