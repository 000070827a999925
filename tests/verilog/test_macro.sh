#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock block_bench prove/packages
# ccws_vta_macro, the tags of ccws_vta in a macro of SRAM cells: three tools read it without a word, and impossible parameters stop them;
# it is ccws_vta with registers in front by proof, and by its bench on every cycle against the C model. Bugs planted in block and wrapper, rows
# `macro` of tests/blocks, are noticed by the bench, with the field, and refuted by the proof, with the property. A wrapper that gives
# old data where the model gives x passes; vectors that are cut off do not.
set -u
. tests/lib.sh
. tests/blocks.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$BUILD/tests/verilog/macro
rm -rf "$work" && mkdir -p "$work" || exit 1
sources='verilog/macro/ccws_vta_macro.v verilog/macro/sram_2r1w.v'

# --- read by three tools
read_by() { # read_by N WAYS LATENCY: by each tool, what it says in $work/TOOL
    # shellcheck disable=SC2086
    verilator --lint-only -Wall -GN="$1" -GWAYS="$2" -GLATENCY="$3" --top-module ccws_vta_macro $sources >"$work/verilator" 2>&1 || echo refused >>"$work/verilator"
    # shellcheck disable=SC2086
    iverilog -g2005 -Wall -t null -s ccws_vta_macro -Pccws_vta_macro.N="$1" -Pccws_vta_macro.WAYS="$2" -Pccws_vta_macro.LATENCY="$3" $sources \
        >"$work/icarus" 2>&1 || echo refused >>"$work/icarus"
    yosys -q -p "read_verilog -defer $sources; hierarchy -check -top ccws_vta_macro -chparam N $1 -chparam WAYS $2 -chparam LATENCY $3; proc
        check -assert; select -assert-none t:*latch*" >"$work/yosys" 2>&1 || echo refused >>"$work/yosys"
}
for settings in '2 2 1' '3 4 2' '32 8 1' '64 8 3'; do
    tier_is_all || first_of read || continue
    # shellcheck disable=SC2086
    read_by $settings
    for tool in verilator icarus yosys; do [ ! -s "$work/$tool" ] || complain "$settings: $tool says" "$work/$tool"; done
done
while read -r name settings; do
    tier_is_all || first_of guard || continue
    # shellcheck disable=SC2086
    read_by $settings
    for tool in verilator icarus yosys; do
        grep -q "$name" "$work/$tool" && tail -n 1 "$work/$tool" | grep -qx refused || complain "$settings: not refused by $tool: $name" "$work/$tool"
    done
done <<'GUARDS'
LATENCY_below_1 2 2 0
N_below_2 1 2 1
N_above_64 65 2 1
WAYS_not_2_4_8 2 3 1
GUARDS
[ -z "$(awk -f tests/verilog/declared.awk verilog/macro/*.v)" ] || complain "used before they are declared: $(awk -f tests/verilog/declared.awk verilog/macro/*.v)"
! grep -n 'verilator lint_off' verilog/macro/*.v tb/verilog/macro/*.v || complain 'a warning is switched off'

# In the front end it takes the place of ccws_vta.
rtl=$(for table in rtl_c/*_*.def; do echo "verilog/$(basename "$table" .def).v"; done)
swap='s/ccws_vta #(.N(N)) vta/ccws_vta_macro #(.N(N)) vta/; s/ wire        hit, apply;/&\n            wire [$clog2(N)-1:0] hit_warp;/; s/\.hit_o(hit)$/&, .hit_warp_o(hit_warp)/
    s/hit_warp_i(probe_warp_i)/hit_warp_i(hit_warp)/'
plant_copy verilog/warp_front_end.v "$work/warp_front_end.v" "$swap"
# shellcheck disable=SC2086
verilator --lint-only -Wall -GSYSTEM=2 --top-module warp_front_end $rtl $sources "$work/warp_front_end.v" >"$work/said" 2>&1 ||
    complain 'in the place of ccws_vta in the front end' "$work/said"
grep -q hit_warp_o "$work/warp_front_end.v" || complain 'the front end is without hit_warp_o'

# --- proven
prove() { sh tb/verilog/macro/prove.sh "$work/proof" "$@" 2>"$work/said"; }
tuples='n2_ways2:1'
! tier_is_all || tuples='n2_ways2:1 n2_ways2:2 n3_ways4:1 n3_ways4:2'      # n32_ways8: make macro
for tuple in $tuples; do
    if prove "${tuple%:*}" "${tuple#*:}"; then echo "${tuple%:*}, latency ${tuple#*:}: proven"
    else complain "${tuple%:*}, latency ${tuple#*:}: not proven" "$work/said"; fi
done
! tier_is_all || prove n2_ways2 1 covers || complain 'a cover is not reached' "$work/said"

# --- compared
bench() { sh tb/verilog/macro/bench.sh "$@" >"$work/said" 2>&1; }
bench "$work/one" n2_ways2 1 icarus random:1500:1 random:500:2 || complain 'n2_ways2, latency 1' "$work/said"
cat "$work/said"
bench "$work/two" n3_ways4 2 icarus random:1500:1 || complain 'n3_ways4, latency 2' "$work/said"
cat "$work/said"
if tier_is_all; then
    make -s macro >"$work/said" 2>&1 || complain 'make macro' "$work/said"
    cat "$work/said"
    shows 'the paper'\''s parameters' "$work/said" -x 'proven: ccws_vta_macro n32_ways8'
    cycles=$(sed -n 's/^PASS .* LATENCY=1 (\([0-9]*\) cycles)$/\1/p' "$work/said")
    [ "${cycles:-0}" -ge 300000 ] || complain "${cycles:-no} cycles are compared, expected 300,000"
fi
# A macro with old data where the wrapper leaves them open is as good; a line that is cut off is not.
mkdir -p "$work/old" && cp $sources "$work/old/" &&
    plant_copy verilog/macro/sram_2r1w.v "$work/old/sram_2r1w.v" 's/lost\[l\] ? {LANE_W{1.bx}} : //' &&
    { MACRO=$work/old bench "$work/one" n2_ways2 1 icarus || complain 'a macro with old data does not pass' "$work/said"; }
cp -r "$work/one" "$work/cut" && sed -i '100,$d; 99s/ [^ ]*$//' "$work/cut/vectors.txt" && bench "$work/cut" n2_ways2 1 icarus &&
    complain 'a line that is cut off passes'
grep -q '12 fields in line 99, expected 13' "$work/said" || complain 'a line that is cut off' "$work/said"

# --- planted
number=0
for name in $(bugs macro); do
    number=$((number + 1))
    know_bug macro "$name" || continue
    rm -rf "$work/planted" && mkdir "$work/planted" && cp $sources verilog/macro/ccws_vta_macro_properties.v "$work/planted/"
    plant_copy "$source" "$work/planted/${source##*/}" "$script" "$name" || continue
    tier_is_all || [ $((number % 8)) = 1 ] || continue
    tried=$((tried + 1))
    vectors=$work/vectors_${config}_$latency
    [ -d "$vectors" ] || bench "$vectors" "$config" "$latency" icarus random:8000:2 || complain "$config, latency $latency" "$work/said"
    MACRO=$work/planted bench "$vectors" "$config" "$latency" icarus
    [ $? = 1 ] && grep -qE "^FAIL ccws_vta_macro .*: cycle [0-9]+: (output|register) $expect: expected " "$work/said" ||
        complain "$name: the bench, expected $expect: $(cat "$work/said")"
    echo "$name: $(cat "$work/said")"
    MACRO=$work/planted prove "$config" "$latency" "$property" || complain "$name: $property is not refuted" "$work/said"
done
echo "$number planted, $tried tried, $failures failures"
[ "$failures" = 0 ] && [ "$tried" -gt 0 ]
