#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Properties: those of verilog/<block>_properties.v are proven by temporal induction from reset with Yosys's SAT solver (z3
# 4.8 takes exponential time to expand the formulas of yosys-smtbmc for these blocks), each of their covers is reached, and a
# planted bug per property is refuted by a trace of at most two cycles: rows of tests/blocks. `make test` proves the smaller configuration of three
# blocks, reads the others, asks for no cover and refutes the first plant of one of the three.
set -u
. tests/lib.sh
. tests/blocks.sh
build=$BUILD
work=$build/tests/verilog/properties proven=0
rm -rf "$work" && mkdir -p "$work"

# solve FILE BLOCK SETTINGS COMMANDS: Yosys's exit status. Deferred: without, Yosys would elaborate the block with its
# default parameters as well, which takes longer than most proofs. Of a memory each word is a register.
solve() { elaborated "$1" "$2" "$3" "proc; memory_collect; memory_map; prep -flatten; async2sync; dffunmap; $4"; }
elaborated() {
    timeout 1200 yosys -q -l "$work/log" -p "read_verilog -defer -formal -sv $1 verilog/$2_properties.v;
        hierarchy -check -top $2_properties $3; $4" >"$work/screen" 2>&1
}

few=" warp_order oaws_qualify kaws_progress "
prove() { # BLOCK SETTINGS, as Yosys has them
    block=$1 settings=$2 proven=$((proven + 1))
    tier_is_all || case $few in *" $block "*) ;; *)
        if elaborated "verilog/$block.v" "$block" "$settings" "proc; select -assert-min 1 t:\$assert"
        then echo "$block ($settings): $(grep -c ': assert' "verilog/${block}_properties.v") assertions read"
        else complain "$block ($settings): not read"; cat "$work/screen"; fi
        return ;;
    esac
    if solve "verilog/$block.v" "$block" "$settings" "sat -verify -tempinduct -prove-asserts -set-assumes -seq 1"
    then echo "$block ($settings): $(grep -c ': assert' "verilog/${block}_properties.v") assertions proven"
    else complain "$block ($settings): not proven"; cat "$work/screen"; fi
}

# Every cover in one run: the script stops at the first that cannot be reached.
cover() {
    tier_is_all || return 0
    block=$1 settings=$2
    commands=
    for number in $(sed -n 's/.*assign reached_o\[\([0-9]*\)\].*/\1/p' "verilog/${block}_properties.v"); do
        commands="$commands sat -falsify -prove reached_o[$number] 0 -set-assumes -seq 1;"
    done
    if solve "verilog/$block.v" "$block" "$settings -chparam FROM_RESET 0" "$commands"
    then echo "$block ($settings): $(grep -c 'assign reached_o' "verilog/${block}_properties.v") covers reached"
    else complain "$block ($settings): a cover is not reached"; cat "$work/screen"; fi
}

# within BLOCK SETTINGS PROPERTY CYCLES: that property holds in the first so many cycles from any state of the invariant.
within() {
    if solve "verilog/$1.v" "$1" "$2 -chparam FROM_RESET 0" \
        "delete t:\$assert c:p$3 %d; select -assert-count 1 t:\$assert; sat -verify -prove-asserts -set-assumes -seq $4"
    then echo "$1 ($2): property $3 proven of all sequences of $4 cycles"
    else complain "$1 ($2): property $3 not proven"; cat "$work/screen"; fi
}

# plant BLOCK SETTINGS "PROPERTY: NAME" SCRIPT: `sat -falsify` fails unless it finds a violation; only the
# assertions of that property (p<number>, p<number>_...) are left, so another one cannot stand in for it.
plant() {
    planted=$((planted + 1))
    plant_copy "verilog/$1.v" "$work/$1.v" "$4" "$3" || return 0
    tier_is_all || [ "$1" = warp_order ] || return 0
    first_of "$1" || return 0
    if solve "$work/$1.v" "$1" "$2 -chparam FROM_RESET 0" \
        "delete t:\$assert c:p${3%%:*} c:p${3%%:*}_* %u %d; select -assert-min 1 t:\$assert; sat -falsify -prove-asserts -set-assumes -seq 2"
    then echo "$1, planted $3: refuted"
    else complain "$1, planted $3: not refuted"; cat "$work/screen"; fi
}

rows_of holds >"$work/rows"
while read -r of settings <&3; do ! first_of "holds_$of" || prove "$of" "$(chparam "$settings")"; done 3<"$work/rows"
rows_of within >"$work/rows"
while read -r of settings property cycles <&3; do
    ! first_of "within_$of" || within "$of" "$(chparam "$settings")" "$property" "$cycles"
done 3<"$work/rows"
rows_of covers >"$work/rows"
while read -r of settings <&3; do cover "$of" "$(chparam "$settings")"; done 3<"$work/rows"
rows_of 'property|chosen' >"$work/rows"
while read -r of settings words <&3 && IFS= read -r script <&3; do plant "$of" "$(chparam "$settings")" "$words" "$script"; done 3<"$work/rows"
[ "$failures" = 0 ]
