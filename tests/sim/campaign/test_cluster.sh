#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Campaigns on a cluster that fails in every way (fake_slurm.sh): the store and the tables are those of this machine's
# processes, or there is a clear end. tests/sim/campaign/test_slurm.sh is a real Slurm.
set -u
export COLUMNS=1000                     # reasons in one piece
. tests/lib.sh
build=$(cd "$BUILD" && pwd)
. tests/sim/campaign/fake_cluster.sh
fake_cluster cluster
scene= submitter=
begin_scene() {
    scene=$work/$1
    mkdir -p "$scene/fake"
    export FAKE_SLURM="$scene/fake"
}
fail() {
    complain "$scene: $1"
    tail -n 3 "${2:-$scene/said}" 2>/dev/null
    [ -z "$submitter" ] || kill -9 "$submitter" 2>/dev/null
    exit 1
}
# The papers' campaign with more limits, so that there are runs enough to lose.
cat >"$work/limits.json" <<'END'
{"include": "papers",
 "runs": [{"step": 1, "kernels": "all", "systems": "swl limit 5,7,9,10,11,13,14,15,16,17,18,19,20,21,22,23"}]}
END
campaign() { # campaign PROGRAM NAME ARGUMENTS...
    runs=$1 name=$2
    shift 2
    ${run:-} "$runs" campaign "$work/limits.json" vadd --size 64 --set gpu.sms=2 --set gpu.clusters=2 \
        --store "$scene/$name.sqlite" "$@"
}
program=$build/warplock
slurm() { # slurm ARGUMENTS...
    campaign "$program" slurm --engine slurm --slurm-folder "$scene/shared" --slurm-poll 1 --slurm-slice 3 "$@" \
        >"$scene/out" 2>"$scene/said"
}
in_background() { (run=exec; slurm "$@") & submitter=$!; }
ends() { # ends STATUS WORDS: the one in the background
    wait $submitter
    status=$?
    submitter=
    [ $status = "$1" ] || fail "status $status, expected $1"
    grep -q -e "$2" "$scene/said" || fail "no words '$2'"
}
same() { # the tables, and that every row of one store is in the other
    cmp -s "$work/want" "$scene/out" || { diff "$work/want" "$scene/out" | head -n 5; return 1; }
    campaign "$program" slurm >"$scene/again" 2>"$scene/said.again" && cmp -s "$work/want" "$scene/again" &&
        grep -q "^warplock: $total runs from the store, 0 simulated, 0 failed$" "$scene/said.again"
}

# until_seen COMPLAINT COMMAND...: until it succeeds, a minute at most, as the machine may be busy
until_seen() {
    complaint=$1
    shift
    for _ in $(seq 600); do
        ! "$@" || return 0
        sleep 0.1
    done
    fail "$complaint"
}
two_batches() { [ "$(find "$scene/shared/batches" -name script 2>/dev/null | wc -l)" -ge 2 ]; }
one_result() {
    result=$(find "$scene/shared/results" -type f ! -name '.*' 2>/dev/null | head -n 1)
    [ -n "$result" ]
}
task_waits() { "$build/warplock" campaign status "$scene/shared" 2>/dev/null | grep -q '^queue .* [1-9][0-9]* waiting'; }

begin_scene local
campaign "$build/warplock" local >"$work/want" 2>"$scene/said" || fail "status $?"
total=$(sed -n 's/^warplock: 0 runs from the store, \([0-9]*\) simulated, 0 failed$/\1/p' "$scene/said")
[ "${total:-0}" -gt 20 ] || fail "$total runs"

# Nodes are lost, jobs pre-empted, over their time and forgotten, sbatch answers too late, arrays are small; the
# submitting process is killed and a result damaged meanwhile; Slurm cannot be reached for a while.
mixed() { # mixed SCENE
    begin_scene "$1"
    export FAKE_MOST=5
    printf '%s\n' NODE_FAIL GOOD PREEMPTED GONE TIMEOUT GOOD GOOD NODE_FAIL GOOD GONE >"$FAKE_SLURM/fates"
    touch "$FAKE_SLURM/silent"
    in_background
    until_seen "not two batches" two_batches
    kill -9 $submitter
    wait $submitter 2>/dev/null
    submitter=
    until_seen "no result to damage" one_result
    sed -i 's/"status":0/"status":1/' "$result"
    : >"$scene/shared/results/5a/.warplock-killed"      # as of a task that is killed while it writes
    touch "$FAKE_SLURM/deaf"
    "$build/warplock" campaign resume "$scene/shared" >"$scene/out" 2>"$scene/said"
    [ $? = 2 ] && grep -q '^warplock: campaign: squeue: .*Unable to contact' "$scene/said" ||
        fail "resumed without Slurm"
    rm -f "$FAKE_SLURM/deaf"
    (exec "$build/warplock" campaign resume "$scene/shared" >"$scene/out" 2>"$scene/said") & submitter=$!
    until_seen "it has not asked Slurm" grep -qsx $submitter "$FAKE_SLURM/asked.squeue"
    touch "$FAKE_SLURM/deaf"
    sleep 2
    rm "$FAKE_SLURM/deaf"
    ends 0 '0 failed$'
    same || fail "the results differ"
    grep -q -- '--array=0-3 ' "$FAKE_SLURM/said" && ! grep -q -- '--array=0-[4-9]' "$FAKE_SLURM/said" ||
        fail "arrays are not cut"
    [ ! -s "$FAKE_SLURM/fates" ] || fail "not all that was to fail has failed: $(cat "$FAKE_SLURM/fates")"
    [ -z "$(ls "$scene/shared/batches")" ] && [ -z "$(find "$scene/shared/results" -type f)" ] ||
        fail "something stays in the folder"
    unset FAKE_MOST
}
(mixed mixed) || exit 1

# One run meets its limit of time whatever is tried, then that of memory: twice as much each time, for that run alone. It has
# failed, with the reason; the next campaign makes it. (The others are in the store by then: what a run is thought to need
# goes by what others had.)
begin_scene limit
echo 'TIMEOUT "mascar"' >"$FAKE_SLURM/doomed"
slurm --slurm-tries 2
[ $? = 1 ] || fail "a run that takes too long: status"
grep -q '^failed: vadd under mascar: Slurm ended its job in each of 2 tries, the last one, [0-9_]*, as TIMEOUT$' \
    "$scene/out" || fail "a run that takes too long"
echo 'OUT_OF_MEMORY "mascar"' >"$FAKE_SLURM/doomed"
: >"$FAKE_SLURM/said"
slurm
[ $? = 1 ] && grep -q 'as OUT_OF_MEMORY$' "$scene/out" || fail "a run that needs too much"
sed -n 's/.*--mem=\([0-9]*\)M.*/\1/p' "$FAKE_SLURM/said" | tr '\n' ' ' >"$scene/asked"
read -r usual twice four_times <"$scene/asked"
[ "${usual:-0}" -gt 64 ] && [ "$twice $four_times" = "$((2 * usual)) $((4 * usual))" ] ||
    fail "memory that was asked for: $(cat "$scene/asked")"
campaign "$build/warplock" slurm >"$scene/out" 2>"$scene/said"
grep -q "^warplock: $((total - 1)) runs from the store, 1 simulated, 0 failed$" "$scene/said" ||
    fail "it was not tried again"
cmp -s "$work/want" "$scene/out" || fail "the results differ"

# Nothing can be submitted; no task can be made.
begin_scene refused
touch "$FAKE_SLURM/refuse"
slurm --slurm-options '--account "no such"'
[ $? = 2 ] && grep -q '^warplock: campaign: nothing can be submitted: sbatch: .*Invalid account' "$scene/said" ||
    fail "sbatch refuses"
grep -q -- '--account no such ' "$FAKE_SLURM/said" || fail "its options: $(cat "$FAKE_SLURM/said")"
begin_scene broken
in_background --slurm-slice 1
for _ in $(seq 500); do [ "$(wc -l 2>/dev/null <"$FAKE_SLURM/said")" = 2 ] && break; sleep 0.01; done
mv "$scene"/shared/warplock-* "$scene/moved"
ends 2 '^warplock: campaign: [1-9][0-9][0-9]* tasks in a row ended without a result, the last one, [0-9_]*, as FAILED'

# Cancelled, and gone on with, though Slurm cannot be asked between two steps.
cancelled() { # cancelled SCENE
    begin_scene "$1"
    touch "$FAKE_SLURM/hold"
    in_background
    until_seen "no task waits" task_waits
    "$build/warplock" campaign status "$scene/shared" >"$scene/status" || fail "no status"
    grep -q "^collected by process $submitter on " "$scene/status" || fail "$(cat "$scene/status")"
    # The process that collects cancels the array, too, and may be first.
    touch "$FAKE_SLURM/slow"
    "$program" campaign cancel "$scene/shared" >"$scene/cancel" && grep -q '^1 job arrays cancelled$' "$scene/cancel" ||
        fail "cancel: $(cat "$scene/cancel")"
    rm "$FAKE_SLURM/slow"
    ends 2 'it was cancelled, and `warplock campaign resume` goes on$'
    rm "$FAKE_SLURM/hold"
    touch "$FAKE_SLURM/deaf_when_idle"
    "$program" campaign resume "$scene/shared" >"$scene/out" 2>"$scene/said" || fail "resume: $?"
    same || fail "the results differ"
}
(cancelled cancelled) || exit 1

# What the user says wrong.
begin_scene mistakes
refused() { # refused WORDS ARGUMENTS...
    words=$1
    shift
    "$build/warplock" campaign "$@" --store "$scene/x.sqlite" >"$scene/out" 2>"$scene/said"
    [ $? = 2 ] && [ "$(wc -l <"$scene/said")" = 1 ] && grep -q -e "$words" "$scene/said" || fail "'$*' is not refused"
}
refused 'without --engine slurm' papers vadd --slurm-tasks 3
refused 'seen --array=1, which warplock itself says' papers vadd --engine slurm --slurm-options '--mem 3 --array=1'
refused 'seen -J, which warplock itself says' papers vadd --engine slurm --slurm-options '-J x'
refused "seen ' without its other one" papers vadd --engine slurm --slurm-options "--comment 'a"
refused 'expected the folder of --slurm-folder' status
refused 'seen no campaign in it' resume "$scene"
refused 'cannot be read: No such file' cancel "$scene/none"
PATH=${PATH#*:}
command -v scontrol >/dev/null 2>&1 ||
    refused 'scontrol: .*cannot be run' papers vadd --engine slurm --slurm-folder "$scene/shared"
PATH=$work/bin:$PATH

tier_is_all || exit 0
# A check sum that is not compared: a damaged result is taken for one.
plant_copy sim/campaign/engine/sealed.c "$work/sealed.c" 's/hash_bytes(HASH_START, \*text, length) == expected/true/' ||
    exit 1
program_with "$work/sealed.c" "$work/warplock" || exit 1
program=$work/warplock
(mixed planted) >"$work/planted.out" && fail "a damaged result was not noticed"
grep -q 'the results differ\|expected 0' "$work/planted.out" ||
    fail "the plant fails elsewhere" "$work/planted.out"
# Each step asks anew, and what is not answered ends the campaign.
planted=0
for change in 's/s->most_tasks = c->slurm.most_tasks;/s->most_tasks = 0;/' 's/if (c->slurm.most_tasks)/if (!s->trouble[0])/'; do
    plant_copy sim/campaign/engine/slurm.c "$work/slurm.c" "$change" || exit 1
    program_with "$work/slurm.c" "$work/warplock" || exit 1
    planted=$((planted + 1))
    (cancelled planted_$planted) >"$work/planted.out" && fail "a step that Slurm does not answer was not noticed"
    grep -q 'Unable to contact' "$work/planted.out" ||
        fail "the plant fails elsewhere" "$work/planted.out"
done
# Arrays are counted when the process that collects may have cancelled them already.
plant_copy sim/cli/cluster.c "$work/cluster.c" '/^    bool good = slurm_look/s/slurm_look.*;/true;/;s/slurm_tasks before, after/slurm_tasks before = { 0 }, after/' ||
    exit 1
program_with "$work/cluster.c" "$work/warplock" || exit 1
(cancelled counted_late) >"$work/planted.out" && fail "arrays that were counted too late were not noticed"
grep -q 'cancel: 0 job arrays cancelled' "$work/planted.out" || fail "the plant fails elsewhere" "$work/planted.out"
exit 0
