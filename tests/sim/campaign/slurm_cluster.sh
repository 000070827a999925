# SPDX-License-Identifier: BSD-3-Clause
# Sourced by tests that need a real Slurm: munged, slurmctld and a slurmd for each of three nodes with two processors,
# all of them on this machine, with everything that they write in a folder. Needs root: slurmd starts jobs as their
# users.
#
# cluster_begin FOLDER [LINE...]: begins one, with more lines for slurm.conf. Exit status 77 and a line that says
# "skipped" where it cannot be. cluster_end: ends what it began.
cluster_packages="slurmctld slurmd slurm-client munge"

cluster_begin() {
    cluster=$1
    shift
    [ "$(id -u)" = 0 ] || { echo "skipped: slurmd is begun by root alone"; exit 77; }
    # shellcheck disable=SC2086
    sh .ci/install $cluster_packages >/dev/null 2>&1 ||
        { echo "skipped: $cluster_packages cannot be installed"; exit 77; }
    mkdir -p "$cluster/state" "$cluster/munge" && chmod 700 "$cluster/munge" || exit 1
    head -c 128 /dev/urandom >"$cluster/munge/key" && chmod 400 "$cluster/munge/key" || exit 1
    munged --force --key-file="$cluster/munge/key" --socket="$cluster/munge/socket" --pid-file="$cluster/munge/pid" \
        --log-file="$cluster/munge/log" --seed-file="$cluster/munge/seed" 2>/dev/null ||
        { echo "munged does not begin:"; cat "$cluster/munge/log"; exit 1; }
    port=$((20000 + $$ % 20000))
    cluster_configure "$@" >"$cluster/slurm.conf"
    export SLURM_CONF="$cluster/slurm.conf"
    slurmctld -i || { echo "slurmctld does not begin:"; cat "$cluster/slurmctld.log"; exit 1; }
    for node in n1 n2 n3; do
        slurmd -N $node || { echo "slurmd does not begin:"; cat "$cluster/slurmd.$node.log"; exit 1; }
    done
    for _ in $(seq 30); do
        [ "$(sinfo --noheader --Node --format=%T 2>/dev/null | grep -c idle)" = 3 ] && return
        sleep 1
    done
    echo "no three idle nodes:"
    sinfo
    exit 1
}

# For a quick test: short pauses between looks, and until a task that is requeued begins. Times of jobs are looked at every half minute whatever is said.
cluster_configure() {
    cat <<EOF
ClusterName=warplock
SlurmctldHost=$(hostname)(127.0.0.1)
SlurmctldPort=$port
AuthType=auth/munge
AuthInfo=socket=$cluster/munge/socket,cred_expire=10
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$cluster/state
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmctldLogFile=$cluster/slurmctld.log
SlurmdPidFile=$cluster/slurmd.%n.pid
SlurmdLogFile=$cluster/slurmd.%n.log
SlurmdSpoolDir=$cluster/spool.%n
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
SchedulerParameters=batch_sched_delay=0,sched_interval=2
SlurmdTimeout=10
KillWait=2
ReturnToService=2
EOF
    for line in "$@"; do echo "$line"; done
    for node in 1 2 3; do
        mkdir -p "$cluster/spool.n$node"
        echo "NodeName=n$node NodeAddr=127.0.0.1 NodeHostname=$(hostname) Port=$((port + node)) CPUs=2 RealMemory=1000"
    done
    echo "PartitionName=main Nodes=n[1-3] Default=YES MaxTime=INFINITE DefaultTime=10"
}

# What runs for a node: its slurmd and the keepers of its jobs, by the log that they have open, and the jobs, by the
# node's name in what they were started with.
cluster_processes_of() { # NODE
    for open in $(find /proc/[0-9]*/fd -lname "$cluster/slurmd.$1.log" 2>/dev/null); do
        process=${open#/proc/} && echo "${process%%/*}"
    done
    for environ in $(grep -lsz "^SLURM_CONF=$cluster/slurm.conf" /proc/[0-9]*/environ); do
        grep -qsz "^SLURMD_NODENAME=$1" "$environ" && echo "$environ" | tr -dc '0-9\n'
    done
}
# A word of the environment that a process was started with.
cluster_word() { # PID NAME
    sed -nz "s/^$2=//p" "/proc/$1/environ" | tr -d '\0'
}

cluster_end() {
    scancel --quiet --user=root 2>/dev/null
    sleep 1
    for node in n1 n2 n3; do
        # shellcheck disable=SC2046
        kill -9 $(cluster_processes_of $node) 2>/dev/null
    done
    for pid in "$cluster/slurmctld.pid" "$cluster/munge/pid"; do
        kill "$(cat "$pid")" 2>/dev/null
    done
}
