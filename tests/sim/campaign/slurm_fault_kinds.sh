# SPDX-License-Identifier: BSD-3-Clause
# Sourced by test_slurm_faults.sh: what can be wrong with a cluster, its shared folder, a worker or who submits. Each
# fault_NAME brings it about while a campaign is under way, waits for as long as it lasts and ends it. False: it could not be
# brought about, as there was nothing left to spoil. Draws are by the seed: `draw N` sets $drawn to 0 .. N - 1.
#
# Of the campaign: $folder, $store, $in (where it is given), $submitter (its process), `submit ARGUMENTS...`.
fault_kinds="node slurmd worker job requeue controller deaf cancelled-task slow unreachable read-only full two-on-a-folder
no-locks two-on-a-store hang half-a-result clocks killed interrupted stopped cancel"

words_of_fault() { # NAME
    case $1 in
        node) echo "a node lost with its jobs, back later" ;;
        slurmd) echo "a node's slurmd killed, its jobs go on" ;;
        worker) echo "a worker killed" ;;
        job) echo "all processes of a job killed" ;;
        requeue) echo "a task requeued" ;;
        controller) echo "slurmctld killed and begun again" ;;
        deaf) echo "slurmctld stopped: no command answers" ;;
        cancelled-task) echo "scancel of a task, or of an array" ;;
        slow) echo "shared folder slow" ;;
        unreachable) echo "shared folder gone for a while" ;;
        read-only) echo "shared folder read-only for a while" ;;
        full) echo "shared folder full for a while" ;;
        two-on-a-folder) echo "a second process on the folder" ;;
        no-locks) echo "the same, without locks" ;;
        two-on-a-store) echo "a second campaign on the store" ;;
        hang) echo "a worker or a task that hangs" ;;
        half-a-result) echo "half a result, an empty one, another digit" ;;
        clocks) echo "clocks an hour apart" ;;
        killed) echo "who submits killed, and resumed" ;;
        interrupted) echo "who submits interrupted, and resumed" ;;
        stopped) echo "who submits stopped for a while" ;;
        cancel) echo "campaign cancel, and resumed" ;;
        names) echo "names with blanks, quotes, \$(), newlines" ;;
    esac
}

# A task that runs, JOB_TASK; false when none does in some seconds.
running_task() {
    for _ in 1 2 3 4 5 6 7 8; do
        squeue --noheader --array --states=RUNNING --format=%F_%K 2>/dev/null >"$work/running"
        count=$(wc -l <"$work/running")
        if [ "$count" -gt 0 ]; then
            draw "$count"
            chosen=$(sed -n "$((drawn + 1))p" "$work/running")
            return
        fi
        sleep 0.5
    done
    return 1
}
draw_node() { draw 3; node=n$((drawn + 1)); }
begin_slurmd() { slurmd -N "$1" || stop "slurmd of $1 does not begin again"; }
# Asks for something of faulty_node.c and waits until a process has taken it.
wait_for_claim() { # NAME
    touch "$FAULTS/$1"
    for _ in $(seq 60); do
        [ -e "$FAULTS/$1" ] || return 0
        sleep 0.2
    done
    ! rm "$FAULTS/$1" 2>/dev/null
}

fault_node() {
    draw_node
    # shellcheck disable=SC2046
    kill -9 $(cluster_processes_of $node) 2>/dev/null
    draw 14                             # more than SlurmdTimeout now and then
    sleep $((2 + drawn))
    begin_slurmd $node
}
fault_slurmd() {
    draw_node
    kill -9 "$(cat "$cluster/slurmd.$node.pid")" 2>/dev/null || return 1
    draw 6
    sleep $((1 + drawn))
    begin_slurmd $node
}
fault_worker() { wait_for_claim die; }
fault_job() {
    running_task || return 1
    killed_job=$(scontrol show job "$chosen" 2>/dev/null | sed -n 's/^JobId=\([0-9]*\).*/\1/p')
    found=
    for environ in $(grep -lsz "^SLURM_JOB_ID=${killed_job:-none}\$" /proc/[0-9]*/environ); do
        kill -9 "$(echo "$environ" | tr -dc '0-9')" 2>/dev/null && found=1
    done
    [ "$found" ]
}
fault_requeue() {
    running_task && scontrol update "JobId=$chosen" Requeue=1 2>/dev/null && scontrol requeue "$chosen" 2>/dev/null
}
fault_controller() {
    draw 2
    kill -$((9 + 6 * drawn)) "$(cat "$cluster/slurmctld.pid")"
    draw 7
    sleep $((1 + drawn))
    for _ in 1 2 3 4 5; do slurmctld 2>/dev/null && return 0; sleep 1; done
    stop "slurmctld does not begin again"
}
fault_deaf() {
    controller=$(cat "$cluster/slurmctld.pid")
    kill -STOP "$controller" 2>/dev/null || return 1
    draw 10
    sleep $((3 + drawn))
    kill -CONT "$controller"
}
fault_cancelled_task() {
    running_task || return 1
    draw 3
    [ $drawn != 0 ] || chosen=${chosen%_*}
    scancel "$chosen" 2>/dev/null
}
fault_slow() {
    touch "$FAULTS/slow"
    draw 6
    sleep $((4 + drawn))
    rm "$FAULTS/slow"
}
covered() { # covered OPTIONS...: something is mounted over the folder for a while; what is open stays
    mount "$@" "$folder" || stop "nothing can be mounted over $folder"
    draw 8
    sleep $((2 + drawn))
    umount -l "$folder"
}
fault_unreachable() { covered -t tmpfs -o size=4k none; }
fault_read_only() { covered --bind -o ro "$folder"; }
fault_full() {
    draw 6
    end=$(($(date +%s) + 3 + drawn))
    while [ "$(date +%s)" -lt $end ]; do cat /dev/zero >>"$work/shared/filler" 2>/dev/null; sleep 0.1; done
    rm "$work/shared/filler"
}
fault_two_on_a_folder() {
    ! "$program" campaign resume "$folder" >"$work/second" 2>&1 || return 1
    kill -0 $submitter 2>/dev/null || return 1                  # it was over by then
    # Without locks it may be the other one that the first names: who came last.
    grep -q "process \($submitter\|${second:-none}\) on .* collects its results already$" "$work/second" ||
        stop "a second process on the folder: $(cat "$work/second")"
}
fault_no_locks() {
    [ -z "$second" ] || return 1
    (export FAULTS_NO_LOCKS=1; resume_here) >"$work/second.out" 2>"$work/second" &
    second=$!
    sleep 2
}
fault_two_on_a_store() {
    [ -z "$second" ] || return 1
    mkdir -p "$folder.2"
    (submit_to "$folder.2") >"$work/second.out" 2>"$work/second" &
    second=$!
    sleep 2
}
fault_hang() {
    draw 3
    set -- hang hang hang-task
    shift $drawn
    wait_for_claim "$1" || return 1
    draw 3
    [ $drawn != 0 ] || return 0                                 # it meets the limit of a minute
    sleep $((2 + drawn))
    for stat in $(grep -ls '^State:.*T (stopped)' /proc/[0-9]*/status); do
        process=$(echo "$stat" | tr -dc '0-9')
        grep -qsz "^FAULTS=$FAULTS" "/proc/$process/environ" && [ "$process" != "$submitter" ] && kill -CONT "$process"
    done
    return 0
}
fault_half_a_result() {
    # shellcheck disable=SC2086
    set -- ${damages:-cut empty digit}
    draw $#
    shift $drawn
    wait_for_claim "$1"
}
fault_clocks() { # besides, the clocks of n2 and n3 are never right (faulty_node.c)
    for file in "$folder" "$folder"/* "$folder"/batches/* "$folder"/batches/*/* "$folder"/results/*/* "$store" "$in"/*; do
        draw 3
        [ ! -e "$file" ] || touch -c -d "$((drawn - 1)) hour" "$file" 2>/dev/null
    done
    return 0
}
ends_by() { # ends_by SIGNAL: who submits; is begun again by `resume`
    kill -"$1" $submitter 2>/dev/null || return 1
    wait $submitter 2>/dev/null
    submitter=
    draw 4
    sleep $drawn
    resume
}
fault_killed() { ends_by KILL; }
fault_interrupted() {
    draw 2
    set -- INT TERM
    shift $drawn
    ends_by "$1"
}
fault_stopped() {
    kill -STOP $submitter 2>/dev/null || return 1
    draw 6
    sleep $((1 + drawn))
    kill -CONT $submitter
}
fault_cancel() {
    "$program" campaign cancel "$folder" >"$work/cancel" 2>&1 || { cat "$work/cancel"; return 1; }
    for _ in $(seq $((10 * ROUND_SECONDS))); do kill -0 $submitter 2>/dev/null || break; sleep 0.1; done
    kill -0 $submitter 2>/dev/null && stop "who submits does not end when the campaign is cancelled"
    wait $submitter
    cancelled=$?
    submitter=
    [ $cancelled = 0 ] || [ $cancelled = 2 ] || stop "cancelled: status $cancelled"
    resume
}
