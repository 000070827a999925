#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Ports: a shim printed from the table instantiates each block in each built configuration (in `make test` in its
# smallest); Verilator's lint, every warning on, accepts shim and block together, so the Verilog has exactly the
# table's ports. Then ports are planted wrong, one way at a time, and each must be refused. Yosys and Icarus must read
# the same files, and find no latch (Yosys in `make test` with the smallest parameters, else with the file's own).
set -u
. tests/lib.sh
build=$BUILD
table=$build/tests/verilog/table
work=$build/tests/verilog/ports
rm -rf "$work" && mkdir -p "$work/planted"

lint() { verilator --lint-only -Wall --top-module "$1_shim" "$2" "$3" >"$work/log" 2>&1; }

"$table" list | smallest 1 >"$work/list" && [ -s "$work/list" ] || exit 1
while read -r block config generics; do
    mkdir -p "$work/$config"
    shim=$work/$config/${block}_shim.v
    "$table" shim "$block" "$config" >"$shim" || exit 1
    if lint "$block" "$shim" "verilog/$block.v"; then echo "ports of $block $config agree"; else
        complain "ports of $block $config: see below"; cat "$work/log"; fi
done <"$work/list"

for block in $(cut -d' ' -f1 "$work/list" | sort -u); do
    iverilog -g2005 -Wall -t null "verilog/$block.v" || complain "$block: refused by Icarus"
    parameters=
    tier_is_all || parameters=$(sed -n "s/^$block [^ ]*//p" "$work/list" | sed 's/-G\([A-Z_]*\)=/-chparam \1 /g')
    yosys -q -p "read_verilog -defer verilog/$block.v; hierarchy -check -top $block $parameters; proc; check -assert;
                 select -assert-none t:*latch*" || complain "$block: refused by Yosys"
done

"$table" shim oaws_ocw n48_s2_sets32 >"$work/oaws_ocw_shim.v" || exit 1

# plant NAME MESSAGE PATTERN REPLACEMENT: in the shim, as if the table's row and the Verilog's port differed in that way; the
# changed shim must be refused for that reason.
plant() {
    shim=$work/oaws_ocw_shim.v
    plant_copy "$shim" "$work/planted/oaws_ocw_shim.v" "s/$3/$4/" "$1" || return
    if lint oaws_ocw "$work/planted/oaws_ocw_shim.v" verilog/oaws_ocw.v; then complain "planted $1: not caught"
    elif grep -q "$2" "$work/log"; then echo "planted $1: $(grep -m1 "$2" "$work/log" | sed 's/: [^ ]*:/:/')"
    else complain "planted $1: refused for another reason"; cat "$work/log"; fi
}
plant renamed "Pin not found: 'access_hits_i'" '\.access_hit_i' '.access_hits_i'
plant missing "missing pin: 'access_hit_i'" '\.access_hit_i(access_hit_i),' ''
plant widened "port connection 'n_acc_i' expects 6 bits" '\[5:0\] n_acc_i' '[6:0] n_acc_i'
plant narrowed "port connection 'n_sets_o' expects 6 bits" '\[5:0\] n_sets_o' '[4:0] n_sets_o'
plant 'output as input' 'div_done_o' 'output wire \[0:0\] div_done_o' 'input wire [0:0] div_done_o'
plant 'input as output' 'launch_i' 'input wire \[0:0\] launch_i' 'output wire [0:0] launch_i'
plant parameter "Parameter pin not found: 'SET_COUNT'" '\.SETS' '.SET_COUNT'
[ "$failures" = 0 ]
