#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: test-packages
# Guards: an impossible parameter stops the elaboration of a block in Verilator, Icarus and Yosys, and each of them names the
# guard; the last possible values beside it are accepted by all three. Every guard of verilog/<block>.v has a row in tests/blocks, and
# every parameter a guard. Shown to fail: a guard that is taken out, that is off by one, or that has no row.
set -u
. tests/lib.sh
work=$BUILD/tests/verilog/guards
rm -rf "$work" && mkdir -p "$work"

# elaborates TOOL BLOCK FILE SETTINGS...: its exit status, what it says in $work/log.
elaborates() {
    tool=$1 block=$2 file=$3 words=
    shift 3
    for setting in "$@"; do
        case $tool in
            verilator) words="$words -G$setting" ;;
            iverilog) words="$words -P$block.$setting" ;;
            yosys) words="$words -chparam ${setting%=*} ${setting#*=}" ;;
        esac
    done
    # shellcheck disable=SC2086
    case $tool in
        verilator) verilator --lint-only $words --top-module "$block" "$file" ;;
        iverilog) iverilog -g2005 -t null -s "$block" $words "$file" ;;
        yosys) yosys -q -p "read_verilog -defer $file; hierarchy -check -top $block$words" ;;
    esac >"$work/log" 2>&1
}

. tests/blocks.sh
rows_of guard | tr , ' ' >"$work/rows"

# check ROWS FOLDER TOOLS: every row with the blocks in FOLDER in these tools; what is wrong, a line each.
check() {
    while read -r block guard settings; do
        for tool in $3; do
            # shellcheck disable=SC2086
            if elaborates $tool "$block" "$2/$block.v" $settings; then
                [ "$guard" = - ] || echo "$block $settings: $tool does not refuse it ($guard)"
            elif [ "$guard" = - ]; then echo "$block $settings: refused by $tool: $(head -n 1 "$work/log")"
            else
                case $guard in *\?) continue ;; esac
                grep -q "$guard" "$work/log" || echo "$block $settings: $tool does not name $guard: $(head -n 1 "$work/log")"
            fi
        done
    done <"$1"
}

# What is not guarded, and what has no row.
unguarded() {
    for table in rtl_c/*_*.def; do
        block=$(basename "$table" .def)
        sed -n 's/^PARAM(\([A-Z]*\),.*/\1/p' "$table" | while read -r parameter; do
            grep -q " begin : refuse_${parameter}_" "verilog/$block.v" || echo "$block: no guard for $parameter"
        done
        sed -n 's/.* begin : refuse_\([A-Za-z0-9_]*\) .*/\1/p' "verilog/$block.v" | while read -r guard; do
            grep -q "^$block $guard[? ]" "$1" || echo "$block: no row for the guard $guard"
        done
        grep -q "^$block - " "$1" || echo "$block: no row that is accepted"
    done
}

tools='verilator iverilog yosys'
# Every row in each tool; in `make test` every sixth in one of them, in turn. Large sets of registers take Yosys long, and 64 CTAs all.
check_all() {
    if tier_is_all; then check "$work/rows" verilog "$tools"; return; fi
    turn=0
    for tool in $tools; do
        awk -v turn=$turn '(/BANKS=6[45]|ccws_lls - N=64|C=32$|C=65|N=128/ ? 0 : NR % 18) == turn && !/C=64/' "$work/rows" >"$work/some"
        check "$work/some" verilog "$tool"
        turn=$((turn + 1))
    done
}
{ check_all; unguarded "$work/rows"; } >"$work/wrong"
[ ! -s "$work/wrong" ] || { complain "guards:"; cat "$work/wrong"; }

# plant WORDS SAID SCRIPT: in a copy of oaws_ocw.v, tried with its rows; one line must be the one said.
plant() {
    plant_copy verilog/oaws_ocw.v "$work/oaws_ocw.v" "$3" "$1" || return
    grep '^oaws_ocw ' "$work/rows" | grep "$4" >"$work/some"
    check "$work/some" "$work" "$tools" >"$work/wrong"
    if grep -q "^$2" "$work/wrong"; then echo "planted $1: $(grep -m1 "^$2" "$work/wrong")"
    else complain "planted $1: not noticed"; cat "$work/wrong"; fi
}
plant 'taken out' 'oaws_ocw SETS=1: verilator does not name SETS_below_2' '/refuse_SETS_below_2/d' SETS=1
plant 'one too low' 'oaws_ocw N=4 S=5: yosys does not refuse it' 's/if (S > N)/if (S > N + 1)/' S=5
plant 'one too high' 'oaws_ocw N=2 S=2 SETS=2: refused by iverilog' 's/if (SETS < 2)/if (SETS < 3)/' SETS=2
grep -v S_above_N "$work/rows" >"$work/some"
unguarded "$work/some" >"$work/wrong"
grep -qx 'oaws_ocw: no row for the guard S_above_N' "$work/wrong" || complain "a guard without a row was not noticed"
echo "$(grep -c . "$work/rows") settings"
[ "$failures" = 0 ]
