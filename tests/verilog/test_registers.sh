#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Registers: for each built configuration (in `make test` the smallest of a block), name, width and reset value of
# every flip-flop that Yosys finds in the Verilog equal the table's REG rows, name, words and width of every memory its MEM
# rows, and there is no other. Then registers and memories are planted wrong and each must be named.
set -u
. tests/lib.sh
build=$BUILD
table=$build/tests/verilog/table
work=$build/tests/verilog/registers
rm -rf "$work" && mkdir -p "$work"

# netlist FILE BLOCK GENERICS...: the flip-flops, with their reset, in $work/netlist.json. Deferred: without, Yosys
# would elaborate the block with its default parameters as well.
netlist() {
    source=$1 block=$2
    shift 2
    settings=$(printf '%s\n' "$@" | sed 's/-G\([A-Z_]*\)=\([0-9]*\)/-chparam \1 \2/' | tr '\n' ' ')
    yosys -q -p "read_verilog -defer $source; hierarchy -top $block $settings; rename -top $block; proc; opt_clean;
                 opt_dff -nodffe; simplemap t:\$mux; opt_expr; opt_dff -nodffe; memory_collect;
                 delete t:* t:*dff* %d t:*latch* %d t:\$mem* %d; write_json $work/netlist.json" \
        >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
}

"$table" list | smallest 1 >"$work/list" && [ -s "$work/list" ] || exit 1
while read -r block config generics; do
    # shellcheck disable=SC2086
    netlist "verilog/$block.v" "$block" $generics || { complain "$block $config: refused by Yosys"; continue; }
    if "$table" registers "$block" "$config" "$work/netlist.json"; then echo "registers of $block $config agree"
    else complain "registers of $block $config differ"; fi
done <"$work/list"

# plant NAME EXPECTED PATTERN REPLACEMENT: in a copy of warp_arbiter.v; the message must begin with EXPECTED.
plant() {
    plant_copy verilog/warp_arbiter.v "$work/planted.v" "s/$3/$4/" "$1" || return
    netlist "$work/planted.v" warp_arbiter -GN=8 -GS=2 || { complain "planted $1: refused by Yosys"; return; }
    if "$table" registers warp_arbiter n8_s2 "$work/netlist.json" 2>"$work/log"; then complain "planted $1: not caught"
    elif grep -q "^register $2" "$work/log"; then echo "planted $1: $(grep -m1 "^register $2" "$work/log")"
    else complain "planted $1: not named"; cat "$work/log"; fi
}
plant extra 'spare_q: in the Verilog, not in the table' '^    localparam SIZE_W.*' \
    '&\n    (* keep *) reg spare_q; always @(posedge clk_i) spare_q <= hold_i;'
plant renamed 'last_q: in the table, not in the Verilog' 'last_q\b' 'latest_q'
plant widened 'active_group_q: 3 bits in the Verilog, 2 in the table' '\[SLOT_W-1:0\] active_group_q,' '[SLOT_W:0] active_group_q,'
plant reset 'active_group_q: bit 0 resets to 1' "active_group_q <= {SLOT_W{1'b0}}" "active_group_q <= {SLOT_W{1'b1}}"
plant unreset 'active_group_q: bit 0 has no synchronous reset' "active_group_q <= {SLOT_W{1'b0}};" ''
# plant_memory NAME PATTERN REPLACEMENT: in a copy of ccws_vta.v.
plant_memory() {
    plant_copy verilog/ccws_vta.v "$work/planted.v" "s/$2/$3/" "$1" || return
    netlist "$work/planted.v" ccws_vta -GN=2 -GWAYS=2 || { complain "planted $1: refused by Yosys"; return; }
    if "$table" registers ccws_vta n2_ways2 "$work/netlist.json" 2>"$work/log"; then complain "planted $1: not caught"
    elif grep -q '^register .*tags.*a memory that the table does not have so' "$work/log"; then echo "planted $1: $(head -n 1 "$work/log")"
    else complain "planted $1: not named"; cat "$work/log"; fi
}
plant_memory 'larger memory' 'tags_q \[0:SETS\*WAYS-1\]' 'tags_q [0:SETS*WAYS]'
plant_memory 'wider memory' 'reg \[32:0\]           tags_q' 'reg [33:0] tags_q'
plant_memory 'renamed memory' 'tags_q\b' 'old_tags_q'
# A pair that does not exist, as a register.
plant_copy verilog/warp_order.v "$work/planted.v" 's/if (ACROSS != 0 .. i % S == j % S)/if (1)/'
netlist "$work/planted.v" warp_order -GN=8 -GS=2 -GACROSS=0
if "$table" registers warp_order n8_s2_across0 "$work/netlist.json" 2>"$work/log"; then complain "planted pair: not caught"
elif grep -q '^register older_q: bit 8 is a flip-flop, not so in the table' "$work/log"; then echo "planted pair: $(head -n 1 "$work/log")"
else complain "planted pair: not named"; cat "$work/log"; fi
[ "$failures" = 0 ]
