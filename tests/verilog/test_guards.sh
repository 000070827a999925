#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: test-packages
# Guards: an impossible parameter stops the elaboration of a block in Verilator, Icarus and Yosys, and each of them names the
# guard; the last possible values beside it are accepted by all three. Every guard of verilog/<block>.v has a row here, and
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

# Rows: block, the guard that refuses and settings; `-`: they are accepted; a `?` behind it: some tool stops before it
# comes to the guard, in words of its own.
cat >"$work/rows" <<'ROWS'
oaws_dlc ENTRIES_below_2 ENTRIES=1
oaws_dlc ENTRIES_below_2 ENTRIES=0
oaws_dlc - ENTRIES=2
oaws_ocw N_below_2 N=1 S=1
oaws_ocw S_below_1 N=4 S=0
oaws_ocw S_above_N N=4 S=5
oaws_ocw SETS_below_2 SETS=1
oaws_ocw - N=2 S=2 SETS=2
oaws_misspred N_below_2 N=1 S=1
oaws_misspred N_above_128 N=129
oaws_misspred S_below_1 N=4 S=0
oaws_misspred S_above_N N=4 S=5
oaws_misspred M_below_2 N=4 M=1
oaws_misspred - N=2 S=2 M=2
oaws_misspred - N=2 S=1 M=255
oaws_misspred - N=2 S=1 M=512
oaws_misspred - N=128 S=1 M=2
oaws_qualify N_below_2 N=1
oaws_qualify M_below_2 N=4 M=1
oaws_qualify - N=2 M=2
ccws_lls N_below_2 N=1
ccws_lls N_above_64 N=65
ccws_lls - N=2
ccws_lls - N=64
kaws_progress N_below_2 N=1 S=1 C=2
kaws_progress S_below_1 N=4 S=0 C=2
kaws_progress S_above_4 N=8 S=5 C=2
kaws_progress C_below_2 N=4 S=1 C=1
kaws_progress C_above_64 N=4 S=1 C=65
kaws_progress PROGRESS_W_below_4 N=4 S=1 C=2 PROGRESS_W=3
kaws_progress - N=2 S=1 C=2 PROGRESS_W=4
kaws_share S_below_2 N=4 S=1
kaws_share N_below_S N=3 S=4
kaws_share - N=2 S=2
kaws_share - N=4 S=4
bucl_bypass P_below_2 P=1
bucl_bypass P_above_64 P=65
bucl_bypass - P=2
bucl_bypass - P=64
bucl_update SMS_below_1 SMS=0
bucl_update SMS_above_128 SMS=129
bucl_update P_below_2 P=1
bucl_update P_above_64 P=65
bucl_update - SMS=1 P=2
bucl_update - SMS=2 P=64
bucl_update - SMS=128 P=2
owl_prefetch BANKS_below_2 BANKS=1
owl_prefetch BANKS_above_64 BANKS=65
owl_prefetch LINES_below_2 LINES=1
owl_prefetch LINES_above_64 LINES=65
owl_prefetch - BANKS=2 LINES=2
owl_prefetch - BANKS=64 LINES=64
owl_groups N_below_2 N=1 C=2
owl_groups C_below_2 N=4 C=1
owl_groups CORE_W_below_6 CORE_W=5
owl_groups CORE_W_above_7 CORE_W=8
owl_groups - CORE_W=7
owl_groups C_above_32 N=4 C=33
owl_groups - N=2 C=2
owl_groups - N=2 C=32
ccws_vta N_below_2 N=1
ccws_vta N_above_64 N=65
ccws_vta WAYS_not_2_4_8 N=4 WAYS=3
ccws_vta WAYS_not_2_4_8 N=4 WAYS=16
ccws_vta - N=2 WAYS=2
ccws_vta - N=64 WAYS=4
ccws_llds N_below_2 N=1
ccws_llds N_above_64 N=65
ccws_llds BITS_below_5 N=4 BITS=4
ccws_llds BITS_above_32 N=4 BITS=33
ccws_llds - N=2 BITS=5
ccws_llds - N=64 BITS=32
warp_order N_below_2 N=1 S=1
warp_order S_below_1 N=4 S=0
warp_order S_above_N N=4 S=5
warp_order ACROSS_above_1 N=4 ACROSS=2
warp_order - N=2 S=2 ACROSS=1
warp_order - N=3 S=2 ACROSS=0
warp_rank N_below_2 N=1 S=1
warp_rank S_below_1 N=4 S=0
warp_rank S_above_N N=4 S=5
warp_rank NUMBERS_below_1 N=8 NUMBERS=0
warp_rank NUMBERS_above_7 N=8 NUMBERS=8
warp_rank - N=2 S=2 NUMBERS=1
warp_arbiter N_below_2 N=1 S=1
warp_arbiter S_below_1? N=4 S=0
warp_arbiter N_indivisible_by_S N=7 S=2
warp_arbiter S_above_half_of_N N=4 S=4
warp_arbiter - N=4 S=2
warp_arbiter - N=2 S=1
ROWS
# The largest takes half a minute to elaborate.
! tier_is_all || echo "kaws_progress - N=2 S=4 C=64 PROGRESS_W=4" >>"$work/rows"

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
# Every row in each tool; in `make test` every sixth in one of them, in turn. Large sets of registers take Yosys long.
check_all() {
    if tier_is_all; then check "$work/rows" verilog "$tools"; return; fi
    turn=0
    for tool in $tools; do
        awk -v turn=$turn '(/BANKS=6[45]|ccws_lls - N=64|C=32$|C=65|N=128/ ? 0 : NR % 18) == turn' "$work/rows" >"$work/some"
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
