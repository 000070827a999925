#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# What was typed and is not read is said once, on the error output, with what would read it, and what is printed stays as it
# is: every row of sim/cli/unread.def beside a command line that reads the option, keys of --set by policy, machine and command.
# A sweep of a key that nobody reads is refused, with --force it is made; one that some policies read is told once. Machine and
# campaign files that set such keys are not told. Shown to fail: a row that is lost, a notice of keys that is lost, a sweep
# that is not refused, a notice on the standard output. In `make test` every eighth row is held against its command without the
# option, every eighth against one that reads it.
set -u
. tests/lib.sh
program=$BUILD/warplock
work=$BUILD/unread
rm -rf "$work" && mkdir -p "$work" || exit 1
cp tests/sim/workload/fuzz_job_seeds/*.ptx tests/sim/workload/fuzz_job_seeds/*.bin "$work/"
cp tests/sim/workload/fuzz_job_seeds/symbols.json "$work/mine.json"
small='--set gpu.sms=1 --set gpu.clusters=1'
store="--store $work/store.sqlite"
ptx='--grid 2 --block 4 --arg buf:s32:1 --arg buf:f32:8 --arg s32:8 --arg f32:0.5'

# A compiler that refuses all that it gets, as clang does the source of the rows below, at once.
mkdir "$work/path" && printf '#!/bin/sh\ncase $* in *--version*) exec %s "$@" ;; esac\necho refused >&2; exit 1\n' "$(command -v clang)" >"$work/path/clang" && chmod +x "$work/path/clang"
call() { # call COMMAND WORDS...: output in $work/out and $work/err
    # shellcheck disable=SC2048,SC2086
    PATH=$work/path:$PATH "$program" $* >"$work/out" 2>"$work/err" </dev/null
}
told() { grep -c -F -- "warplock: notice: $1: " "$work/err"; }

# --- options: COMMAND|OPTION|WHAT WOULD READ IT|NOT READ|READ
cat >"$work/rows" <<ROWS
run|--policy|timing, no --functional|--functional --policy lrr vadd:64|--policy lrr vadd:64
run|--observe|timing, no --functional|--functional --observe oaws_ocw vadd:64|--observe oaws_ocw vadd:64
run|--cold-l2|timing, no --functional|--functional --cold-l2 vadd:64|--cold-l2 vadd:64
run|--baseline|several policies|--baseline gto vadd:64|--policy gto,lrr --baseline lrr vadd:64
run|--baseline|tables, or --report FILE|--policy gto,lrr --baseline lrr --csv - vadd:64|--policy gto,lrr --baseline lrr --report $work/report vadd:64
run|--lockstep|--blocks lockstep|--lockstep every vadd:64|-
run|--failure-pack|--blocks lockstep|--failure-pack $work/pack vadd:64|-
run|--record-sm|--record-place sm or controller|--machine bucl --policy bucl-dyn --record @ --record-place gpu --record-sm 0 vadd:64|--record @ --record-sm 0 vadd:64
run|--kernel|timing, no --functional|--functional --kernel vadd -- true|-
run|--dump-anywhere|a .json job|--dump-anywhere vadd:64|--dump-anywhere $work/mine.json
run|--read-anywhere|a .json job|--read-anywhere vadd:64|--read-anywhere $work/mine.json
run|--size|a bundled kernel without a size of its own|--size 32 vadd:64|--size 64 vadd
sweep|--size|a bundled kernel without a size of its own|$store --size 32 vadd:64|$store --size 64 vadd
campaign|--size|a bundled kernel without a size of its own|$work/sized.json $store --size 32|$work/one.json $store --size 64
run|--store|a search, as --policy swl-best|--store $work/none.sqlite vadd:64|$small --machine ccws --policy swl-best $store --size 64 vadd
run|--workers|a search, as --policy swl-best|--workers 1 vadd:64|$small --machine ccws --policy swl-best --workers 1 $store --size 64 vadd
run|--memory|a search, as --policy swl-best|--memory 900 vadd:64|$small --machine ccws --policy swl-best --memory 900 $store --size 64 vadd
run|--per-launch|tables, --json or --report FILE|--csv - --per-launch vadd:64|--per-launch vadd:64
run|--per-line|tables, --json or --report FILE|--csv - --per-line vadd:64|--per-line vadd:64
run|--per-age|tables, --json or --report FILE|--csv - --per-age vadd:64|--per-age vadd:64
run|--per-degree|tables, --json or --report FILE|--csv - --per-degree vadd:64|--per-degree vadd:64
run|--per-slice|tables, --json or --report FILE|--csv - --per-slice vadd:64|--per-slice --json vadd:64
run|--per-row|tables, --json or --report FILE|--csv - --per-row vadd:64|--per-row --csv - --report $work/report vadd:64
run|--per-link|tables, --json or --report FILE|--set icnt.kind=mesh --csv - --per-link vadd:64|--set icnt.kind=mesh --per-link vadd:64
run|--per-interval|tables, --json or --report FILE|--csv - --per-interval vadd:64|--per-interval vadd:64
run|--belady|tables, --json or --report FILE|--csv - --belady vadd:64|--belady vadd:64
run|--unknown-opcode|a trace|--unknown-opcode int vadd:64|--unknown-opcode int --trace tests/sim/sass/kernel-volta.traceg
sweep|--unknown-opcode|a trace|$store --unknown-opcode int vadd:64|$store --unknown-opcode int tests/sim/sass/kernel-volta.traceg
run|--out-of-bounds|a kernel that is computed, no trace|--out-of-bounds zero --trace tests/sim/sass/kernel-volta.traceg|--out-of-bounds zero vadd:64
sweep|--entry|a .ptx kernel|$store --entry k vadd:64|-
sweep|--grid|a .ptx kernel|$store --grid 2 vadd:64|$store $ptx $work/small.ptx
sweep|--block|a .ptx kernel|$store --block 2 vadd:64|$store $ptx $work/small.ptx
sweep|--shared|a .ptx kernel|$store --shared 8 vadd:64|$store --shared 8 $ptx $work/small.ptx
sweep|--arg|a .ptx kernel|$store --arg s32:1 vadd:64|$store $ptx $work/small.ptx
sweep|--seed|no --seeds beside it|$store --seed 3 --seeds 0,1 vadd:64|$store --seed 3 vadd:64
campaign|--seed|no --seeds beside it|$work/one.json $store --seed 3 --seeds 0,1|$work/one.json $store --seed 3
sweep|--seed|a bundled kernel|$store --seed 3 $work/mine.json|$store --seed 3 vadd:64
sweep|--seeds|a bundled kernel|$store --seeds 2 $work/mine.json|$store --seeds 2 vadd:64
campaign|--seeds|a bundled kernel|$work/job.json $store --seeds 2|$work/one.json $store --seeds 2
sweep|--engine|runs, no --stored|$store --stored --engine local vadd:64|$store --engine local vadd:64
campaign|--engine|runs, no --stored|$work/one.json $store --stored --engine local|$work/one.json $store --engine local
sweep|--workers|runs, no --stored|$store --stored --workers 1 vadd:64|$store --workers 1 vadd:64
campaign|--workers|runs, no --stored|$work/one.json $store --stored --workers 1|$work/one.json $store --workers 1
sweep|--workers|--engine local|--engine slurm --slurm-folder $work/slurm/nowhere $store --workers 1 vadd:64|-
sweep|--memory|--engine local|--engine slurm --slurm-folder $work/slurm/nowhere $store --memory 900 vadd:64|-
sweep|--memory|runs, no --stored|$store --stored --memory 900 vadd:64|$store --memory 900 vadd:64
campaign|--memory|runs, no --stored|$work/one.json $store --stored --memory 900|$work/one.json $store --memory 900
sweep|--slurm-folder|runs, no --stored|$store --stored --engine slurm --slurm-folder $work/slurm vadd:64|-
campaign|--slurm-folder|runs, no --stored|$work/one.json $store --stored --engine slurm --slurm-folder $work/slurm|-
sweep|--slurm-options|runs, no --stored|$store --stored --engine slurm --slurm-options --time=1 vadd:64|-
campaign|--slurm-options|runs, no --stored|$work/one.json $store --stored --engine slurm --slurm-options --time=1|-
sweep|--slurm-tasks|runs, no --stored|$store --stored --engine slurm --slurm-tasks 1 vadd:64|-
campaign|--slurm-tasks|runs, no --stored|$work/one.json $store --stored --engine slurm --slurm-tasks 1|-
sweep|--slurm-slice|runs, no --stored|$store --stored --engine slurm --slurm-slice 1 vadd:64|-
campaign|--slurm-slice|runs, no --stored|$work/one.json $store --stored --engine slurm --slurm-slice 1|-
sweep|--slurm-tries|runs, no --stored|$store --stored --engine slurm --slurm-tries 1 vadd:64|-
campaign|--slurm-tries|runs, no --stored|$work/one.json $store --stored --engine slurm --slurm-tries 1|-
sweep|--slurm-poll|runs, no --stored|$store --stored --engine slurm --slurm-poll 1 vadd:64|-
campaign|--slurm-poll|runs, no --stored|$work/one.json $store --stored --engine slurm --slurm-poll 1|-
sweep|--force|a sweep of a key that nobody reads|$store --force vadd:64|$store --force --set policy.smr=1,2 vadd:64
campaign|--force|a sweep of a key that nobody reads|$work/one.json $store --force|$work/swept.json $store --force
campaign|--csv|a campaign that is run, no --print|--print papers --csv $work/csv|$work/one.json $store --csv $work/csv
campaign|--folder|tables, no --reproduce|$work/one.json $store --stored --reproduce $work/again.sqlite --folder $work/tables|$work/one.json $store --folder $work/tables
campaign|--csv|tables, no --reproduce|$work/one.json $store --stored --reproduce $work/again.sqlite --csv $work/csv|-
campaign|--html|tables, no --reproduce|$work/one.json $store --stored --reproduce $work/again.sqlite --html $work/page.html|$work/one.json $store --html $work/page.html
campaign|--pack|tables, no --reproduce|$work/one.json $store --stored --reproduce $work/again.sqlite --pack $work/packed.sqlite|$work/one.json $store --pack $work/packed.sqlite
dump-machine|--machine|no MACHINE beside it|oaws --machine gtx480|--machine oaws
belady|--show|tables, no --json|$work/run.l1d --json --show 3|$work/run.l1d --show 3
replay|--wave-window|--wave-start|$work/kept/warp_order.txt --wave $work/kept.fst --wave-window 5|$work/kept/warp_order.txt --wave $work/kept.fst --wave-start 5 --wave-window 5
ROWS
for flag in '-g' '-Xcompiler -Wall' '--host-option -Wall' '-shared' '-L .' '-l m' '-Xlinker -s'; do
    case $flag in -L* | -l* | -Xl*) reader='linking, no -S or -c' ;; *) reader='host code, no -S' ;; esac
    echo "cc|${flag% *}|$reader|-S $flag -o $work/k.ptx $work/k.cu|-" >>"$work/rows"
done
echo "cc|-l|linking, no -S or -c|-c -l m -o $work/k.o $work/k.cu|-w -c -l m -o $work/k.o $work/k.cu" >>"$work/rows"
echo 'this is no CUDA' >"$work/k.cu"
kernels='"kernels": "vadd"'
echo "{$kernels, \"policies\": \"gto\"}" >"$work/one.json"
echo '{"kernels": "vadd:64", "policies": "gto"}' >"$work/sized.json"
echo '{"kernels": "mine.json", "policies": "gto"}' >"$work/job.json"
echo "{$kernels, \"size\": \"64\", \"policies\": \"gto\", \"set\": {\"policy.smr\": [1, 2], \"policy.swl_limit\": 3}}" >"$work/swept.json"
call run --record-l1d "$work/run.l1d" vadd:64 || complain "no recording: $(cat "$work/err")"
call run --record "$work/kept" --record-window 20 vadd:64 || complain "no recording: $(cat "$work/err")"
for seeds in '' '--seeds 2'; do call sweep $store $seeds vadd:64; call campaign "$work/one.json" $store $seeds; done

without_option() { # the words without an option and its value, or without the flag
    set -f
    # shellcheck disable=SC2086
    set -- "$1" $2
    option=$1
    shift
    while [ $# -gt 0 ]; do
        if [ "$1" = "$option" ]; then
            case $option in --*-l2 | --dump-anywhere | --read-anywhere | --per-* | --belady | --force | -g | -shared) ;; *) shift ;; esac
        else
            printf '%s ' "$1"
        fi
        shift
    done
    set +f
}
comparable() { # without the time, and without the line that says what a campaign was called with
    sed -i '/^Machine /d; s/^\(gtx480,.*\),[0-9.]*,$/\1/' "$1"
}
rows_hold() { # the notices of every row
    held=0 rows=0
    while IFS='|' read -r command option reader unread read; do
        rows=$((rows + 1)) number=$((number + 1))
        call "$command" "$(echo "$unread" | sed "s,@,$work/recording$number,")"
        status=$?
        mv "$work/out" "$work/out.with"
        [ "$(told "$option")" = 1 ] && grep -q -x -F -- "warplock: notice: $option: not read, expected $reader" "$work/err" ||
            { echo "$command $unread: $(cat "$work/err")"; held=1; continue; }
        if [ $status = 0 ] && { tier_is_all || [ $((rows % 8)) = 1 ]; }; then
            number=$((number + 1))
            call "$command" "$(without_option "$option" "$(echo "$unread" | sed "s,@,$work/recording$number,")")"
            [ "$(told "$option")" = 0 ] || { echo "$command without $option: $(cat "$work/err")"; held=1; }
            comparable "$work/out"; comparable "$work/out.with"
            cmp -s "$work/out" "$work/out.with" || { echo "$command $unread: prints something else"; held=1; }
        fi
        [ "$read" = - ] || ! { tier_is_all || [ $((rows % 8)) = 5 ]; } && continue
        number=$((number + 1))
        call "$command" "$(echo "$read" | sed "s,@,$work/recording$number,")"
        [ "$(told "$option")" = 0 ] || { echo "$command $read: $(cat "$work/err")"; held=1; }
    done <"$work/rows"
    return $held
}
number=0
rows_hold >"$work/said" || complain "options: $(cat "$work/said")"

# Each row of the table is tried, for each of its commands.
sed -n 's/^[A-Z]* *(\([a-z0-9_]*\), "\(-[-A-Za-z0-9_]*\)".*/\1 \2/p' sim/run/options.def >"$work/names"
sed -n 's/^UNREAD(\(.*)\), *\([a-z0-9_]*\), .*/\1 \2/p' sim/cli/unread.def | sed 's/ |//g' |
    while read -r words; do
        member=${words##* }
        for command in ${words% *}; do
            command=$(echo "$command" | tr A-Z_ a-z-)
            option=$(awk -v member="$member" '$1 == member { print $2 }' "$work/names")
            grep -q "^$command|$option|" "$work/rows" || [ "$command$option" = 'campaign--workers' ] || echo "$command $option"
        done
    done >"$work/untried"
[ -s "$work/untried" ] && complain "rows that are not tried: $(cat "$work/untried")"

# --- keys: COMMAND|ASSIGNMENT|WORDS BEHIND IT ('' = none)|OTHER WORDS
cat >"$work/keys" <<ROWS
run|policy.swl_limit=3| not read under gto, expected policies swl, swl+bucl|vadd:64
run|policy.swl_limit=3| not read under gto, lrr, expected policies swl, swl+bucl|--policy gto,lrr vadd:64
run|policy.swl_limit=3||--policy gto,swl vadd:64
run|policy.kaws_share=0| not read under oaws-dyn, expected policy kaws|--policy oaws-dyn vadd:64
run|mesh.router_latency=2| not read under gto, expected icnt.kind mesh|vadd:64
run|icnt.input_buffer=32| not read under gto, expected icnt.kind crossbar|--set icnt.kind=mesh vadd:64
run|dram.queue=32| not read under gto, expected l2.perfect 0|--set l2.perfect=1 vadd:64
run|gpu.memory_mib=32| not read under gto, expected a CUDA program|vadd:64
run|l2.ways=4| not read, expected a run with timing|--functional vadd:64
run|l1d.line_bytes=64||--functional vadd:64
run|policy.vta_stores=1||--observe ccws_vta vadd:64
run|policy.swl_limit=2| not read under swl-best, expected swl, which searches no value of it|$small --machine ccws --policy swl-best $store --size 64 vadd
sweep|policy.smr=9| not read under gto, expected policy oaws-static|$store --set l1d.mshrs=32,64 vadd:64
sweep|mesh.router_latency=2||$store --set icnt.kind=crossbar,mesh vadd:64
campaign|policy.smr=9| not read under gto, expected policy oaws-static|$work/one.json $store --size 64
kernels|l2.ways=4| not read, expected a run with timing|--size 64
dump-machine|policy.smr=9||oaws
ROWS
keys_hold() {
    held=0
    while IFS='|' read -r command assignment words others; do
        # shellcheck disable=SC2086
        call "$command" --set "$assignment" $others || { echo "$command $assignment: status $?: $(cat "$work/err")"; held=1; }
        [ "$(told "--set $assignment")" = "$([ -n "$words" ] && echo 1 || echo 0)" ] || { echo "$command $assignment: $(cat "$work/err")"; held=1; }
        [ -z "$words" ] || grep -q -x -F -- "warplock: notice: --set $assignment:$words" "$work/err" || { echo "$command $assignment: $(cat "$work/err")"; held=1; }
    done <"$work/keys"
    return $held
}
keys_hold >"$work/said" || complain "keys: $(cat "$work/said")"
# JSON is the same bytes with and without a notice, but for the set and the time.
call run --json --set policy.smr=9 vadd:64; mv "$work/out" "$work/out.with"; call run --json vadd:64
sed -i '/wall_seconds/d; /policy.smr/d' "$work/out" "$work/out.with"
[ "$(diff "$work/out" "$work/out.with" | grep -c '^[<>] .*"[a-z_.]*": [0-9]')" = 0 ] && grep -q '"ipc"' "$work/out" || complain "JSON with a notice: $(diff "$work/out" "$work/out.with")"
# A machine file is a whole dump.
"$program" dump-machine gtx480 --set policy.swl_limit=4 --set mesh.width=4 >"$work/whole.ini" 2>/dev/null
call run --machine "$work/whole.ini" vadd:64 && [ ! -s "$work/err" ] || complain "a machine file: $(cat "$work/err")"

# --- sweeps
refused() { # refused WORDS COMMAND...: before a store is made
    words=$1
    shift
    rm -f "$work/refused.sqlite"
    call "$@" --store "$work/refused.sqlite"
    [ $? = 2 ] && [ ! -e "$work/refused.sqlite" ] && grep -q -F -- "$words" "$work/err" && [ "$(wc -l <"$work/err")" = 1 ]
}
refused '--set policy.swl_limit=1..6: swept, and not read under gto, expected policies swl, swl+bucl; --force sweeps it all the same' \
    sweep --set policy.swl_limit=1..6 vadd:64 || complain "a sweep that nobody reads: $(cat "$work/err")"
refused '--set policy.swl_limit=1,2: swept, and not read under lrr, gto, ' sweep --policy gto,lrr --set policy.swl_limit=1,2 --set l1d.mshrs=32,64 vadd:64 ||
    complain "two axes, one of them read: $(cat "$work/err")"
refused '--set mesh.router_latency=1,2: swept, and not read under gto, expected icnt.kind mesh; ' sweep --set mesh.router_latency=1,2 vadd:64 ||
    complain "a sweep of the mesh: $(cat "$work/err")"
refused "$work/swept.json: policy.smr: swept, and not read under gto, expected policy oaws-static" campaign "$work/swept.json" ||
    complain "a file that sweeps what nobody reads: $(cat "$work/err")"
# a policy of several, which has no row of its own, is named by its parts; a machine's details are kept once, whoever else names them
echo '{"policies": {"policy": ["swl+ccws", "gto"], "set": {"policy.swl_limit": [1, 2]}}, "kernels": "vadd:64", "details": "per-line",
    "machines": {"machine": "gtx480", "details": ["per-line", "per-age"]}}' >"$work/parts.json"
call campaign "$work/parts.json" $store &&
    grep -q -F "notice: $work/parts.json: policy.swl_limit: read under swl, ccws, not read under gto: the runs for each value are equal" "$work/err" ||
    complain "a policy of several: $(cat "$work/err")"
call campaign "$work/swept.json" $store --force && grep -q -F "notice: $work/swept.json: policy.smr: not read under gto: the runs for each value are equal" "$work/err" &&
    ! grep -q 'swl_limit' "$work/err" || complain "a file's own keys: $(cat "$work/err")"
call sweep --policy gto,swl --set policy.swl_limit=1,2 $store vadd:64 &&
    [ "$(grep notice: "$work/err")" = 'warplock: notice: --set policy.swl_limit=1,2: read under swl, not read under gto: the runs for each value are equal' ] ||
    complain "some policies read it: $(cat "$work/err")"
call sweep --set policy.swl_limit=1,2 $store --force vadd:64 && [ "$(told '--set policy.swl_limit=1,2')" = 1 ] && grep -q '^  2 ' "$work/out" ||
    complain "--force: $(cat "$work/err")"
# The curve is before the table.
call sweep --policy swl --set policy.swl_limit=1..3 $store vadd:64
awk 'NF == 0 { next } /^ipc \(thread instructions a cycle\)$/ { axis = NR } $NF == "policy.swl_limit" && $1 == 1 && $2 == 3 { key = NR }
    $1 == "policy.swl_limit" { table = NR } END { exit !(axis && key > axis && table > key) }' "$work/out" || complain "no curve: $(cat "$work/out")"

# --- shown to fail
planted() { # planted WORDS SOURCE SCRIPT CHECK: the check fails with the change
    words=$1 program=$work/planted
    plant_copy "$2" "$work/copy/$2" "$3" "$words" || return
    source=$work/copy/$2
    case $2 in *.def) source=sim/cli/unread.c ;; esac
    # shellcheck disable=SC2046,SC2086
    gcc $plant_flags $plant_linker -D_GNU_SOURCE -I"$work/copy" -I. -o "$program" "$BUILD/obj/sim/main.o" "$source" \
        "$BUILD/libsim.a" "$BUILD/libtb.a" "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile) || { complain "$words: does not build"; return; }
    $4 >"$work/said" && complain "$words: not noticed"
    rm -rf "$work/copy"
}
grep -e '^run|--store' -e '^run|--lockstep' "$work/rows" >"$work/few" && mv "$work/few" "$work/rows"
grep -e '^run|policy.swl_limit=3| not' -e '^run|mesh' "$work/keys" >"$work/few" && mv "$work/few" "$work/keys"
not_refused() { refused 'swept, and not read' sweep --set policy.swl_limit=1..3 vadd:64; }
planted 'a row is lost' sim/cli/unread.def '/^UNREAD(RUN, store,/d' rows_hold
planted 'a row says the contrary' sim/cli/unread.def 's/o->blocks != BLOCKS_LOCKSTEP/o->blocks == BLOCKS_LOCKSTEP/' rows_hold
planted 'no word of keys' sim/cli/unread.c 's/^        say_key("--set ", /        if (!by) say_key("--set ", /' keys_hold
planted 'a notice on the standard output' sim/cli/unread.c 's/fprintf(stderr, "warplock: notice/fprintf(stdout, "warplock: notice/' keys_hold
planted 'a sweep is not refused' sim/cli/unread.c 's/if (!s->options->force)/if (false)/' not_refused
planted 'a condition of the machine is forgotten' sim/policy/readers.c 's/readers \&\& policy_suits_key(key, by) \&\& machine_suits(by->machine, key, words)/readers \&\& policy_suits_key(key, by)/' keys_hold
[ "$failures" = 0 ]
