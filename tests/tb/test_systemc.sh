#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The SystemC front end with each system: random and recorded stimuli agree with the C models; bugs planted in the Verilog
# of a block and in the wiring are found with the true first field; a damaged recording is; arguments, interrupts, trace,
# documentation. In `make test` two of the systems.
set -u
. tests/lib.sh
. tests/blocks.sh
made=$BUILD/systemc/N48_S2_M32_SETS32_ENTRIES32_C8_P12
bench=$made/oaws/front_end_bench
work=$BUILD/systemc/test
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
refused() { # refused WORDS COMMAND...: exit status 2 and the words on the error output
    words=$1
    shift
    "$@" >"$work/log" 2>&1
    status=$?
    [ $status = 2 ] && grep -q -F -- "$words" "$work/log" || complain "$*: exit status $status, '$(head -n 1 "$work/log")', expected 2 and '$words'"
}
link() { # link SYSTEM PROGRAM OBJECT...: its bench with these objects in place of its own
    system=$1 program=$2
    shift 2
    own=
    for object in "$made/$system"/*.cpp.o "$made/$system"/*.c.o; do
        case " $* " in *"/${object##*/} "*) ;; *) own="$own $object" ;; esac
    done
    # shellcheck disable=SC2086
    g++ $plant_linker -s -o "$program" "$@" $own "$made/$system/libfront_end.a" "$BUILD/libtb.a" "$BUILD/libfst.a" -lsystemc -lz -lm -pthread -latomic
}
caught() { # caught PROGRAM BLOCK FIELD: it stops with status 1 and names them
    "$1" --cycles 30000 >"$work/log" 2>"$work/line"
    status=$?
    line=$(head -n 1 "$work/line")
    case $status$line in
        "1"*": $2"*": cycle "*": $3:"* | "1"*": $2"*": cycle "*": $3["*) echo "$name: $line" ;;
        *) complain "$name: exit status $status, '$line', expected 1, $2 and $3"; return ;;
    esac
    [ "$(awk '$1 == "all" { print $4 }' "$work/log")" = 1 ] || complain "$name: the table does not show a mismatch"
}

rm -rf "$work"
mkdir -p "$work"
# --- arguments
"$bench" --help | grep -q -- '--recorded FOLDER' || complain "--help"
refused "--nothing, expected an option" "$bench" --nothing
refused "--cycles, expected a value" "$bench" --cycles
refused "--seed many, expected a number" "$bench" --seed many
refused "--cycles 0, expected some cycles" "$bench" --cycles 0
refused "expected a name that ends in .vcd" "$bench" --cycles 10 --trace "$work/trace.txt"
refused "expected a path that can be written" "$bench" --cycles 10 --trace "$work/none/trace.vcd"
refused "$work/none/warp_order.txt: No such file" "$bench" --recorded "$work/none"

# --- random traffic: agrees, the same twice, another seed another traffic
long=2000 short=500
! tier_is_all || long=20000 short=5000
for system in oaws $(tier_is_all && echo kaws ccws bucl owl); do
    "$made/$system/front_end_bench" --cycles $long --seed 7 >"$work/one" || complain "$system: random traffic, seed 7"
    sed "s/^/$system: /" "$work/one"
    grep -q "^all  *$long .* 0\$" "$work/one" || complain "$system: no line with $long cycles and 0 mismatches"
    tier_is_all || [ $system = oaws ] || continue
    "$made/$system/front_end_bench" --cycles $short --seed 8 >"$work/two"
    "$made/$system/front_end_bench" --cycles $short --seed 8 >"$work/three" || complain "$system: random traffic, seed 8"
    "$made/$system/front_end_bench" --cycles $short --seed 9 >"$work/four" || complain "$system: random traffic, seed 9"
    cmp "$work/two" "$work/three" || complain "$system: two runs of one seed differ"
    cmp -s "$work/three" "$work/four" && complain "$system: two seeds give the same traffic"
done

# --- recorded: agrees; an input that the blocks give each other, changed, is found; another geometry is refused
record() { # record CYCLES FOLDER MACHINE POLICY KERNEL [OPTION...]
    cycles=$1 folder=$2 machine=$3 policy=$4
    shift 4
    "$BUILD/warplock" run --set gpu.sms=1 --set gpu.clusters=1 --record-window "$cycles" --record "$folder" --machine "$machine" --policy "$policy" "$@" >"$work/log" 2>&1
}
play() { # play SYSTEM FOLDER: agrees, and says how much it was
    "$made/$1/front_end_bench" --cycles 0 --recorded "$2" >"$work/log" || complain "$1: recorded stimulus"
    sed "s/^/$1: /" "$work/log"
}
noticed() { # noticed SYSTEM BLOCK FIELD SED: the recording of SYSTEM with this change in what BLOCK was given
    rm -rf "$work/damaged"
    cp -r "$work/$1" "$work/damaged"
    plant_copy "$work/$1/$2.txt" "$work/damaged/$2.txt" "$4" "$3 of a recording" || return
    "$made/$1/front_end_bench" --cycles 0 --recorded "$work/damaged" >/dev/null 2>"$work/line"
    [ $? = 1 ] && grep -q "^recorded: $2\\[front end\\]: cycle [0-9]*: [a-z ]*input $3: simulator 0x0, front end 0x" "$work/line" ||
        complain "a damaged recording: $(head -n 1 "$work/line")"
}
window=4000
! tier_is_all || window=30000
record $window "$work/oaws" oaws oaws-dyn bfs || complain "recording"
! tier_is_all || record $window "$work/ccws" ccws ccws syrk --size 64 --set core.warps=48 --set core.schedulers=2 --set l1d.sets=8 || complain "recording ccws: $(tail -n 1 "$work/log")"
record $window "$work/kaws" kaws kaws syr2k --set core.warps=48 --set core.schedulers=2 --set core.sp_issue_slots=2 \
    --set core.sfu_issue_slots=2 --set core.mem_issue_slots=2 --set core.max_ctas=8 || complain "recording kaws: $(tail -n 1 "$work/log")"
! tier_is_all || record 10000 "$work/owl" owl owl hotspot --set icnt.kind=crossbar --set core.warps=48 --set core.schedulers=2 || complain "recording owl: $(tail -n 1 "$work/log")"
play oaws "$work/oaws"
play kaws "$work/kaws"
if tier_is_all; then
    play ccws "$work/ccws"
    play owl "$work/owl"
    noticed ccws ccws_llds hit '2000,$s/ hit=1/ hit=0/'
fi
noticed oaws oaws_dlc done_sets '500,$s/done_sets=[1-9a-f]/done_sets=0/'
noticed kaws kaws_share issues '2000,$s/ issues=[1-9a-f]*/ issues=0/'
record 100 "$work/gtx480" gtx480 oaws-dyn bfs
refused "recorded with M = 64, expected 32" "$bench" --cycles 0 --recorded "$work/gtx480"

# --- trace: its window, and nothing half-written
"$bench" --cycles 3000 --trace "$work/trace.vcd" --trace-start 1000 --trace-cycles 100 >/dev/null
grep -c '^#' "$work/trace.vcd" | awk '$1 < 150 || $1 > 210 { exit 1 }' || complain "the trace is not of 100 cycles"
for name in clk_i grant_warp_o inflight_q; do grep -q " $name " "$work/trace.vcd" || complain "$name is not in the trace"; done
(
    trap - INT
    exec timeout --signal=INT --preserve-status 1 "$bench" --cycles 100000000 --trace "$work/interrupted.vcd" --trace-cycles 0
) >"$work/log" 2>&1
[ $? = 130 ] && [ ! -s "$work/log" ] || complain "interrupted: $(cat "$work/log")"
ls "$work" | grep -q '^interrupted' && complain "an interrupted run leaves $(ls "$work" | grep '^interrupted')"

# --- planted in the Verilog of a block
parameters=$(tr ' ' '\n' <"$made/oaws/flags" | grep '^-DCFG_' | tr '\n' ' ')
# in make test: tests/tb/test_planted.sh, without SystemC
for name in $(tier_is_all && echo verilog_qualify_release verilog_late_early verilog_misspred_width verilog_dlc_lookup \
    verilog_missed_reset verilog_priority); do
    know_bug bench "$name" && plant_copy "$source" "$work/$name/$block.v" "$script" "$name" || continue
    # shellcheck disable=SC2086
    sh tb/systemc/verilate.sh "$block" "$work/$name/$block.v" "$work/$name/$block.a" g++ -O0 $parameters || { complain "$name does not build"; continue; }
    link oaws "$work/$name/bench" "$work/$name/$block.d"/*.o || { complain "$name does not link"; continue; }
    caught "$work/$name/bench" "$block" "$expect"
done
# --- planted in the wiring
systems=0
for name in $(bugs systemc); do
    know_bug systemc "$name" && plant_copy "$source" "$work/$name/${source##*/}" "$script" "$name" || continue
    first_of "$system" || continue
    systems=$((systems + 1))
    sampled $systems || continue
    # shellcheck disable=SC2046
    g++ -O0 $(cat "$made/$system/flags") -c "$work/$name/${source##*/}" -o "$work/$name/${source##*/}.o" || { complain "$name does not build"; continue; }
    link "$system" "$work/$name/bench" "$work/$name/${source##*/}.o" || { complain "$name does not link"; continue; }
    caught "$work/$name/bench" "$block" "$expect"
done

# --- the page's ports are the table's (its platform is built from the installed tree: tests/test_install_systemc.sh)
sh tests/tb/systemc_ports.sh >"$BUILD/systemc_ports.md" && grep -q "^| .grant_warp_o. | output | S × RANK_W | the warp each grants" "$BUILD/systemc_ports.md" ||
    complain "ports are not printed"
[ "$failures" = 0 ]
