# SPDX-License-Identifier: BSD-3-Clause
# Sourced by commands named sbatch, squeue, sacct, scancel and scontrol in a folder of PATH: a cluster that does what a
# test asks of it, with its state in the folder $FAKE_SLURM:
#   jobs/JOB_TASK       the state of a task and the name of its job
#   said                what sbatch was told, a line each time
#   fates               a line for each task that is to come: GOOD, or the state in which it ends after its first
#                       result, or GONE, so and without a trace; behind the last line all are good
#   doomed              STATE WORD: a task with this word in its slice ends so before its first result
#   asked.COMMAND       the process that squeue or scontrol answered last
#   refuse, silent, deaf, hold    sbatch refuses; refuses once though it has taken the job; squeue fails; no task begins
#   slow                squeue takes a second to answer
#   deaf_when_idle      squeue and scontrol fail, once they have answered, while no task waits or runs
# shellcheck disable=SC2094
set -u
state=$FAKE_SLURM
mkdir -p "$state/jobs"
set_state() { echo "$2" >"$state/new.$1" && mv "$state/new.$1" "$state/jobs/$1"; }

next_fate() {
    fate=$(head -n 1 "$state/fates" 2>/dev/null)
    [ -z "$fate" ] || sed -i 1d "$state/fates"
}
# Runs a task until it has written a result, and ends it as a machine that is switched off does.
cut_off() { # SCRIPT TASK FOLDER
    before=$(find "$3/results" -type f | wc -l)
    SLURM_ARRAY_TASK_ID=$2 setsid sh "$1" &
    running=$!
    for _ in $(seq 200); do
        [ "$(find "$3/results" -type f | wc -l)" -le "$before" ] && kill -0 $running 2>/dev/null || break
        sleep 0.01
    done
    kill -9 -$running 2>/dev/null
    wait $running 2>/dev/null
}
run_array() { # JOB NAME TASKS SCRIPT
    folder=$(dirname "$(dirname "$(dirname "$4")")")
    for task in $(seq 0 $(($3 - 1))); do
        while [ -e "$state/hold" ] && [ ! -e "$state/cancelled.$1" ]; do sleep 0.1; done
        [ ! -e "$state/cancelled.$1" ] || { set_state "$1_$task" "CANCELLED $2"; continue; }
        set_state "$1_$task" "RUNNING $2"
        next_fate
        slice=$(dirname "$4")/$(printf %04d "$task")
        if [ -e "$state/doomed" ] && grep -q "$(cut -d' ' -f2 "$state/doomed")" "$slice"; then
            fate=$(cut -d' ' -f1 "$state/doomed")
        elif [ "${fate:-GOOD}" = GOOD ]; then
            fate=FAILED
            SLURM_ARRAY_TASK_ID=$task sh "$4" && fate=COMPLETED
        else
            cut_off "$4" "$task" "$folder"
        fi
        if [ "$fate" = GONE ]; then rm "$state/jobs/$1_$task"; else set_state "$1_$task" "$fate $2"; fi
    done
}

# deaf NAME: whether that command is to fail
deaf() {
    [ "$1" = scontrol ] || [ ! -e "$state/deaf" ] || return 0
    [ -e "$state/deaf_when_idle" ] && grep -qsx $PPID "$state/asked.$1" && ! grep -qs '^[PR]' "$state"/jobs/*
}
# answer NAME: notes whom; or ends with Slurm's complaint
answer() {
    if deaf "$1"; then
        echo "slurm_load_jobs error: Unable to contact slurm controller" >&2
        exit 1
    fi
    echo $PPID >"$state/asked.$1"
}

case ${0##*/} in
    sbatch)
        echo "$*" >>"$state/said"
        [ ! -e "$state/refuse" ] || { echo "sbatch: error: Batch job submission failed: Invalid account" >&2; exit 1; }
        for word in "$@"; do
            case $word in --array=0-*) tasks=$((${word#--array=0-} + 1)) ;; warplock-*) name=$word ;; esac
            script=$word
        done
        job=$(($(cat "$state/count" 2>/dev/null || echo 100) + 1))
        echo $job >"$state/count"
        # From here on the job is the cluster's, and goes on when whoever submits is killed: that kills this command.
        {
            for task in $(seq 0 $((tasks - 1))); do set_state "${job}_$task" "PENDING $name"; done
            touch "$state/taken.$job"
            run_array $job "$name" "$tasks" "$script"
        } >/dev/null 2>&1 &
        until [ -e "$state/taken.$job" ]; do sleep 0.01; done
        [ ! -e "$state/silent" ] || { rm "$state/silent"; echo "sbatch: error: Socket timed out" >&2; exit 1; }
        echo $job ;;
    squeue)
        answer squeue
        [ ! -e "$state/slow" ] || sleep 1
        (cd "$state/jobs" && grep . /dev/null ./* 2>/dev/null | sed -n 's,^\./\([0-9]*\)_\([0-9]*\):,\1 \2 ,p') ;;
    sacct) cat "$state/accounting" 2>/dev/null || exit 1 ;;
    scancel)
        shift $(($# - 1))
        touch "$state/cancelled.$1" ;;
    scontrol)
        answer scontrol
        echo "MaxArraySize            = ${FAKE_MOST:-1001}" ;;
esac
