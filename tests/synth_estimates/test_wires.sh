#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The estimate of wires (wires.awk, wires_count.awk, wires_routed.awk): two inverters and a buffer whose delay with wires is computed by
# hand, cells and clock pins that are counted, a routed net that is measured. The rows that are kept are those of the report's blocks,
# and their delay without wires is within a tenth of the report's longest path: a mapping moves with names and lines. Shown to fail: a
# net without its wire, lengths of other fanouts, the capacitance of another layer, a Rent exponent of another name, a routed wire
# that is forgotten, a missing row, a missing period.
set -u
. tests/lib.sh
folder=$BUILD/tests/synth_estimates/wires
rm -rf "$folder" && mkdir -p "$folder" || exit 1
here=synth_estimates

# A library whose delay is 0.1 ns + 10 ns/pF * load whatever the edge, with pins of 0.01 pF: three cells of 16 µm².
# Four cells are placed in a square: Donath's length at p = 0.75 is 2/9 * (7 * (4^0.25 - 1) / (4^0.25 - 1) - 1) * 1 = 4/3 sides of a
# cell, at any p. A side is 4 µm and a µm has 0.001 * 0.5 + 2 * 0.00025 = 0.001 pF on metal2, 0.003 pF on metal3: 0.002 pF.
# So a connection has 5.3333 µm * 0.002 pF = 0.010667 pF.
cell() { # cell NAME SENSE FUNCTION
    printf 'cell (%s) {\n  area : 16;\n  pin (A) {\n    direction : input;\n    capacitance : 0.01;\n  }\n' "$1"
    printf '  pin (Y) {\n    direction : output;\n    capacitance : 0;\n    function : "%s";\n    timing () {\n' "$3"
    printf '      related_pin : "A";\n      timing_sense : %s;\n' "$2"
    for table in cell_rise cell_fall; do
        printf '      %s (by_load) {\n        index_1 ("0, 1");\n        index_2 ("0, 1");\n        values ("0.1, 10.1", "0.1, 10.1");\n      }\n' $table
    done
    for table in rise_transition fall_transition; do
        printf '      %s (by_load) {\n        index_1 ("0, 1");\n        index_2 ("0, 1");\n        values ("0.1, 0.1", "0.1, 0.1");\n      }\n' $table
    done
    printf '    }\n  }\n}\n'
}
{
    cat <<'END'
library (hand) {
  delay_model : table_lookup;
  time_unit : "1ns";
  voltage_unit : "1V";
  current_unit : "1uA";
  pulling_resistance_unit : "1kohm";
  capacitive_load_unit (1,pf);
  nom_voltage : 2;
  lu_table_template (by_load) {
    variable_1 : input_net_transition;
    variable_2 : total_output_net_capacitance;
    index_1 ("0, 1");
    index_2 ("0, 1");
  }
END
    cell INV negative_unate '!A'
    cell BUF positive_unate A
    cat <<'END'
cell (FF) {
  area : 16;
  pin (D) {
    direction : input;
    capacitance : 0.01;
  }
  pin (C) {
    direction : input;
    clock : true;
    capacitance : 0.02;
  }
}
}
END
} >"$folder/hand.lib"
cat >"$folder/hand.lef" <<'END'
LAYER metal1
  WIDTH 0.5 ;
  CAPACITANCE CPERSQDIST 0.009 ;
  EDGECAPACITANCE 0.009 ;
END metal1
LAYER metal2
  WIDTH 0.5 ;
  CAPACITANCE CPERSQDIST 0.001 ;
  EDGECAPACITANCE 0.00025 ;
END metal2
LAYER metal3
  WIDTH 0.5 ;
  CAPACITANCE CPERSQDIST 0.002 ;
  EDGECAPACITANCE 0.001 ;
END metal3
END
cat >"$folder/hand.v" <<'END'
module hand(clk_i, a_i, y_o, z_o);
  input clk_i, a_i;
  output y_o, z_o;
  wire n, m;
  INV u0 ( .A(a_i), .Y(n) );
  BUF u1 ( .A(n), .Y(m) );
  INV u2 ( .A(m), .Y(y_o) );
  INV u3 ( .A(m), .Y(z_o) );
endmodule
END
# u0 drives one pin, u1 two, u2 the output of 0.02 pF. Without wires 3 * 0.1 + 10 * (0.01 + 0.02 + 0.02) = 0.8 ns. With them 1 + 2 + 1
# connections more: 4 * 10 * 0.010667 = 0.427 ns.
wired() { # wired WIRES.AWK LIBRARY-OUT [VARIABLES]: the library with wires
    awk -v cells=4 -v area=64 -v rent="${4:-high}" -f "$1" $here/wires.txt "${3:-$folder/hand.lef}" "$folder/hand.lib" >"$2"
}
delay() { # delay LIBRARY
    liberty=$1 netlist=$folder/hand.v top=hand sta -no_splash -exit $here/timing.tcl 2>&1 |
        awk '$1 == "path" && $2 == "input_to_output" { print $3; found = 1 } { all = all $0 "\n" } END { if (!found) printf "%s", all }'
}
if command -v sta >/dev/null 2>&1; then
    [ "$(delay "$folder/hand.lib")" = 0.80 ] || complain "without wires 0.80 ns by hand, here $(delay "$folder/hand.lib")"
    for rent in low high; do
        wired $here/wires.awk "$folder/wired.lib" '' $rent
        [ "$(delay "$folder/wired.lib")" = 1.23 ] || complain "with wires 1.23 ns by hand, here $(delay "$folder/wired.lib")"
    done
    noticed() { # noticed WHAT SCRIPT: wires.awk with a fault has another delay
        plant_copy $here/wires.awk "$folder/planted.awk" "$2" || return
        wired "$folder/planted.awk" "$folder/planted.lib"
        [ "$(delay "$folder/planted.lib")" != 1.23 ] || complain "not noticed: $1"
    }
    noticed 'nets without their wires' 's/default_wire_load : estimate/revision : 1/'
    noticed 'lengths of other fanouts' 's/fanout_length (1, "/fanout_length (2, "/'
    noticed 'metal1 for metal2' 's/for (i = 2; i <= 3; i++) per_um/for (i = 1; i <= 2; i++) per_um/'
    # The wire of one net is dropped: of the net to two pins.
    sed 's/BUF u1 ( .A(n), .Y(m) );/BUF u1 ( .A(n), .Y(m) ); BUF u4 ( .A(n), .Y(k) );/; s/INV u3 ( .A(m)/INV u3 ( .A(k)/; s/wire n, m/wire n, m, k/' \
        "$folder/hand.v" >"$folder/other.v"
    wired $here/wires.awk "$folder/wired.lib"
    cp "$folder/hand.v" "$folder/hand.kept" && cp "$folder/other.v" "$folder/hand.v"
    # u0 drives two pins now, u1 one: the same sum.
    [ "$(delay "$folder/wired.lib")" = 1.23 ] || complain "two pins at the first gate, 1.23 ns by hand, here $(delay "$folder/wired.lib")"
    cp "$folder/hand.kept" "$folder/hand.v"
else
    echo 'no OpenSTA: no delay'
fi
wired $here/wires.awk "$folder/wired.lib" '' middle 2>/dev/null && complain "a Rent exponent that is not in wires.txt"
sed '/LAYER metal3/,$d' "$folder/hand.lef" >"$folder/short.lef"
wired $here/wires.awk "$folder/wired.lib" "$folder/short.lef" 2>/dev/null && complain "a LEF without metal3"

# Donath's length of 1,024 cells at p = 0.75, by hand: 2/9 * (7 * (1024^0.25 - 1) / (4^0.25 - 1) - (1 - 1024^-0.75) / (1 - 4^-0.75)) *
# (1 - 4^-0.25) / (1 - 1024^-0.25) = 2/9 * (78.6985 - 1.5384) * 0.355685 = 6.0988 sides of 4 µm.
length_of() { awk -v cells=1024 -v area=16384 -v only=length -f "$1" $here/wires.txt "$folder/hand.lef" "$folder/hand.lib"; }
[ "$(length_of $here/wires.awk)" = '24.4 0.002' ] || complain "24.4 µm by hand, here $(length_of $here/wires.awk)"
plant_copy $here/wires.awk "$folder/planted.awk" 's|2 / 9 \* (long - short)|2 / 9 * (long + short)|' &&
    [ "$(length_of "$folder/planted.awk")" != '24.4 0.002' ] || complain "not noticed: another length"

# Cells, area, clock pins.
printf 'module m();\n  FF u0 (\n  );\n  FF u1 (\n  );\n  INV u2 (\n  );\nendmodule\n' >"$folder/count.v"
[ "$(awk -f $here/wires_count.awk "$folder/hand.lib" "$folder/count.v")" = '3 48 2 0.04 2' ] ||
    complain "cells: $(awk -f $here/wires_count.awk "$folder/hand.lib" "$folder/count.v")"

# Routed wires: a net to two pins of 3 + 2 µm, one to one pin of 4 µm, the clock.
cat >"$folder/routed.def" <<'END'
UNITS DISTANCE MICRONS 100 ;
NETS 3 ;
- n
  ( u0 Y )
  ( u1 A )
  ( u2 A )
+ ROUTED metal1 ( 0 0 ) ( 300 * ) M2_M1
  NEW metal2 ( 0 0 ) ( * -200 ) M3_M2 ;
- m
  ( u1 Y )
  ( PIN y_o )
+ ROUTED metal3 ( 100 100 ) ( -300 * ) ;
- clk_i
  ( PIN clk_i )
  ( u3 C )
+ ROUTED metal3 ( 0 0 ) ( 9000 * ) ;
END NETS
END
expected='1 1 4.0 4.0
2 1 5.0 2.5
all 2 4.5 3.0'
[ "$(awk -v skip=clk_i -f $here/wires_routed.awk "$folder/routed.def")" = "$expected" ] ||
    complain "routed: $(awk -v skip=clk_i -f $here/wires_routed.awk "$folder/routed.def")"
plant_copy $here/wires_routed.awk "$folder/planted.awk" 's/$i == "ROUTED" || $i == "NEW"/$i == "ROUTED"/' &&
    [ "$(awk -v skip=clk_i -f "$folder/planted.awk" "$folder/routed.def")" != "$expected" ] || complain "not noticed: a wire joined to the last"

# The rows that are kept.
kept() { # kept WIRES.tsv: what is wrong with its rows
    awk -F '\t' '
        FNR == 1 { file++ }
        file == 1 && $1 == "blocks" { blocks[$2, $3] = 1 }
        file == 1 && $1 == "paths" && $5 + 0 > longest[$2, $3] { longest[$2, $3] = $5 + 0 }
        file == 2 && $1 == "wires" {
            if (!(($2, $3) in blocks)) print $2, $3 ": no block of the report"
            seen[$2, $3]++
            if ($6 == "not measured") next
            if ($6 != longest[$2, $3]) print $2, $3 ": " $6 " ns, in the report " longest[$2, $3]
            if (!($6 + 0 <= $7 + 0 && $7 + 0 <= $8 + 0)) print $2, $3 ": faster with longer wires"
            if ($14 !~ /^[0-9]+\.[0-9][0-9]$/) print $2, $3 ": no period"
        }
        END { for (key in blocks) if (seen[key] != 1) print key ": " seen[key] + 0 " rows" }' $here/report.tsv "$1"
}
[ -z "$(kept $here/wires.tsv)" ] || complain "wires.tsv: $(kept $here/wires.tsv)"
plant_copy $here/wires.tsv "$folder/wires.tsv" '/^wires	bucl_bypass/d' && [ -n "$(kept "$folder/wires.tsv")" ] || complain "not noticed: a missing row"
plant_copy $here/wires.tsv "$folder/wires.tsv" 's/	2.32	2.55	2.65	/	1.32	2.55	2.65	/' && [ -n "$(kept "$folder/wires.tsv")" ] ||
    complain "not noticed: another delay without wires"
plant_copy $here/wires.tsv "$folder/wires.tsv" '/^wires	owl_groups/s/[0-9.]*$//' && [ -n "$(kept "$folder/wires.tsv")" ] ||
    complain "not noticed: a block without a period"
echo "estimate of wires: $failures failures"
[ "$failures" = 0 ]
