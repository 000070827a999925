#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: warplock
# FAULTS faults, drawn by SEED, while small campaigns are under way on a real Slurm of three nodes (slurm_cluster.sh), of the
# kinds of slurm_fault_kinds.sh. Each campaign has the tables and the rows of the same one by processes of this machine:
# nothing lost, nothing twice, nothing of a hostile name executed. One that ends before that says why, in a line, and
# `campaign resume` completes it. Prints how often each kind was, and what came of it.
#
# KINDS="..." are drawn from instead. Shown to fail: a program that does not compare the check sum of a result, one that
# writes the script of a job without quotes, and a store that lacks a row or has another.
set -u
export COLUMNS=1000                     # reasons in one piece
. tests/lib.sh
. tests/sim/campaign/slurm_scene.sh
. tests/sim/campaign/slurm_fault_kinds.sh
FAULTS_WANTED=${FAULTS:-30} SEED=${SEED:-1} KINDS=${KINDS:-$fault_kinds}
ROUND_SECONDS=400 RUNS=120
state=$SEED round=0 injected=0 submitter='' second=''
also_end() { for process in $submitter $second; do kill -9 "$process" 2>/dev/null; done; }
draw() { # draw N: 0 .. N - 1
    state=$(((state * 1103515245 + 12345) % 2147483648))
    drawn=$((state / 65536 % $1))
}

scene_begin slurm_faults 60m MaxArraySize=21 MinJobAge=10 MessageTimeout=4
export FAULTS=$work/asked
program=$work/warplock                  # a build meanwhile changes nothing
mkdir -p "$FAULTS" "$work/bin" "$work/want"
cp "$build/warplock" "$program" || exit 1
gcc -std=c11 -O1 -shared -fPIC -o "$work/faulty_node.so" tests/sim/campaign/planted/faulty_node.c -ldl || exit 1
# What a hostile name would have executed.
printf '#!/bin/sh\necho "$0 $*" >>"%s"\n' "$work/executed" >"$work/bin/canary"
chmod +x "$work/bin/canary"
PATH=$work/bin:$PATH

stop() { # MESSAGE: the cluster cannot be what the test needs, or the campaign is not what it must be
    echo "seed $SEED, round $round, fault $injected: $1"
    for said in "$work/said" "$work/second"; do [ ! -s "$said" ] || tail -n 3 "$said"; done
    exit 1
}

# --- names

newline='
'
# name N: of folders. job_name N: of kernels, in which a campaign takes no blanks, commas, quotes and the like.
name() {
    case $1 in
        0) name="a b  c" ;;
        1) name="\$(canary 1)\`canary 1\`" ;;
        2) name="it's \"quoted\" \\ \\\$(canary 2)" ;;
        3) name="two${newline}lines; canary 3 | canary 3 & canary 3 #" ;;
        4) name="-x * ? [a-z] {1,2} ~ !! %s %j é" ;;
        5) name="'; canary 5; '\"; canary 5; \"" ;;
    esac
}
draw_name() { draw 6; name "${only_name:-$drawn}"; }
job_name() { case $1 in 0) job="\$(canary)'.json" ;; 1) job="\`canary\`|canary&&canary.json" ;; 2) job="plain.json" ;; esac; }
# A kernel of 64 elements, whose PTX has such a name, in the folder $in.
write_job() { # KERNEL FILE
    cp sim/workload/kernels/vadd.ptx "$in/$ptx"
    escaped=$(printf %s "$ptx" | sed 's/[\\"]/\\&/g' | awk '{ printf "%s%s", (NR > 1 ? "\\n" : ""), $0 }')
    vector='"type": "f32", "count": 64, "init"'
    cat >"$in/$1" <<END
{"ptx": "$escaped",
 "buffers": [{"name": "a", $vector: {"lcg": {"seed": 1, "lo": 0.0, "hi": 1.0}}},
             {"name": "b", $vector: {"lcg": {"seed": 2, "lo": 0.0, "hi": 1.0}}}, {"name": "c", $vector: "zero"}],
 "steps": [{"launch": "_Z4vaddPKfS0_Pfi", "grid": [2,1,1], "block": [32,1,1],
            "args": [{"buf": "a"}, {"buf": "b"}, {"buf": "c"}, {"s32": 64}]}]}
END
}
sweep() { # sweep STORE ARGUMENTS...: RUNS runs, of which two have the same cycles
    sweep_store=$1
    shift
    exec "$program" sweep --policy gto,lrr --set "dram.latency=101..$((100 + RUNS / 2))" --set gpu.sms=2 --set gpu.clusters=2 \
        --store "$sweep_store" "$@"
}
# want: $wanted, the tables and the store of the same campaign by this machine's processes, made once for a kernel's name.
want() {
    wanted=$work/want/$1
    [ -e "$wanted.sqlite" ] && return
    (cd "$in" && sweep "$wanted.sqlite" "./$job") >"$wanted" 2>"$work/said" &&
        [ "$(rows "$wanted.sqlite")" = $RUNS ] || stop "the local campaign"
}

# --- a campaign

# --time: what hangs is ended after a minute.
submit_to() { # FOLDER
    export LD_PRELOAD="$work/faulty_node.so"
    cd "$in" && sweep "$store" "./$job" --engine slurm --slurm-folder "$1" --slurm-poll 1 --slurm-slice $slice \
        --slurm-tasks 14 --slurm-options "--time=1 --comment \"\$(canary) \`canary\`;canary${newline}canary '\""
}
submit() { (submit_to "$folder") >"$work/out" 2>"$work/said" & submitter=$!; }
resume_here() { export LD_PRELOAD="$work/faulty_node.so"; exec "$program" campaign resume "$folder"; }
resume() { (resume_here) >"$work/out" 2>"$work/said" & submitter=$!; }
begin_round() {
    round=$((round + 1)) endings=0 began=$(date +%s)
    draw_name; folder=$work/shared/$name
    draw_name; in=$work/in$round/$name
    draw_name; store=$work/store$round$name.sqlite
    draw 3; kind_of_name=$drawn
    name "$((kind_of_name + 1))"; ptx=$name.ptx
    job_name "$kind_of_name"
    draw 3; slice=$((1 + drawn))
    mkdir -p "$in"
    rm -f "$FAULTS"/*
    write_job "$job"
    want $kind_of_name
    submit
    for _ in $(seq 100); do [ ! -e "$folder/campaign" ] || break; sleep 0.1; done
    happened names
}
happened() { echo "$round|$1|recovered" >>"$work/record"; injected=$((injected + 1)); }
# goes_on: the campaign does. One that has ended with a message goes on by `resume`; false: it is done.
goes_on() {
    [ $(($(date +%s) - began)) -lt $ROUND_SECONDS ] || stop "not done in $ROUND_SECONDS seconds"
    kill -0 $submitter 2>/dev/null && return 0
    wait $submitter
    status=$? submitter=
    [ $status != 0 ] || return 1
    last=$(grep '^warplock: ' "$work/said" | tail -n 1)
    case $status in 1 | 2) [ -n "$last" ] || stop "status $status without a message" ;; *) stop "status $status" ;; esac
    echo "round $round: $last" >>"$work/endings"
    sed -i '$s/recovered$/clear end/' "$work/record"
    endings=$((endings + 1))
    [ ! -e "$work/executed" ] || stop "executed: $(cat "$work/executed")"
    [ $endings -lt 10 ] || stop "ended $endings times"
    resume
}
# The second process of a fault: it has made the same, or says why not.
end_second() {
    [ "$second" ] || return 0
    for _ in $(seq $ROUND_SECONDS); do kill -0 $second 2>/dev/null || break; sleep 1; done
    kill -0 $second 2>/dev/null && stop "a second process is not done"
    wait $second
    status=$? second=
    case $status in
        0) cmp -s "$wanted" "$work/second.out" || stop "a second process has other tables" ;;
        1 | 2) grep -q '^warplock: ' "$work/second" || stop "a second process has status $status and no message"
            sed -i "/^$round|\(no-locks\|two-on-a-store\)|/s/recovered\$/clear end/" "$work/record"
            grep '^warplock: ' "$work/second" | tail -n 1 | sed "s/^/round $round, the second: /" >>"$work/endings" ;;
        *) stop "a second process has status $status" ;;
    esac
    rm -rf "$folder.2"
}
queue_empties() { # SECONDS
    for _ in $(seq "$1"); do
        queued=$(squeue --noheader --states=PENDING,RUNNING) && [ -z "$queued" ] && return 0
        sleep 1
    done
    return 1
}
# only_shown: a controller that was killed shows jobs as RUNNING that had ended, and no campaign was there any more that
# could cancel them. None of them has a process.
only_shown() {
    grep -q "^$round|controller|" "$work/record" || return 1
    for shown in $(squeue --noheader --states=PENDING,RUNNING --format=%A); do
        ! grep -qsz "^SLURM_JOB_ID=$shown\$" /proc/[0-9]*/environ || return 1
    done
    scancel --quiet --user=root
}
end_round() {
    end_second
    cmp -s "$wanted" "$work/out" || stop "the tables differ: $(diff "$wanted" "$work/out" | head -n 4)"
    same_rows "$wanted.sqlite" "$store" || stop "the stores differ: $(diff "$work/one.rows" "$work/other.rows" | head -n 4)"
    [ ! -e "$work/executed" ] || stop "executed: $(cat "$work/executed")"
    # Who finds all runs in the store, brought there by the second campaign, does not look into the folder: its tasks end of themselves.
    brought=
    grep -q "^warplock: $RUNS runs from the store, 0 simulated" "$work/said" && brought=yes
    queue_empties $([ -n "$brought" ] && echo $ROUND_SECONDS || echo 20) || { only_shown && queue_empties 20; }
    [ -z "$queued" ] || stop "still in the queue: $queued"
    left=$(cd "$folder" && find batches results -mindepth 1 ! -path 'results/[0-9a-f][0-9a-f]')
    [ -z "$left" ] || [ -n "$brought" ] || stop "left in the folder: $left"
    rm -rf "$folder" "$in" "$store"
}

# --- faults

deck=
shuffle() { # each kind as often as every other
    left=$KINDS
    while [ -n "$left" ]; do
        # shellcheck disable=SC2086
        set -- $left
        draw $#
        shift $drawn
        deck="$deck $1"
        left=$(echo "$left" | tr -s ' \n' '  ' | sed "s/^/ /; s/\$/ /; s/ $1 / /; s/^ *//; s/ *\$//")
    done
}
spoil() { # one fault, while the campaign goes on; what cannot be now is put back
    [ -n "$deck" ] || shuffle
    # shellcheck disable=SC2086
    set -- $deck
    kind=$1
    shift
    deck=$*
    if "fault_$(echo "$kind" | tr - _)"; then happened "$kind"; else deck="$deck $kind"; fi
    draw 3
    sleep $drawn
}
table() {
    echo "| fault | how often | recovered | clear end, then resumed | failure |"
    echo "| --- | ---: | ---: | ---: | ---: |"
    for kind in $fault_kinds names; do
        words=$(words_of_fault "$kind") awk -F'|' -v kind="$kind" '$2 == kind { n++; of[$3]++ } END { if (n)
            printf "| %s | %d | %d | %d | %d |\n", ENVIRON["words"], n, of["recovered"], of["clear end"], of["failure"] }' "$work/record"
    done
    awk -F'|' '{ of[$3]++ } END { printf "| all | %d | %d | %d | %d |\n", NR, of["recovered"], of["clear end"], of["failure"] }' \
        "$work/record"
}
campaigns() { # campaigns FAULTS
    injected=0
    : >"$work/record"
    while [ $injected -lt "$1" ]; do
        begin_round
        while goes_on; do
            if [ $injected -lt "$1" ]; then spoil; else sleep 0.5; fi
        done
        end_round
    done
}

began_all=$(date +%s)
: >"$work/endings"
if ! (trap also_end EXIT; campaigns "$FAULTS_WANTED" && echo "$round" >"$work/rounds"); then
    last=$(tail -n 1 "$work/record")
    sed -i "/^${last%%|*}|/s/[a-z ,]*\$/failure/" "$work/record"
    table
    exit 1
fi
table
sed 's/^round [0-9]*\(, the second\)*: //; s/[0-9][0-9]*/N/g' "$work/endings" | sort | uniq -c | sort -rn
echo "seed $SEED: $(wc -l <"$work/record") faults in $(cat "$work/rounds") campaigns of $RUNS runs," \
    "$(($(date +%s) - began_all)) s; nothing lost, twice or executed"

# --- shown to fail

planted=0
planted() { # planted SOURCE SCRIPT WORDS: campaigns by a program with the plant in it end with these words
    planted=$((planted + 1))
    program=$work/planted$planted
    plant_copy "$1" "$work/planted.c" "$2" && program_with "$work/planted.c" "$program" || exit 1
    (trap also_end EXIT; campaigns 6) >"$work/planted.out" 2>&1 && fail "not noticed in $1: $2"
    grep -q -e "$3" "$work/planted.out" || fail "the plant in $1 fails elsewhere" "$work/planted.out"
    rm -rf "$work/executed" "$work"/shared/* "$work"/in* "$work"/store*
    scancel --quiet --user=root
    for _ in $(seq 20); do [ -n "$(squeue --noheader)" ] || break; sleep 1; done
}
rows_are_compared "$(find "$work/want" -name '*.sqlite' | head -n 1)" || exit 1
KINDS=half-a-result damages=digit deck=
planted sim/campaign/engine/sealed.c 's/hash_bytes(HASH_START, \*text, length) == expected/true/' '\(stores\|tables\) differ'
KINDS=slow only_name=1 deck=
planted sim/campaign/engine/slurm_batch.c 's/shell_print(file.stream, \*word)/fputs(*word, file.stream)/' 'executed: .*canary'
exit 0
