#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: prove/built prove/front_ends
# The proof of the front ends' wiring: each system at a small size is proven. Of every wire to every block, as rtl_c/wires.def
# has them, three miswirings are refuted by its name (tests/tb/compose_plants.awk): two in the Verilog, tied to 0 and swapped, a bit
# dropped or at the index below, and one in C. So are the rows `front_end` of tests/blocks, rows of wires.def that say something
# else, an order of evaluation in which an output is read too early, what is relied on of a block, a parameter, a register of
# the front end's own and a loop through blocks. No output of a block depends on a late input by any gate.
# In `make test` one system and a few of them.
set -u
. tests/lib.sh
. tests/blocks.sh
work=$BUILD/tests/tb/compose
PROVE_TOOLS=$(sh tb/prove/tools.sh)
export PROVE_TOOLS
rm -rf "$work" && mkdir -p "$work"
rarely() { tier_is_all || [ $(($1 % 1600)) = 7 ]; }
compose() { PROVE_WORK=$work sh tb/prove/compose.sh "$1" >"$work/log" 2>&1; }

# --- proven, and kept; what has changed since is stale
for system in base oaws ccws kaws bucl owl; do
    tier_is_all || [ $system = oaws ] || continue
    FRONT_ENDS=$work/results sh tb/prove/compose_all.sh ${system}_small >"$work/log" 2>&1 && grep -qx '1 proven, 0 refuted, 0 open, 0 not read' "$work/log" ||
        complain "$system: the wiring is not proven"
    cat "$work/log"
    grep -q "^${system}_small $(sh tb/prove/compose_key.sh ${system}_small) proven [0-9.]* " "$work/results" || complain "$system: results: $(cat "$work/results")"
done
sh tb/prove/compose_state.sh >"$work/want"
sed -n '/<!-- front-ends:begin/,/<!-- front-ends:end/p' docs/proof.md | sed '1d;$d' | cmp -s - "$work/want" || complain "docs/proof.md: its table is not that of tb/prove/front_ends.txt; make readme mends it"
echo "oaws_small 0 proven 1 9 9 -" | sh tb/prove/results.sh put "$work/changed"
[ "$(FRONT_ENDS=$work/changed sh tb/prove/compose_state.sh | grep -c '| \*stale\* [0-9.]* |')" = 1 ] || complain "what has changed is not stale"

# --- planted: refuted SYSTEM EXPECTED WORDS, with FRONT_END, VERILOG, WIRES or RTL_C changed: a line of that form is printed.
refuted() {
    compose "$1_small"
    status=$?
    tried=$((tried + 1))
    if [ $status != 1 ]; then complain "$3: exit status $status, expected 1: $(head -n 3 "$work/log")"
    elif ! grep -q "$2" "$work/log"; then complain "$3: not found: $2: $(sed -n '2,$p' "$work/log" | head -n 8)"
    else echo "$3: $(grep -m 1 "$2" "$work/log" | sed 's/^ *//')"; fi
}
system_of() { case $1 in warp_*) echo oaws ;; *) echo "${1%%_*}" ;; esac; }
mkdir -p "$work/verilog" && cp verilog/*.v "$work/verilog/"
fresh() { cp verilog/warp_front_end.v "$work/verilog/"; }

# shellcheck disable=SC2046
awk -v list=1 -f tests/tb/compose_plants.awk $(sed -n 's/^    ONE(FE_[A-Z]*\( + [0-9]\)\{0,1\}, \([a-z_]*\),.*/rtl_c\/\2.def/p' tb/prove/compose.c | sort -u) rtl_c/wires.def >"$work/list"
while read -r block input kind other <&8; do
    planted=$((planted + 1))
    rarely $planted || continue
    source=verilog/warp_front_end.v copy=$work/verilog/warp_front_end.v
    [ "$kind" != c ] || source=tb/systemc/front_end.c copy=$work/front_end.c
    awk -v block="$block" -v input="$input" -v kind="$kind" -v other="$other" -f tests/tb/compose_plants.awk "$source" >"$copy"
    if cmp -s "$source" "$copy"; then
        [ "$kind" = c ] || complain "$block.$input: $kind does not apply"
        planted=$((planted - 1))
        continue
    fi
    instance=${block#*_}
    case $block in owl_groups) instance=cta_groups ;; warp_arbiter) instance='arbiter_[01]' ;; esac
    if [ "$kind" = c ]; then FRONT_END=$copy refuted "$(system_of "$block")" "broken .*[._]${input}_i" "$block.$input in C, 0"
    else VERILOG=$work/verilog refuted "$(system_of "$block")" "broken $instance\.\($input\|${other:-$input}\)_i\[" "$block.$input, $kind $other"; fi
    fresh
done 8<"$work/list"
[ "$planted" -ge 300 ] || complain "$planted miswirings, expected 300 and more"

# The faults of test_front_end.sh.
for name in $(bugs front_end); do
    planted=$((planted + 1))
    know_bug front_end "$name" && plant_copy "$source" "$work/$source" "$script" "$name" || continue
    ! rarely $planted || VERILOG=$work/verilog refuted "$system" 'broken ' "$name"
    fresh
done

# What is said besides. other VARIABLE FILE COPY SYSTEM SCRIPT EXPECTED WORDS
other() {
    planted=$((planted + 1))
    plant_copy "$2" "$work/$3" "$5" "$7" || return 0
    rarely $planted || { fresh; return 0; }
    case $1 in
        VERILOG) VERILOG=$work/verilog refuted "$4" "$6" "$7" ;;
        RTL_C) RTL_C=$work/models refuted "$4" "$6" "$7" ;;
        FRONT_END) FRONT_END=$work/$3 refuted "$4" "$6" "$7" ;;
        WIRES) WIRES=$work/$3 refuted "$4" "$6" "$7" ;;
    esac
    fresh
}
wires() { other WIRES rtl_c/wires.def wires.def "$@"; }
c() { other FRONT_END tb/systemc/front_end.c front_end.c "$@"; }
v() { other VERILOG verilog/warp_front_end.v verilog/warp_front_end.v "$@"; }
mkdir -p "$work/models" && cp rtl_c/warp_arbiter.c rtl_c/kaws_share.c "$work/models/"
wires oaws 's/warp_rank, rank, oaws_misspred, rank/warp_rank, rank_run, oaws_misspred, rank/' 'broken wire from warp_rank.rank_run to oaws_misspred.rank' "a row names another output"
wires ccws 's/ccws_llds, apply, ccws_lls, apply/ccws_vta, hit, ccws_lls, apply/' 'broken wire from ccws_vta.hit to ccws_lls.apply' "a row names another block"
c oaws 's/block_out(b\[FE_OCW\]);/block_out(b[FE_OCW]); block_out(b[FE_OCW]);/' 'broken ocw__evaluated once a cycle' "a block is evaluated twice"
c oaws '/rank->waiting = in->waiting;/d; s/    block_out(b\[FE_RANK\]);/&\n    rank->waiting = in->waiting;/' 'broken rank__waiting_i as it was evaluated' "an early input comes after its block"
c oaws '/^    block_out(b\[FE_QUALIFY\]);$/d; s/^    memset(qualify, 0, sizeof \*qualify);$/    block_out(b[FE_QUALIFY]);\n&/' 'broken qualify__.* as it was evaluated' "a block is evaluated before its inputs"
c kaws 's/^    if (front_end_has(FE_PROGRESS))\n        out_of_progress(m, in, out);//; s/(ranked ? ranked->warp_class : in->priority)/(in->priority)/' 'broken arbiter_[0-3].priority_i' "the classes are the platform's"
c kaws 's/share->issues = out->grant_valid/share->issues = out->borrows/' 'broken share.issues_i' "who borrows is read before it is known"
v oaws 's/\.avail_i(avail_i)/.avail_i(avail_i ^ {5'"'"'d0, issue_load_o})/' 'loop: qualify.avail_i\[0\] depends on an instance that is not evaluated before it' "a loop through the arbiters"
v oaws 's/oaws_dlc #(.ENTRIES(ENTRIES))/oaws_dlc #(.ENTRIES(ENTRIES - 1))/' 'broken ENTRIES of dlc: C 32, Verilog 31' "another number of entries"
v oaws 's/\.ready_i(may_get_ready_i)/.ready_i(may_get_ready_i[N-2:0])/' 'broken qualify.ready_i\[7\]' "a wire of another width"
v oaws 's/assign rank_o = /assign rank_o = /; s/issue_load_o = load_issues != /issue_load_o = load_issues == /' 'broken issue_load_o' "an output"
for bug in warp_arbiter:'s/(uint8_t)bit_number(out->grant_mask) : 0/(uint8_t)(bit_number(out->grant_mask) ^ 1) : 0/':oaws kaws_share:'s/in->issues/0/':kaws; do
    block=${bug%%:*} system=${bug##*:} script=${bug#*:} script=${script%:*}
    planted=$((planted + 1))
    plant_copy "rtl_c/$block.c" "$work/models/$block.c" "$script" "what is relied on of $block" || continue
    ! rarely $planted || RTL_C=$work/models refuted "$system" 'broken what the wiring relies on' "what is relied on of $block"
    cp "rtl_c/$block.c" "$work/models/"
done

# A register of its own is none of the wiring: not read.
planted=$((planted + 1))
plant_copy verilog/warp_front_end.v "$work/verilog/warp_front_end.v" 's/^    wire \[N\*N-1:0\] older;/&\n    reg [N-1:0] waited; always @(posedge clk_i) waited <= waiting_i;/; s/\.waiting_i(waiting_i)/.waiting_i(waited)/' &&
    if tier_is_all; then
        VERILOG=$work/verilog compose oaws_small
        [ $? = 2 ] && grep -q 'oaws_small: Yosys refuses the Verilog' "$work/log" || complain "a register of its own is not refused: $(cat "$work/log")"
    fi
fresh

# --- no output depends on a late input by any gate; one that does is found. late FILE BLOCK
late() {
    names=$(sed -n 's/^IN_LATE\(_VEC\)\{0,1\}([a-z0-9_]*, *\([a-z_0-9]*\),.*/w:\2_i/p' "rtl_c/$2.def" | tr '\n' ' ')
    count=$(echo "$names" | wc -w)
    yosys -q -p "read_verilog -nosynthesis -defer -sv $1; hierarchy -top $2 $(! grep -q '^PARAM(N,' "rtl_c/$2.def" || echo -chparam N 8); proc; flatten; opt_clean;
        select -assert-count $count $names; select -set late $names; select -set cone o:* %ci*:-\$dff,\$sdff,\$sdffe,\$sdffce,\$mem_v2; select -assert-none @late @cone %i" >"$work/log" 2>&1
}
for table in $(grep -l '^IN_LATE' rtl_c/*_*.def); do
    block=$(basename "$table" .def)
    tier_is_all || [ "$block" = warp_arbiter ] || continue
    late "verilog/$block.v" "$block" || complain "$block: an output depends on a late input: $(tail -n 3 "$work/log")"
done
sed 's/grant_valid_o = allowed != NO_SLOT/& \&\& !hold_i/' verilog/warp_arbiter.v >"$work/late.v"
cmp -s "$work/late.v" verilog/warp_arbiter.v && complain "no output to plant a late input in"
late "$work/late.v" warp_arbiter && complain "an output that depends on a late input is not found"

echo "$planted planted, $tried tried, $failures failures"
[ "$failures" = 0 ] && [ "$tried" -gt 0 ]
