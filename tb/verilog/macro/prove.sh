#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ccws_vta_macro is ccws_vta with registers in front, for any inputs (verilog/macro/ccws_vta_macro_properties.v):
#     prove.sh FOLDER CONFIG LATENCY               all of it, by induction: the cycle after a reset, and a step from any state in which it holds
#     prove.sh FOLDER CONFIG LATENCY covers        each cover is reached
#     prove.sh FOLDER CONFIG LATENCY PROPERTY      refutes it within two cycles, as of a planted bug
# CONFIG is a tuple of ccws_vta; FOLDER takes what is made. MACRO: as in bench.sh. Exit status: 0 as asked, 1 otherwise. The step is
# cadical's, the rest Yosys's own solver's.
set -eu
folder=$1 config=$2 latency=$3 what=${4:-}
macro=${MACRO:-verilog/macro} top=ccws_vta_macro_properties
settings=$(sed -n "s/^CONFIG(ccws_vta, *$config, *\(.*\))\$/\1/p" rtl_c/configs.def)
[ -n "$settings" ] || { echo "prove.sh: ccws_vta $config is not in rtl_c/configs.def" >&2; exit 1; }
mkdir -p "$folder"

# solve FROM_RESET COMMANDS. An x of the macro's model is anything. Of both memories one row is left (one_row_memory, in the place of
# Yosys's cells of memories), whose words in ccws_vta are the ways of a set.
solve() {
    yosys -q -l "$folder/yosys.log" -p "
        read_verilog -defer -formal -sv $macro/$top.v $macro/ccws_vta_macro.v $macro/sram_2r1w.v verilog/ccws_vta.v
        hierarchy -check -top $top $(echo "$settings" | sed 's/-DCFG_\([A-Z]*\)=/-chparam \1 /g') -chparam LATENCY $latency -chparam FROM_RESET $1
        proc; setundef -anyseq; select -assert-min 1 t:\$anyseq; memory_collect; select -assert-count 2 t:\$mem_v2
        chtype -set one_row_memory t:\$mem_v2; setparam -set WORDS $(echo "$settings" | sed 's/.*WAYS=//') c:tags_q
        read_verilog -defer -formal -sv tb/verilog/macro/one_row_memory.v; hierarchy -check -top $top
        proc; prep -flatten; async2sync; dffunmap; opt -full; $2" >"$folder/screen" 2>&1 || { tail -n 1 "$folder/screen" >&2; exit 1; }
}
case $what in
    '')
        solve 1 'sat -verify -prove-asserts -set-assumes -seq 2'
        rm -f "$folder/step.cnf"
        solve 0 "sat -prove-asserts -set-assumes -seq 2 -timeout 1 -dump_cnf $folder/step.cnf"      # cadical answers instead
        cadical -q "$folder/step.cnf" | grep '^s ' >"$folder/answer" || :
        grep -qx 's UNSATISFIABLE' "$folder/answer" || { echo "prove.sh: the step: $(cat "$folder/answer"), expected UNSATISFIABLE" >&2; exit 1; } ;;
    covers)
        commands=
        for number in $(sed -n 's/.*assign reached_o\[\([0-9]*\)\].*/\1/p' "$macro/$top.v"); do
            commands="$commands sat -falsify -prove reached_o[$number] 0 -set-assumes -seq 1;"
        done
        solve 0 "$commands" ;;
    *) solve 0 "delete t:\$assert c:$what c:${what}_* %u %d; select -assert-min 1 t:\$assert; sat -falsify -prove-asserts -set-assumes -seq 2" ;;
esac
