#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# What the faults on a real Slurm (test_slurm_faults.sh) and reading beside them have found, on a cluster of commands
# (fake_slurm.sh): a campaign that begins while Slurm cannot be asked, and is resumed; two processes on a folder that has no
# locks; options in several lines; jobs that come back when their batch is over; names in which a shell would execute
# something. Shown to fail, each, by a program without what was mended.
set -u
export COLUMNS=1000                     # reasons in one piece
. tests/lib.sh
build=$(cd "$BUILD" && pwd)
. tests/sim/campaign/fake_cluster.sh
fake_cluster cluster_faults
# scontrol fails while the file `away` is there.
sed -i '1a [ ! -e "$FAKE_SLURM/away" ] || { echo "no controller" >\&2; exit 1; }' "$work/bin/scontrol"
printf '#!/bin/sh\necho "$0 $*" >>"%s"\n' "$work/executed" >"$work/bin/canary"
chmod +x "$work/bin/canary"
gcc -std=c11 -O1 -shared -fPIC -o "$work/faulty_node.so" tests/sim/campaign/planted/faulty_node.c -ldl || exit 1
newline='
'
fail() { complain "$scene: $1"; tail -n 3 "${2:-$scene/said}" 2>/dev/null; exit 1; }
begin_scene() { # the name has what a shell would execute
    scene="$work/$1 \$(canary)\`canary\`'x'\"y\"$newline;canary"
    folder=$scene/shared
    mkdir -p "$scene/fake"
    export FAKE_SLURM="$scene/fake"
}
campaign() { # campaign STORE ARGUMENTS...: 16 runs
    store=$1
    shift
    ${run:-} "$program" sweep --policy gto,lrr --set dram.latency=101..108 vadd --size 64 --set gpu.sms=2 --set gpu.clusters=2 --store "$store" "$@"
}
slurm() { campaign "$scene/store" --engine slurm --slurm-folder "$folder" --slurm-poll 1 --slurm-slice 3 "$@" >"$scene/out" 2>"$scene/said"; }
is_whole() { # is_whole STATUS [OUT]
    [ ! -e "$work/executed" ] || fail "executed: $(cat "$work/executed")"
    [ "$1" = 0 ] || fail "status $1"
    cmp -s "$work/want" "${2:-$scene/out}" || fail "the tables differ"
    campaign "$scene/store" >"$scene/again" 2>"$scene/said.again" && cmp -s "$work/want" "$scene/again" &&
        grep -q '^warplock: 16 runs from the store, 0 simulated, 0 failed$' "$scene/said.again" || fail "the store is another"
}

until_there() { for _ in $(seq 600); do [ ! -s "$1" ] || return 0; sleep 0.1; done; fail "no $1"; }

# Slurm cannot be asked when the campaign begins: it says so, and `resume` has all that it needs.
away() {
    begin_scene "away$1"
    touch "$FAKE_SLURM/away"
    slurm
    [ $? = 2 ] && grep -q '^warplock: campaign: scontrol: no controller$' "$scene/said" || fail "begun without Slurm"
    rm "$FAKE_SLURM/away"
    "$program" campaign resume "$folder" >"$scene/out" 2>"$scene/said"
    is_whole $?
}
# Two processes on one folder, without locks: neither takes a batch away from the other, and what one has brought to the
# store the other does not make again and again.
no_locks() {
    begin_scene "no locks$1"
    export FAULTS_NO_LOCKS=1 LD_PRELOAD="$work/faulty_node.so"
    slurm & first=$!
    for _ in $(seq 100); do [ ! -e "$folder/campaign" ] || break; sleep 0.05; done
    "$program" campaign resume "$folder" >"$scene/out.2" 2>"$scene/said.2" & second=$!
    wait $first
    status=$?
    wait $second
    status_2=$?
    unset FAULTS_NO_LOCKS LD_PRELOAD
    is_whole $status_2 "$scene/out.2"
    is_whole $status
}
# Words for sbatch in several lines, one of them with what a shell would execute.
lines() {
    begin_scene "lines$1"
    slurm --slurm-options "--partition=main$newline--comment 'two${newline}lines \$(canary)'$newline"
    is_whole $?
    grep -q -- ' --partition=main --comment two$' "$FAKE_SLURM/said" && grep -q '^lines \$(canary) /' "$FAKE_SLURM/said" ||
        fail "its options: $(cat "$FAKE_SLURM/said")"
}

# What a controller that was killed brings back: a job whose batch is over is cancelled at the end; one of a batch of another
# step is not, nor another folder's, nor one that has ended.
revived() {
    begin_scene "revived$1"
    step=$work/step$1 fake=$FAKE_SLURM
    export FAKE_SLURM="$step/fake"
    mkdir -p "$FAKE_SLURM"
    touch "$FAKE_SLURM/hold"
    (run=exec; campaign "$step/store" --set dram.queue=20 --engine slurm --slurm-folder "$step/shared") >"$step/out" 2>&1 & other=$!
    until_there "$step/fake/said"
    kill -9 $other
    wait $other 2>/dev/null
    touch "$FAKE_SLURM/cancelled.101"
    export FAKE_SLURM="$fake"
    touch "$FAKE_SLURM/hold"
    slurm & submitter=$!
    until_there "$FAKE_SLURM/said"
    prefix=$(sed -n 's/.* --job-name \(warplock-[0-9a-f]*-\).*/\1/p' "$FAKE_SLURM/said" | head -n 1)
    cp -R "$step"/shared/batches/[0-9]* "$folder/batches/000902"
    for job in "90 RUNNING ${prefix}000901" "91 RUNNING ${prefix}000902" "92 RUNNING warplock-0badf01d-000901" \
        "93 COMPLETED ${prefix}000903" "94 PENDING ${prefix}000904"; do
        echo "${job#* }" >"$FAKE_SLURM/jobs/${job%% *}_0"
    done
    rm "$FAKE_SLURM/hold"
    wait $submitter
    is_whole $?
    cancelled=$(cd "$FAKE_SLURM" && ls -d cancelled.9* 2>/dev/null | tr '\n' ' ')
    [ "$cancelled" = "cancelled.90 cancelled.94 " ] || fail "cancelled: $cancelled"
}

scene=$work program=$build/warplock
campaign "$work/local" >"$work/want" 2>"$work/said" && grep -q ' 16 simulated, 0 failed$' "$work/said" || fail "the local campaign"
(away '') || exit 1
(no_locks '') || exit 1
(lines '') || exit 1
(revived '') || exit 1

# planted SOURCE SCRIPT SCENE WORDS
planted=0
planted() {
    planted=$((planted + 1))
    plant_copy "$1" "$work/$planted.c" "$2" || exit 1
    tier_is_all || return 0
    program_with "$work/$planted.c" "$work/planted" || exit 1
    program=$work/planted
    campaign "$work/local$planted" >"$work/want" 2>"$work/said"
    ("$3" " $planted") >"$work/planted.out" 2>&1 && fail "not noticed in $1: $2"
    grep -q -e "$4" "$work/planted.out" || fail "the plant in $1 fails elsewhere" "$work/planted.out"
    rm -f "$work/executed"
}
planted sim/cli/cluster.c '/if (!slurm_folder_program(&f/,+1d' away 'status 2'
planted sim/campaign/engine/slurm_commands.c 's/ \\t\\n\\v\\f\\r/ \\t/' lines 'status 2'
planted sim/campaign/engine/slurm.c '/slurm_cancel_revived(s);/d' revived 'cancelled: $'
planted sim/campaign/engine/slurm_queue.c '/slurm_exists(&s->folder, folder)/,+1d' revived 'cancelled: cancelled.90 cancelled.91'
planted sim/campaign/engine/slurm_batch.c 's/shell_print(file.stream, \*word)/fputs(*word, file.stream)/' lines 'executed: .*canary'
exit 0
