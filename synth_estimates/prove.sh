#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# prove.sh TOP FOLDER LIBRARY REFERENCE: is the mapped netlist FOLDER/net.v the RTL that the Yosys commands REFERENCE
# read? LIBRARY: the folder of library.sh. Leaves the answer in FOLDER/proof.txt. Registers are cuts, paired by name:
# every next state and output must be the same function. ABC compares RTL and netlist directly, by its own choice of
# means, then by sweeping and BDDs, then what sweeping leaves in cases, one for each value of a word; where none of them
# ends soon, it compares neighbours in a chain of designs between the two, each step a proof. Each has PROOF_SECONDS of
# processor time: it must not depend on what else the host does.
set -eu
top=$1 folder=$2 library=$3 reference=$4
here=$(dirname "$0")
. "$here/flip_flops.sh"
proof_seconds=$PROOF_SECONDS
direct_seconds=90
[ "$proof_seconds" -gt "$direct_seconds" ] || direct_seconds=$proof_seconds

# Gates of a design, not optimised. Outputs are buffered first, or a register that is an output too would be known by
# either name. Bits that never leave their reset value are registers of the RTL alone: mapping has removed them.
prepare='iopadmap -bits -outpad $_BUF_ A:Y; setattr -set keep 1 t:$_BUF_; opt_clean; simplemap
    opt_expr; opt_dff -nodffe -nosdff; splitnets w:*_q; expose w:*_q* t:$_*DFF* %co1:+[Q] w:* %i %i; dffunmap
    techmap; opt_clean; rename -top proof; opt_clean'
gates() { echo "$prepare; write_blif -unbuf \$_BUF_ A Y $folder/$1.blif"; }
cells="read_verilog $library/flip_flop.v
    read_liberty -ignore_redef -ignore_miss_func -ignore_miss_dir $library/library.lib"
yosys_or_end() { # yosys_or_end COMMANDS…: in one run; a shell command begins one
    for commands in "$@"; do set -- "$@" -p "$commands"; shift; done
    yosys -q "$@" >>"$folder/proof.log" 2>&1 || { tail -n 5 "$folder/proof.log" >&2; exit 2; }
}
limited() { ( ulimit -t "$1"; shift; exec "$@" ); }

compare() { # compare SECONDS LEFT RIGHT [swept]: verdict is equal, different, late or unpaired (or too large)
    ended=0
    case $2${4:-} in   # sums of many terms: what sweeping leaves is small, and BDDs of it too
        *_cut | *swept) printf '%s\n' "miter -c -m $folder/$2.blif $folder/$3.blif" strash '&get' '&fraig -x -C 1000' '&put' \
            'collapse -B 3000000' strash orpos iprove ;;
        *) echo "cec $folder/$2.blif $folder/$3.blif" ;;
    esac >"$folder/step.abc"
    limited "$1" yosys-abc -f "$folder/step.abc" >"$folder/step.log" 2>&1 || ended=$?
    { echo "$2 = $3 in $1 s?"; cat "$folder/step.log"; } >>"$folder/proof.log"
    verdict=unpaired
    if grep -q -e '^Networks are equivalent' -e '^UNSATISFIABLE' "$folder/step.log"; then verdict=equal
    elif grep -q -e 'NOT EQUIVALENT' -e '^SATISFIABLE' "$folder/step.log"; then verdict=different
    elif [ "$ended" -ge 128 ]; then verdict=late
    fi
}

# What sweeping leaves, for each value of the longest word of at most CASE_BITS that it depends on, so that a product of
# words is one of a word and a constant, which sweeping merges: sets verdict.
CASE_BITS=8
by_cases() {
    printf '%s\n' "miter -c -m $folder/gold.blif $folder/gate.blif" strash "write_blif $folder/named.blif" \
        '&get' '&fraig -x -C 1000' '&put' orpos strash "write_blif $folder/left.blif" >"$folder/step.abc"
    limited "$direct_seconds" yosys-abc -f "$folder/step.abc" >"$folder/step.log" 2>&1 || return 0
    # The inputs' names are lost in sweeping, not their order: those that are read, by word, `NAME[BIT]` or `NAME`.
    awk -v most="$CASE_BITS" '
        { while (sub(/\\$/, "")) { getline more; $0 = $0 more } }
        FNR == 1 { file++ }
        $1 == ".inputs" { for (i = 2; i <= NF; i++) if (file == 1) name[i] = $i; else of[$i] = name[i] }
        file == 2 && $1 == ".names" { for (i = 2; i < NF; i++) if ($i in of) used[$i] = 1 }
        END {
            for (input in used) { word = of[input]; sub(/\[.*/, "", word); bits[word]++; its[word] = its[word] " " input }
            for (word in bits) if (bits[word] <= most && (best == "" || bits[word] > bits[best] ||
                (bits[word] == bits[best] && word < best))) best = word
            if (best != "") print best its[best]
        }' "$folder/named.blif" "$folder/left.blif" >"$folder/cases.txt"
    read -r word inputs <"$folder/cases.txt" || return 0
    cases=$(echo "$inputs" | awk '{ print 2 ^ NF }')
    case=0
    while [ "$case" -lt "$cases" ]; do
        awk -v inputs="$inputs" -v value="$case" '
            BEGIN { bits = split(inputs, input, " "); for (i in input) given[input[i]] = 1 }
            { while (sub(/\\$/, "")) { getline more; $0 = $0 more } }
            $1 == ".inputs" { for (i = 2; i <= NF; i++) if ($i in given) $i = "" }
            { print }
            $1 == ".outputs" {
                for (i = 1; i <= bits; i++) { print ".names " input[i]; if (int(value / 2 ^ (i - 1)) % 2) print 1 }
            }' "$folder/left.blif" >"$folder/case_$case.blif"
        printf '%s\n' "read_blif $folder/case_$case.blif" strash '&get' '&fraig -x -C 10000' '&put' iprove
        case=$((case + 1))
    done >"$folder/step.abc"
    limited "$proof_seconds" yosys-abc -f "$folder/step.abc" >"$folder/step.log" 2>&1 || true
    { echo "gold = gate in $cases cases of $word in $proof_seconds s?"; cat "$folder/step.log"; } >>"$folder/proof.log"
    if grep -q '^SATISFIABLE' "$folder/step.log"; then verdict=different
    elif [ "$(grep -c '^UNSATISFIABLE' "$folder/step.log")" = "$cases" ]; then verdict=equal
    fi
}

# The designs between, made by the commands of the mapping: `words` is before, `merged` after Yosys has made one cell of
# several additions and comparisons; `logic` is in gates, `fine` after Yosys has optimised these, `reduced` is what ABC
# maps. From `words` to `logic` every word that such a cell makes is a cut in each, an output to compare and then a free
# input, so that each cell is proven by itself; no design has loops, so designs that agree on every cut agree.
between() {
    sed 's/&get.*//' "$here/map.abc" >"$folder/reduce.abc"
    # A wire that is another's is buffered first, or the cut of either would be that of both.
    cut="memory_map; cd $top; script $folder/cuts.ys; cd; opt_clean; insbuf; expose -cut w:cut_*"
    yosys_or_end "$reference; synth -flatten -noalumacc -noshare -run begin:fine -top $top; design -save words
        select -write $folder/words.txt w:*; alumacc; share; opt; memory -nomap; opt_clean
        select -read $folder/words.txt; select -set words %; select -clear
        select -set cuts t:\$macc t:\$alu %u %co1:+[Y] w:* %i @words %i x:* %d
        select -write $folder/cuts.txt @cuts; setattr -set keep 1 @cuts; design -save merged
        synth -run fine: -noabc -top $top; design -save logic; $(gates logic)
        design -load logic; abc -fast; opt -fast; design -save fine; $(gates fine)
        design -load fine; $(map_flip_flops "$library" "$library/library.lib")
        abc -g AND -script $folder/reduce.abc; opt_clean; $cells; hierarchy -top $top; $(flatten_mapped "$library" "$top"); $(gates reduced)" \
        "!awk '{ print \"rename \" substr(\$0, length(\"$top/\") + 1) \" cut_\" NR }' $folder/cuts.txt >$folder/cuts.ys" \
        "design -load words; memory_map; $(gates words)
        design -load words; $cut; $(gates words_cut)
        design -load merged; memory_map; $(gates merged)
        design -load merged; $cut; $(gates merged_cut)
        design -load logic; $cut; $(gates logic_cut)"
    name_states "$library" "$folder/reduced.blif"
    join_cuts
}
# Of these cuts, a word of few gates is none, as Yosys makes parts of it elsewhere, too, nor is a bit that is constant in
# `merged`. Bits of cuts that are the same in `merged` are one free input for all designs: one that agrees with `merged` where
# these bits agree is the same. Where one of them is only that input, its output is the function of another.
join_cuts() {
    for file in words merged logic; do
        yosys-abc -q "read_blif $folder/${file}_cut.blif; strash; write_blif $folder/${file}_cut.blif" >>"$folder/proof.log" 2>&1
    done
    set -- "$folder/words_cut.blif" "$folder/merged_cut.blif" "$folder/logic_cut.blif"
    awk -v few=200 -f "$here/join_cuts.awk" "$2" "$1" "$1" "$2" "$2" "$3" "$3"
    for file; do mv "$file.joined" "$file"; done
}
in_steps() { # the answer from the chain, with the first step that is proven neither with its cuts nor without
    between
    for step in "gold words" "words_cut merged_cut" "merged_cut logic_cut" "logic fine" "fine reduced" "reduced gate"; do
        # shellcheck disable=SC2086
        compare "$proof_seconds" $step
        case $step in *_cut)   # a cut may be free where the designs need its value
            if [ $verdict != equal ]; then
                step=$(echo "$step" | sed 's/_cut//g')
                # shellcheck disable=SC2086
                compare "$proof_seconds" $step
            fi ;;
        esac
        case $verdict in
            different) answer="REFUTED, step $step" ;;
            late) answer="not proven within $proof_seconds s, step $step" ;;
            unpaired) answer="not proven, step $step" ;;
            equal) continue ;;
        esac
        return
    done
    answer='proven, registers paired'
}
# Registers of the RTL that the netlist has not: mapping found that nothing reads them, or that they are constant. They
# become free inputs of the RTL, which the netlist does not read; equal for all their values is equal for theirs.
free_lost() {
    awk '
        { while (sub(/\\$/, "")) { getline more; $0 = $0 more } }
        FNR == 1 { file++ }
        file == 1 { if ($1 == ".latch") kept[$3] = 1; next }
        file == 2 { if ($1 == ".latch" && !($3 in kept)) { lost[$3] = 1; names = names " " $3 }; next }
        $1 == ".latch" && ($3 in lost) { next }
        $1 == ".outputs" { for (i = 2; i <= NF; i++) if ($i in lost) $i = "" }
        file == 4 { for (i = 2; i <= NF; i++) if ($i in lost) $i = $i "_lost" }
        $1 == ".inputs" { $0 = $0 names }
        { print >(FILENAME ".free") }' "$folder/gate.blif" "$folder/gold.blif" "$folder/gold.blif" "$folder/gate.blif"
    for file in gold gate; do mv "$folder/$file.blif.free" "$folder/$file.blif"; done
}
# Where they differ when free: the lost registers as constants, 0, by an induction. Its base: from any state a cycle of rst_i makes all of
# them 0 (gold_reset, gate_reset). Its step: their next values are compared with 0, too, while they are.
tie_lost() {
    for file in gold gate; do cp "$folder/$file.whole" "$folder/$file.blif"; done
    awk -v folder="$folder" '
        { while (sub(/\\$/, "")) { getline more; $0 = $0 more } }
        FNR == 1 { file++ }
        file == 1 { if ($1 == ".latch") kept[$3] = 1; next }
        file == 2 { if ($1 == ".latch") { states = states " " $3; if (!($3 in kept)) { next_of[$3] = $2; names = names " " $3 "_next" } }; next }
        $1 == ".latch" { next }
        $1 == ".inputs" { for (i = 2; i <= NF; i++) if ($i == "rst_i") { $i = ""; reset = 1 }; $0 = $0 states }
        $1 == ".outputs" { $0 = ".outputs" names }
        $1 == ".end" {
            if (reset) print ".names rst_i\n1" >(folder "/gold_reset.blif")
            for (name in next_of) {
                printf ".names %s %s_next\n1 1\n", next_of[name], name >(folder "/gold_reset.blif")
                print ".names " name "_next" >(folder "/gate_reset.blif")
            }
        }
        /^\.(model|inputs|outputs|end)/ { print >(folder "/gate_reset.blif") }
        { print >(folder "/gold_reset.blif") }' "$folder/gate.blif" "$folder/gold.blif" "$folder/gold.blif"
    awk '
        { while (sub(/\\$/, "")) { getline more; $0 = $0 more } }
        FNR == 1 { file++ }
        file == 1 { if ($1 == ".latch") kept[$3] = 1; next }
        file == 2 { if ($1 == ".latch" && !($3 in kept)) { next_of[$3] = $2; names = names " " $3 "_next" }; next }
        $1 == ".latch" && ($3 in next_of) { print ".names " $3 >(FILENAME ".tied"); next }
        $1 == ".outputs" { for (i = 2; i <= NF; i++) if ($i in next_of) $i = ""; $0 = $0 names }
        file == 4 { for (i = 2; i <= NF; i++) if ($i in next_of) $i = $i "_lost" }
        $1 == ".end" {
            for (name in next_of) printf ".names%s %s_next\n%s", file == 3 ? " " next_of[name] : "", name, file == 3 ? "1 1\n" : "" >(FILENAME ".tied")
        }
        { print >(FILENAME ".tied") }' "$folder/gate.blif" "$folder/gold.blif" "$folder/gold.blif" "$folder/gate.blif"
    for file in gold gate; do mv "$folder/$file.blif.tied" "$folder/$file.blif"; done
}
# Where mapping has merged or removed registers, the pairs are not complete. The base: a cycle (of rst_i, if there is one) from any state in
# which the registers of both are the same leaves outputs and pairs the same. The step: equiv_induct, from one such cycle to the next
# (-seq 1). Outputs of the RTL alone are registers that the netlist has not.
by_induction() {
    for design in gold gate; do
        sed -n 's/^  wire .*output [0-9]* \\\(.*\)$/\1/p' "$folder/$design.il" | LC_ALL=C sort >"$folder/$design.ports"
        awk '{ while (sub(/\\$/, "")) { getline more; $0 = $0 more } } $1 == ".latch" { print $3 }' "$folder/$design.whole" |
            LC_ALL=C sort >"$folder/$design.registers"
    done
    unpaired=$(LC_ALL=C comm -23 "$folder/gold.ports" "$folder/gate.ports" | sed 's/[][]/?/g; s/^/w:/' | tr '\n' ' ')
    start=$(LC_ALL=C comm -12 "$folder/gold.registers" "$folder/gate.registers" | sed 's/.*/-set-at 1 gold.& gate.&/' | tr '\n' ' ')
    ! grep -q '^  wire input [0-9]* \\rst_i$' "$folder/gold.il" || start="$start -set-at 1 in_rst_i 1"
    both="read_ilang $folder/gold.il; rename proof gold; read_ilang $folder/gate.il; rename proof gate"
    for step in base induction; do
        ended=0
        case $step in
            base) commands="cd gold; ${unpaired:+delete -output $unpaired;} cd; miter -equiv -flatten gold gate miter; hierarchy -top miter; opt_clean
                sat -verify -seq 2 -prove-skip 1 $start -set-def-inputs -prove trigger 0" ;;
            induction) commands="equiv_make gold gate equiv; hierarchy -top equiv; opt_clean
                equiv_simple -undef; equiv_induct -undef -seq 1; equiv_status -assert" ;;
        esac
        limited "$proof_seconds" yosys -q -p "$both; $commands" >>"$folder/proof.log" 2>&1 || ended=$?
        answer='proven by induction'
        [ "$ended" = 0 ] || answer="not proven: $(grep ERROR "$folder/proof.log" | tail -n 1)"
        [ "$ended" -lt 128 ] || answer="not proven within $proof_seconds s"
        [ "$ended" = 0 ] || return 0
    done
}

rm -f "$folder/proof.txt"
: >"$folder/proof.log"
yosys_or_end "$reference; memory_collect; memory_map; flatten; $(gates gold); write_ilang $folder/gold.il
    design -reset
    $cells; read_verilog $folder/net.v; hierarchy -top $top; $(flatten_mapped "$library" "$top")
    $(gates gate); write_ilang $folder/gate.il"
name_states "$library" "$folder/gate.blif" "$folder/gate.il"
compare "$direct_seconds" gold gate
lost=
if [ $verdict = unpaired ]; then
    for file in gold gate; do cp "$folder/$file.blif" "$folder/$file.whole"; done
    free_lost
    lost=_but_lost   # a difference may be a value that a lost register never has
    compare "$direct_seconds" gold gate
    if [ $verdict = different ]; then
        tie_lost
        compare "$direct_seconds" gold_reset gate_reset
        if [ $verdict = equal ]; then compare "$direct_seconds" gold gate; else verdict=different; fi
    fi
fi
if [ $verdict = late ]; then
    compare "$direct_seconds" gold gate swept
    [ $verdict != unpaired ] || verdict=late
fi
[ $verdict != late ] || [ "$proof_seconds" = "$direct_seconds" ] || by_cases
case $verdict$lost in
    equal*) answer='proven, registers paired' ;;
    different) answer=REFUTED ;;
    unpaired* | different_but_lost) by_induction ;;
    late*)
        answer="not proven within $proof_seconds s"
        [ "$proof_seconds" = "$direct_seconds" ] || in_steps ;;
esac
echo "$answer" >"$folder/proof.txt"
echo "$proof_seconds" >"$folder/proof.seconds"
for file in words.txt cuts.txt cuts.ys cases.txt step.log step.abc reduce.abc gold.il gate.il; do rm -f "$folder/$file"; done
rm -f "$folder"/*.blif "$folder"/*.whole "$folder"/*.ports "$folder"/*.registers
