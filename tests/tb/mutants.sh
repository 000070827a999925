#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# mutants.sh COUNT SEED BLOCK/CONFIG...: COUNT mutants by Yosys of each block, all in one netlist and one Verilator
# build, each run against the C model under the block's stimuli. A survivor is proven equivalent, or it is a failure: a
# hole in the stimuli if Yosys shows a state and inputs that tell it from the unchanged netlist, unsettled if the proof
# takes longer than PROOF_SECONDS of CPU time or cannot be set up.
#
# The proof: both netlists without their registers, the same state and inputs given to both; outputs and next states
# must be equal in every state that satisfies the block's invariant (property 1 of verilog/<block>_properties.v, itself
# proven first, by induction from reset), and next states in a reset from any state. From a reset on they then go
# through the same states with the same outputs. What the mutation does not reach is one logic for both, so it is quick.
#
# STIMULI: a file that takes the place of the stimuli of the block; tests/tb/test_mutants.sh finds holes with it.
set -eu
[ $# -ge 3 ] || { echo "mutants.sh: expected COUNT SEED BLOCK/CONFIG..." >&2; exit 2; }
count=$1 seed=$2
shift 2
BUILD=${BUILD:-build}
PROOF_SECONDS=${PROOF_SECONDS:-300}

progress() { if [ -t 2 ]; then printf '\r\033[K%s' "$1" >&2; fi; }
yosys_or_complain() { yosys -q -p "$1" >"$work/screen" 2>&1 || { cat "$work/screen"; return 1; }; }

# How the tuple is known: block, config, flags (the C compiler's), chparam (Yosys's), work.
know_tuple() {
    block=${1%/*} config=${1#*/}
    flags=$(sed -n "s/^CONFIG($block, *$config, *\(.*\))\$/\1/p" rtl_c/configs.def)
    [ -n "$flags" ] || { echo "mutants.sh: $1: expected BLOCK/CONFIG of rtl_c/configs.def" >&2; exit 2; }
    chparam=$(echo "$flags" | sed 's/-DCFG_\([A-Z_]*\)=/-chparam \1 /g')
    work=$BUILD/mutants/${block}_$config
}

# list.txt, a mutation in each line; result.txt, what the stimuli did to each.
run_mutants() {
    progress "$block $config: $count mutants under the stimuli"
    rm -rf "$work"
    mkdir -p "$work"
    yosys_or_complain "read_verilog -defer verilog/$block.v; hierarchy -top $block $chparam; rename -top $block; proc
        flatten; opt
        write_ilang $work/gold.il; mutate -list $((count + count / 4)) -seed $seed -o $work/all.txt"
    # Not the high bits of an index: out of range they give X, which is any value to Verilator and to the proof. Nor the
    # enable of a memory that is read without a clock, which is 1 or no memory to Yosys.
    awk -v count="$count" '!(/-cell \$shiftx/ && /-port B -portbit [0-9][0-9]/) && !(/-cell \$memrd/ && /-port EN/) && n++ < count' \
        "$work/all.txt" >"$work/list.txt"
    awk '{ print $0 " -ctrl mutsel 10 " NR }' "$work/list.txt" >"$work/apply.ys"
    found=$(wc -l <"$work/list.txt")
    # Nets in bits: Verilator 5.006 takes a vector whose bits depend on each other for a loop and may evaluate it wrongly.
    yosys_or_complain "read_ilang $work/gold.il; script $work/apply.ys; splitnets w:* w:*_q %d
        write_verilog -noattr $work/$block.v"
    # shellcheck disable=SC2086
    NETLIST=10 GLUE=tests/tb/mutant_glue.cpp sh tb/verilate.sh "$block" "${block}_$config" "$work/$block.v" \
        "$work/netlist.o" g++ -O1 $flags 2>"$work/screen" || { cat "$work/screen"; return 1; }
    # shellcheck disable=SC2086
    gcc -std=c11 -O2 -I. -D_POSIX_C_SOURCE=200809L -Wl,--defsym="mutants_rtl=verilated_${block}_$config" -o "$work/mutants" tests/tb/mutants_main.c ${STIMULI:-} \
        "$work/netlist.o" "$BUILD/libtb.a" "$BUILD/librtl_c.a" "$BUILD/verilated_runtime.o" "$BUILD/libfst.a" -lstdc++ -lm -lz -pthread -latomic
    "$work/mutants" "$block" "$config" "$found" "$seed" >"$work/result.txt" || { cat "$work/result.txt"; return 1; }
}


# The invariant, proven, shown not to be empty, and kept as a module of the registers: invariant.il.
prove_invariant() {
    progress "$block $config: the invariant"
    properties="read_verilog -defer -formal -sv verilog/$block.v verilog/${block}_properties.v
        hierarchy -check -top ${block}_properties $chparam; rename -top properties; proc
        memory_collect; memory_map; flatten
        expose w:invariant
        chformal -assert -remove"
    # shellcheck disable=SC3045
    (ulimit -t "$PROOF_SECONDS"; yosys_or_complain "$properties; opt; dffunmap
        sat -verify -tempinduct -prove invariant 1 -set-assumes -seq 1") &&
    yosys_or_complain "$properties; chformal -remove; expose -input w:block.*_q*; opt_clean -purge
        write_ilang $work/invariant.il
        sat -falsify -seq 1 -prove invariant 0 properties"
}

# A flip-flop stuck at what it always is, by the invariant, or inverted by a bit of its register that never has the value
# for it: without its register the netlist has no such miter.
stuck() {
    case $1 in *" -port Q "*" -wire "*_q" "*) ;; *) return 1 ;; esac
    cell=${1#* -cell } wire=${1#* -wire } bit=${1#* -wirebit } control=${1#* -ctrlbit }
    cell=${cell%% *} wire=${wire%% *} bit=${bit%% *} control=${control%% *}
    case $1 in
    *" -mode const"[01]" "*) value=${1#* -mode const} value=${value%% *} ;;
    *" -mode cnot"[01]" "*)   # the port is the wire, so that a bit of one is that of the other
        yosys -q -p "read_ilang $work/gold.il; tee -q -o $work/cell.txt dump c:$cell"
        grep -qxF "    connect \\Q \\$wire" "$work/cell.txt" || return 1
        bit=$control value=${1#* -mode cnot} value=$((1 - ${value%% *})) ;;
    *) return 1 ;;
    esac
    yosys -q -p "read_ilang $work/invariant.il; sat -verify -seq 1 -set invariant 1 \
        -prove \\block.$wire[$bit] $value properties" >"$work/screen" 2>&1
}

# prove_equivalent NUMBER: equivalent, hole or unsettled; the words of Yosys are in proof_NUMBER.log.
# A wire or output that is another name of registers gets a buffer, or it would be cut open as a state of its own, tied to nothing.
prove_equivalent() {
    mutation=$(sed -n "${1}p" "$work/list.txt" | sed 's/-module [^ ]*/-module gate/')
    if stuck "$mutation"; then echo equivalent; return; fi
    # shellcheck disable=SC3045
    if (ulimit -t "$PROOF_SECONDS"; exec yosys -q -l "$work/proof_$1.log" -p "
        read_ilang $work/gold.il; rename $block gold; copy gold gate; cd gate; $mutation; cd
        memory_collect; memory_map; dffunmap; splitnets w:*_q; insbuf -buf \$_BUF_ A Y; expose -evert-dff w:*_q w:*_q[*] t:\$dff; miter -equiv -make_outputs -flatten gold gate miter
        select -assert-none miter/i:in_*.q miter/i:in_*_q.q %d miter/i:in_*_q[*].q %d
        read_ilang $work/invariant.il; read_verilog -sv $work/step.v; hierarchy -check -top step; proc
        flatten; opt -full
        sat -verify -seq 1 -prove wrong_reset 0; sat -verify -seq 1 -prove wrong 0") >/dev/null 2>&1; then
        echo equivalent
    elif grep -q 'proof did fail' "$work/proof_$1.log"; then
        echo hole
    else
        echo unsettled
    fi
}

# Every survivor is proven equivalent or said to be a failure.
settle_survivors() {
    "$work/mutants" "$block" "$config" >"$work/step.v"
    survivors=$(sed -n 's/^survived //p' "$work/result.txt")
    number_of=$(echo "$survivors" | wc -w)
    equivalent=0 holes=0 unsettled=0
    for number in $survivors; do
        progress "$block $config: $((equivalent + holes + unsettled)) of $number_of survivors settled"
        verdict=$(prove_equivalent "$number")
        case $verdict in
        equivalent) equivalent=$((equivalent + 1)); continue ;;
        hole) holes=$((holes + 1)) ;;
        *) unsettled=$((unsettled + 1)) ;;
        esac
        progress ""
        echo "$block $config: mutant $number survives, $verdict ($work/proof_$number.log):" \
            "$(sed -n "${number}p" "$work/list.txt")"
    done
}

table='' failed=0 newline='
'
for tuple; do
    know_tuple "$tuple"
    run_mutants
    prove_invariant || { rm -f "$work/invariant.il"; echo "$block $config: its invariant is not proven"; }
    settle_survivors
    caught=$(grep -c '^caught' "$work/result.txt" || true)
    table=$table$(printf "%s: %d mutants, %d caught, %d proven equivalent, %d holes, %d unsettled" "$block $config" \
        "$found" "$caught" "$equivalent" "$holes" "$unsettled")$newline
    failed=$((failed + holes + unsettled))
done
progress ""
printf '%s' "$table"
printf '%s' "$table" | awk '{ m += $3; c += $5; e += $7; h += $10; u += $12 }
    END { printf "total: %d mutants, %d caught, %d proven equivalent, %d holes, %d unsettled\n", m, c, e, h, u }'
[ "$failed" = 0 ]
