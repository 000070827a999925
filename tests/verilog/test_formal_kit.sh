#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The formal kit: each block's .sby file (tb/verilog/sby.sh) proves its properties, and refutes the bug that chosen_plants.sh plants in it. By
# SymbiYosys where it is installed; else its steps by hand: the file's script, then its preparation and model, then the engine. What is not
# proven as it should be is noticed: a script without the properties, a row that is missing. `make test` does it with one block.
set -u
. tests/lib.sh
build=$BUILD
work=$build/tests/verilog/formal_kit
rm -rf "$work" && mkdir -p "$work/planted" || exit 1
. tests/verilog/chosen_plants.sh
plant_chosen

# section FILE NAME TASK: the lines of a section that are those of the task.
section() {
    awk -v name="[$2]" -v task="$3" '
        /^\[/ { inside = $0 == name; next }
        !inside || /^ *$/ || /^#/ { next }
        match($0, /^[a-z_]+: /) { if (substr($0, 1, RLENGTH - 2) == task) print substr($0, RLENGTH + 1); next }
        { print }' "$1"
}
yosys_in() { (cd "$1" && timeout 900 yosys -ql "$2.log" "$2.ys" >/dev/null 2>&1); }
# prepared FOLDER MODE: what SymbiYosys makes of the script's result before any model.
prepared() {
    echo 'read_ilang design.il
scc -select; simplemap; select -clear; memory_nordff; async2sync; chformal -assume -early; opt_clean
formalff -setundef -clk2ff -ff2anyinit; chformal -live -fair -cover -remove; opt_clean; check
setundef -undriven -anyseq; opt -fast; rename -witness; opt_clean; write_rtlil design_prep.il' >"$1/prep.ys"
    yosys_in "$1" prep
}
aiger() {
    echo 'read_ilang design_prep.il; hierarchy -simcheck; flatten; setundef -undriven -anyseq; setattr -unset keep; delete -output; opt -full
techmap; opt -fast; memory_map -formal; formalff -clk2ff -ff2anyinit; simplemap; dffunmap; abc -g AND -fast; opt_clean
write_aiger -I -B -zinit -no-startoffset -map design_aiger.aim design_aiger.aig' >"$1/aiger.ys"
    yosys_in "$1" aiger
}
# by_hand FILE TASK SOURCES: PASS, FAIL or ERROR. Files are copied beside the script, of SOURCES first.
by_hand() {
    folder=$work/task
    rm -rf "$folder" && mkdir -p "$folder"
    for file in $(section "$1" files "$2"); do
        for where in "$3" verilog verilog/macro tb/verilog/macro; do [ ! -f "$where/${file##*/}" ] || { cp "$where/${file##*/}" "$folder" && break; }; done
    done
    { section "$1" script "$2"; echo 'hierarchy -smtcheck; write_rtlil design.il'; } >"$folder/design.ys"
    yosys_in "$folder" design && prepared "$folder" || { echo ERROR; return; }
    engine=$(section "$1" engines "$2") depth=$(section "$1" options "$2" | sed -n 's/^depth //p')
    case $engine in
        'abc bmc3') aiger "$folder" && yosys-abc -c "read_aiger $folder/design_aiger.aig; fold; strash; bmc3 -F $depth -v" ;;
        'abc pdr') aiger "$folder" && yosys-abc -c "read_aiger $folder/design_aiger.aig; fold; strash; pdr" ;;
        smtbmc*)
            echo 'read_ilang design_prep.il; hierarchy -smtcheck; dffunmap; write_smt2 -wires design_smt2.smt2' >"$folder/smt2.ys"
            yosys_in "$folder" smt2 &&
                timeout 900 yosys-smtbmc -s "${engine#smtbmc }" --presat --unroll --noprogress -t "$depth" "$folder/design_smt2.smt2" ;;
    esac >"$folder/engine" 2>&1
    if grep -qE 'No output asserted in [0-9]+ frames|Property proved|Status: PASSED|Status: passed' "$folder/engine"; then echo PASS
    elif grep -qE 'was asserted in frame|Status: FAILED|Status: failed' "$folder/engine"; then echo FAIL
    else echo ERROR; fi
}
by_sby() {
    rm -rf "$work/sby" && mkdir -p "$work/sby/formal"
    mkdir "$work/sby/macro"
    cp verilog/*.v "$work/sby" && cp verilog/macro/*.v "$work/sby/macro" && cp tb/verilog/macro/one_row_memory.v "$work/sby/formal"
    cp "$3"/*.v "$work/sby" 2>/dev/null
    for file in "$work/sby/macro"/*.v; do [ ! -f "$3/${file##*/}" ] || cp "$3/${file##*/}" "$file"; done
    cp "$1" "$work/sby/formal/kit.sby"
    # shellcheck disable=SC2086
    (cd "$work/sby/formal" && sby -f -d out kit.sby ${2#all} >/dev/null 2>&1; sed -n '1s/ .*//p' out/status 2>/dev/null || echo ERROR)
}
if command -v sby >/dev/null 2>&1; then way=by_sby; else way=by_hand; echo "no sby: its steps by hand"; fi
tasks() { if grep -qx '\[tasks\]' "$1"; then section "$1" tasks ''; else echo all; fi; }

mkdir -p "$work/nothing"
for block in $blocks; do
    file=$work/$block.sby
    sh tb/verilog/sby.sh "$block" >"$file" || { complain "$block: no .sby file"; continue; }
    settings=$(sed -n 's/^\(reset: \)*hierarchy .*_properties -chparam/-chparam/p' "$file" | sed 's/ -chparam FROM_RESET.*//')
    equal "$block: its settings" "$settings" "$(chparam "$(sed -n 's/^holds //p' "tests/blocks/$block.txt" | sed 1q)")"
    tier_is_all || [ "$block" = warp_order ] || continue
    said=
    for task in $(tasks "$file"); do
        verdict=$($way "$file" "$task" "$work/nothing")
        said="$said $task $verdict,"
        [ "$verdict" = PASS ] || complain "$block: $task: $verdict: $(tail -n 2 "$work/task/engine")"
    done
    refuted=no
    for task in $(tasks "$file" | sort -r); do
        [ "$($way "$file" "$task" "$work/planted")" != FAIL ] || { refuted=$task; break; }
    done
    [ $refuted != no ] || complain "$block: the planted bug is not refuted"
    echo "$block:$said planted bug refuted in $refuted"
done
# What is of several blocks: warp_front_end in the system of the task, ccws_vta_macro with ccws_vta beside it.
several() { # several NAME TASK...: proven, and a planted bug refuted in the last
    name=$1
    shift
    sh tb/verilog/sby.sh "$name" >"$work/$name.sby" || { complain "$name: no .sby file"; return; }
    equal "$name: tasks" "$(tasks "$work/$name.sby" | paste -sd' ')" "$said"
    for task; do
        verdict=$($way "$work/$name.sby" "$task" "$work/nothing")
        [ "$verdict" = PASS ] || complain "$name: $task: $verdict: $(tail -n 2 "$work/task/engine")"
    done
    [ "$($way "$work/$name.sby" "$task" "$work/planted")" = FAIL ] || complain "$name: the planted bug is not refuted"
    echo "$name: $* PASS, planted bug refuted in $task"
}
plant_copy verilog/warp_front_end.v "$work/planted/warp_front_end.v" "s/can_issue\[k\] = may_load_o\[k\*S + s\]/can_issue[k] = 1'b1/"
plant_copy verilog/macro/ccws_vta_macro.v "$work/planted/ccws_vta_macro.v" 's/same = (later & {WAYS{wrote_tag/same = (later | {WAYS{wrote_tag/'
rm -f "$work/planted/ccws_vta.v"                        # it is what ccws_vta_macro is compared with
said='reset step'
several ccws_vta_macro $said
said=$(for system in base oaws ccws kaws bucl owl; do echo ${system}_reset ${system}_step; done | paste -sd' ')
# shellcheck disable=SC2086
if tier_is_all; then several warp_front_end $said; else several warp_front_end base_reset base_step; fi
sh tb/verilog/sby.sh warp_nothing >"$work/out" 2>"$work/log" && complain "a block without a row is taken"
grep -q 'warp_nothing has no row' "$work/log" || complain "not said: $(cat "$work/log")"
sh tb/verilog/sby.sh warp_rank | sed 's/-chparam N 3/-chparam M 3/' >"$work/wrong.sby"
[ "$(by_hand "$work/wrong.sby" all "$work/nothing")" = ERROR ] || complain "a parameter that is not there is taken"
[ "$failures" = 0 ]
