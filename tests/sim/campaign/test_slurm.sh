#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock
# A campaign of 103 runs by a real Slurm of three nodes (slurm_cluster.sh) has the same store as by processes of this
# machine, every column of every row but for times and memory, and the same tables, although meanwhile
#   - a node is lost, with its slurmd and what ran on it,
#   - a job meets its time limit: one of its runs is stopped for longer than that,
#   - the folder that the nodes share is full for a while,
#   - the submitting process is killed and begun again by `campaign resume`.
# That all of it happened is looked for in what Slurm logs and in the folder. Shown to fail: a row that is missing or
# another.
set -u
export COLUMNS=1000                     # reasons in one piece
. tests/lib.sh
. tests/sim/campaign/slurm_scene.sh
submitter= filler=
also_end() {
    [ -z "$filler" ] || kill $filler
    [ -z "$submitter" ] || kill -9 "$submitter" 2>/dev/null
}
# Arrays of at most 20 tasks, so that there are several; a job that has ended is forgotten soon.
scene_begin slurm 40m MaxArraySize=21 MinJobAge=20
folder=$work/shared/campaign
fail() { complain "$1"; cat "$work/said" "$work/resumed" 2>/dev/null; "$build/warplock" campaign status "$folder"; squeue; exit 1; }

campaign() { # campaign NAME ARGUMENTS...
    name=$1
    shift
    ${run:-} "$build/warplock" campaign papers 2mm atax bicg mvt gesummv vadd bfs --size 128 --set gpu.sms=2 --set gpu.clusters=2 \
        --store "$work/$name.sqlite" "$@"
}
campaign local >"$work/want" 2>"$work/said" || fail "the local campaign: status $?"
total=$(sed -n 's/^warplock: 0 runs from the store, \([0-9]*\) simulated, 0 failed$/\1/p' "$work/said")
[ "${total:-0}" -ge 100 ] || fail "$total runs, expected 100 or more"

wait_for() { # wait_for SECONDS WORDS COMMAND...
    seconds=$1 words=$2
    shift 2
    for _ in $(seq "$seconds"); do
        "$@" && return
        sleep 1
    done
    fail "$words: not in $seconds seconds"
}
has_rows() { [ "$(rows "$work/slurm.sqlite")" -ge "$1" ]; }
slurm_options="--engine slurm --slurm-folder $folder --slurm-poll 1 --slurm-slice 4"
# shellcheck disable=SC2086
(run=exec; campaign slurm $slurm_options --slurm-options "--time=1 --comment 'a b'") >"$work/out" 2>"$work/said" &
submitter=$!
# The first step of the plan, a run of each kernel, is done, and most tasks of the second one wait.
wait_for 60 "a first result" has_rows 9

# A run that is stopped: its job meets the limit of a minute.
stopped=
stop_one() {
    for line in $(grep -lsz "^$folder/warplock-" /proc/[0-9]*/cmdline); do
        stopped=$(echo "$line" | tr -dc '0-9')
        grep -qsz '^2mm' "$line" && kill -STOP "$stopped" 2>/dev/null && return
    done
    return 1
}
wait_for 60 "a run to stop" stop_one
node=$(cluster_word "$stopped" SLURMD_NODENAME)
job=$(cluster_word "$stopped" SLURM_JOB_ID)

# Another node is lost.
for lost in n1 n2 n3; do [ $lost = "$node" ] || break; done
# shellcheck disable=SC2046
kill -9 $(cluster_processes_of $lost)

# No space is left in the folder, although what is collected makes room: tasks wait with the result of a run that has
# ended.
(while :; do cat /dev/zero >>"$work/shared/filler"; sleep 0.1; done) 2>/dev/null &
filler=$!
waits() {
    for line in $(grep -lsz "^$folder/warplock-" /proc/[0-9]*/cmdline); do
        waiting=$(echo "$line" | tr -dc '0-9')
        grep -qsz '^task$' "$line" && [ -z "$(cat "/proc/$waiting/task/$waiting/children" 2>/dev/null)" ] || continue
        sleep 0.5
        [ -e "/proc/$waiting" ] && [ -z "$(cat "/proc/$waiting/task/$waiting/children" 2>/dev/null)" ] && return
    done
    return 1
}
wait_for 30 "a task that waits for space" waits
sleep 5

# The submitting process is killed while it is.
kill -9 "$submitter"
wait "$submitter" 2>/dev/null
submitter=
"$build/warplock" campaign status "$folder" >"$work/status" || fail "status while nobody collects"
grep -q '^collected by nobody' "$work/status" || fail "status while nobody collects"
kill $filler
wait $filler 2>/dev/null
filler=
rm -f "$work/shared/filler"
killed_at=$(rows "$work/slurm.sqlite")
[ "$killed_at" -lt "$total" ] || fail "all was done before it was killed"
"$build/warplock" campaign resume "$folder" >"$work/out" 2>"$work/resumed" &
submitter=$!
sleep 2
"$build/warplock" campaign resume "$folder" >"$work/second" 2>&1 && fail "two processes collect"
grep -q "^warplock: --slurm-folder: .*process $submitter on .* collects its results already" "$work/second" || fail "$(cat "$work/second")"
for _ in $(seq 300); do kill -0 $submitter 2>/dev/null || break; sleep 1; done
kill -0 $submitter 2>/dev/null && fail "not done in 300 seconds"
wait $submitter
status=$?
submitter=
[ "$status" = 0 ] || fail "status $status"

# What must have happened did.
grep -q "Node.* $lost .*not responding\|$lost not responding\|error: Nodes $lost not responding" "$work/cluster/slurmctld.log" || fail "no node was lost"
grep -q "Time limit exhausted for JobId=.*($job)\|Time limit exhausted for JobId=$job" "$work/cluster/slurmctld.log" ||
    fail "job $job met no time limit"
kill -0 "$stopped" 2>/dev/null && fail "the run that was stopped is still there"

# The same tables, and the same rows but for the times: no result is lost, doubled or another.
cmp "$work/want" "$work/out" || fail "the tables differ"
same_rows "$work/local.sqlite" "$work/slurm.sqlite" ||
    fail "the stores differ: $(diff "$work/one.rows" "$work/other.rows" | head -n 4)"
[ "$(wc -l <"$work/other.rows")" = "$total" ] || fail "$(wc -l <"$work/other.rows") rows, expected $total"
rows_are_compared "$work/local.sqlite" || fail "the stores are not compared"
echo "$total runs; $killed_at of them in the store when it was killed; node $lost lost, job $job over its time"
exit 0
