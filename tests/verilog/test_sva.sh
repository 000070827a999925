#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Bind files: what tb/verilog/sva.awk prints of verilog/<block>_properties.v has every property and cover of it, is read by Verilator
# without a warning, and says nothing while all blocks run at random in one program. With a bug planted in each block, the one that
# its row `chosen` in tests/blocks has, the bind file of each reports the property that it breaks. A module of properties that is
# not of the form that is read is refused by its line. `make test` has Verilator read two, without FORMAL, and runs none.
set -u
. tests/lib.sh
build=$BUILD
work=$build/tests/verilog/sva
rm -rf "$work" && mkdir -p "$work/good" "$work/planted" || exit 1
. tests/verilog/chosen_plants.sh
cycles=20000
plant_chosen
if tier_is_all; then run_blocks=$(echo $blocks); else run_blocks="oaws_ocw warp_order"; fi
# As Verilog has them, with the defaults of what the bug leaves open.
parameters_of() {
    settings=$(sed 's/-chparam \([A-Z_]*\) \([0-9]*\)/.\1(\2),/g; s/,$//' "$work/settings_$1")
    for parameter in $(sed -n 's/^ *parameter \([A-Z_]*\) = .*/\1/p' "verilog/$1.v"); do
        case $settings in
            *".$parameter("*) ;;
            *) settings="$settings, .$parameter($(sed -n "s/^ *parameter $parameter = \([0-9]*\).*/\1/p" "verilog/$1.v"))" ;;
        esac
    done
    echo "$settings"
}

# A name of the generator's that the properties have, too: Verilator takes one of them and says nothing.
twice() { sed -nE 's/^    (wire|reg) +(\[[^]]*\] +)?([a-z_0-9]+) *[=;,].*/\3/p' "$1" | sort | uniq -d; }
for block in $blocks; do
    properties=verilog/${block}_properties.v
    awk -f tb/verilog/sva.awk "$properties" >"$work/${block}_sva.sv" || { complain "$block: no bind file"; continue; }
    [ -z "$(twice "$work/${block}_sva.sv")" ] || complain "$block: declared twice in the bind file: $(twice "$work/${block}_sva.sv")"
    left=$(grep -c 'is of a second instance of the block' "$work/${block}_sva.sv")
    bound=$(grep -c ': assert property (' "$work/${block}_sva.sv")
    [ "$(grep -c ': assert (' "$properties")" = $((bound + left)) ] || complain "$block: an assertion is missing"
    [ "$(grep -c 'assign reached_o\[' "$properties")" = "$(grep -c ': cover property (' "$work/${block}_sva.sv")" ] ||
        complain "$block: a cover is missing"
    for formal in -UFORMAL -DFORMAL; do
        tier_is_all || [ $formal = -UFORMAL ] || continue
        verilator --lint-only -Wall --assert $formal --top-module "$block" "verilog/$block.v" "$work/${block}_sva.sv" >"$work/log" 2>&1
        [ $? = 0 ] && [ ! -s "$work/log" ] || complain "$block: Verilator says of the bind file: $(head -n 3 "$work/log")"
    done
    case " $run_blocks " in *" $block "*) ;; *) continue ;; esac
    cp "verilog/$block.v" "$work/good/"
    awk -v settings="$(parameters_of "$block")" -f tests/verilog/sva_drive.awk "rtl_c/$block.def" >"$work/drive_$block.sv"
    bind_files="${bind_files:-} $work/${block}_sva.sv" sources="${sources:-} $block.v"
done
# All of them beside the blocks that a front end wires: a name of theirs hides none of a block.
lint_front_end() { verilator --lint-only -Wall --assert -F verilog/rtl.f "$@" --top-module warp_front_end 2>&1; }
seen=$(lint_front_end "$work"/*_sva.sv)
[ -z "$seen" ] || complain "Verilator says of the bind files in a front end: $(echo "$seen" | head -n 3)"
plant_copy "$work/warp_arbiter_sva.sv" "$work/planted/hides.sv" '/function stands_before/,/endfunction/s/pairs/older/g'
lint_front_end "$work/planted/hides.sv" | grep -q VARHIDDEN || complain "a name that hides a block's is not noticed"
plant_copy "$work/bucl_update_sva.sv" "$work/planted_sva.sv" 's/sva_chosen/chosen/'
[ "$(twice "$work/planted_sva.sv")" = chosen ] || complain "a name that is declared twice is not noticed"
sed 's/^module warp_order /module ages /' verilog/warp_order.v >"$work/ages.v"
{
    echo "module top;
    reg clk = 0, rst = 1;"
    for block in $run_blocks; do echo "    drive_$block $block(clk, rst);"; done
    echo "    integer t;
    initial begin
        for (t = 0; t < $cycles; t = t + 1) begin
            rst = t < 3 || t % 4000 == 0;
            #1 clk = 1;
            #1 clk = 0;
        end
        \$display(\"END\");
        \$finish;
    end
endmodule"
} >"$work/top.sv"

# run FOLDER: all blocks of it in one program; what was reported, a line a property.
run() {
    # shellcheck disable=SC2086
    verilator --binary --assert -O0 -CFLAGS -O0 -Wno-fatal -Wno-lint --top-module top -Mdir "$work/build_$1" -o run "$work/top.sv" \
        "$work"/drive_*.sv "$work/ages.v" $(printf "$work/$1/%s " $sources) $bind_files >"$work/$1.log" 2>&1 ||
        { complain "$1: not built: $(grep -m 3 Error "$work/$1.log")"; return; }
    "$work/build_$1/run" +verilator+error+limit+1000000000 >"$work/$1.said" 2>&1
    grep -qx END "$work/$1.said" || complain "$1: the run does not end: $(tail -n 2 "$work/$1.said")"
    sed -n 's/.*Assertion failed in TOP\.top\.\([a-z_]*\)\.[a-z]*\.sva\.\([a-z0-9_]*\).*/\1 \2/p' "$work/$1.said" | sort | uniq -c >"$work/$1.failed"
}
if tier_is_all; then
    run good
    [ ! -s "$work/good.failed" ] || complain "unchanged, but: $(cat "$work/good.failed")"
    run planted
    echo "$chosen" | sed '/^$/d; s/:.*//' | while read -r block property; do
        times=$(grep -E " $block p$property(_|\$)" "$work/planted.failed" | awk '{ n += $1 } END { print n + 0 }')
        if [ "$times" = 0 ]; then echo "$block: property $property does not fire"; else echo "$block: property $property fires $times times"; fi
    done >"$work/fired"
    cat "$work/fired"
    ! grep 'does not fire' "$work/fired" >/dev/null || complain "a bug is not reported"
fi

# Refused: a form that is not read.
refused() { # refused BLOCK SCRIPT WORDS
    plant_copy "verilog/$1_properties.v" "$work/$1_properties.v" "$2" || return 0
    awk -f tb/verilog/sva.awk "$work/$1_properties.v" >"$work/out" 2>"$work/log" && { complain "$2: taken"; return; }
    grep -qE "^$work/$1_properties\.v:[0-9]+: $3" "$work/log" &&
        echo "refused: $(sed -n '1s/.*v:[0-9]*: //p' "$work/log")" || complain "$2: $(cat "$work/log")"
}
refused oaws_ocw 's/p1: assert (invariant)/assert (invariant)/' 'expected if, begin or LABEL: assert'
refused warp_order 's/older\[y\*N + x\] :/older_o[y*N + x] :/' 'a function reads older_o, which is none of its arguments'
refused oaws_ocw 's/^    wire             lowered = /    always @* cover (full);\n&/' 'not of the form that is read'
refused ccws_vta 's/localparam WORDS/localparam WORD/' 'a memory, but no constant WORDS'
[ "$failures" = 0 ]
