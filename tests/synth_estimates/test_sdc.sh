#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The constraints of the RTL kit (sdc.awk): those of each block of a system have all ports of its Verilog, each in one group; late inputs are those of the
# table; paths are false from settings, all of them, and from nothing else. OpenSTA takes them for a netlist by hand: the slack of each
# kind of path is what the fractions leave. Shown to fail: a port that is missing, an input whose delay is not the late one, a setting that is
# timed, an input that is not, names that one pattern cannot part, a block without a clock, a variable
# that the page lacks.
set -u
. tests/lib.sh
folder=$BUILD/tests/synth_estimates/sdc
rm -rf "$folder" && mkdir -p "$folder" || exit 1
report=synth_estimates/report.tsv
sdc() { awk -f "${2:-synth_estimates/sdc.awk}" $report "$1"; }
# wrong BLOCK SDC: ports of the Verilog that are in no group, or not in one; late inputs that the table does not have.
wrong() {
    grep -oE '^ *(input|output) [^;]*' "verilog/$1.v" | grep -oE '[a-z0-9_]+_[io]\b' | grep -vx clk_i | sort >"$folder/ports"
    sed -n 's/^foreach port {\(.*\)} {$/\1/p' "$2" | tr ' ' '\n' | sort >"$folder/constrained"
    diff "$folder/ports" "$folder/constrained"
    sed -n '/^# Late inputs$/{n;s/^foreach port {\(.*\)} {$/\1/p}' "$2" | tr ' ' '\n' | sort >"$folder/late"
    sed -nE 's/^IN_LATE(_VEC)?\([^,]*, *([a-z0-9_]*),.*/\2_i/p' "rtl_c/$1.def" | sort | diff - "$folder/late"
    sed -n '/^foreach port/h; /set_false_path -from/{x;s/^foreach port {\(.*\)} {$/\1/p;}' "$2" | tr ' ' '\n' | sort >"$folder/false"
    sed -nE 's/^IN[A-Z_]*\([^,]*, *(cfg_[a-z0-9_]*),.*/\1_i/p' "rtl_c/$1.def" | sort | diff - "$folder/false"
}
for table in rtl_c/*_*.def; do
    block=$(basename "$table" .def)
    grep -qE "^PART\([a-z]*, *$block," synth_estimates/systems.def || continue       # of no system: at no clock
    sdc "$table" >"$folder/$block.sdc" || complain "$block: no constraints"
    wrong=$(wrong "$block" "$folder/$block.sdc")
    [ -z "$wrong" ] || complain "$block: $wrong"
done
plant_copy synth_estimates/sdc.awk "$folder/planted.awk" 's/^\/^(IN|IN_LATE|OUT)(_VEC)/\/^(IN|IN_LATE|OUT)()/' &&
    sdc rtl_c/warp_order.def "$folder/planted.awk" >"$folder/planted.sdc" && [ -n "$(wrong warp_order "$folder/planted.sdc")" ] ||
    complain "not noticed: ports that are vectors are missing"
plant_copy synth_estimates/sdc.awk "$folder/planted.awk" 's/kind ~ \/^IN_LATE\/) late = late/kind ~ \/^IN_LATE\/) inputs = inputs/' &&
    sdc rtl_c/oaws_ocw.def "$folder/planted.awk" >"$folder/planted.sdc" && [ -n "$(wrong oaws_ocw "$folder/planted.sdc")" ] ||
    complain "not noticed: a late input that is early"
plant_copy synth_estimates/sdc.awk "$folder/planted.awk" 's/name ~ \/^cfg_\//name ~ \/^cfg_wmax\//' &&
    sdc rtl_c/oaws_ocw.def "$folder/planted.awk" >"$folder/planted.sdc" && [ -n "$(wrong oaws_ocw "$folder/planted.sdc")" ] ||
    complain "not noticed: a setting whose paths count"
plant_copy synth_estimates/sdc.awk "$folder/planted.awk" 's/name ~ \/^cfg_\//name ~ \/^(cfg_|lo)\//' &&
    sdc rtl_c/oaws_qualify.def "$folder/planted.awk" >"$folder/planted.sdc" && [ -n "$(wrong oaws_qualify "$folder/planted.sdc")" ] ||
    complain "not noticed: an input whose paths do not count"
sed 's/^IN_LATE(uint8_t, sensitive,/IN_LATE(uint8_t, acc,/' rtl_c/oaws_ocw.def | sed 's/^IN(uint8_t, access_hit,/IN(uint8_t, acc_i_hit,/' >"$folder/oaws_ocw.def"
sdc "$folder/oaws_ocw.def" >/dev/null 2>"$folder/said" && complain "not refused: a late input whose name begins that of an early one"
grep -q 'the name acc_i begins acc_i_hit_i' "$folder/said" || complain "of such names: $(cat "$folder/said")"
cp rtl_c/oaws_ocw.def "$folder/other.def"
sdc "$folder/other.def" >/dev/null 2>"$folder/said" && complain "not refused: a block that the report does not know"
# unnamed PAGE: variables that are on one side alone, of the file and of the page's table.
unnamed() {
    sed -n 's/^if {!\[info exists \([a-z_]*\)\]}.*/\1/p' "$folder/oaws_ocw.sdc" | sort >"$folder/variables"
    sed -n '/^| variable/,/^$/s/^| `\([a-z_]*\)` .*/\1/p' "$1" | sort | diff "$folder/variables" -
}
[ -z "$(unnamed docs/rtl_kit.md)" ] || complain "docs/rtl_kit.md: $(unnamed docs/rtl_kit.md)"
plant_copy docs/rtl_kit.md "$folder/page.md" '/settings_move/d' && [ -n "$(unnamed "$folder/page.md")" ] || complain "not noticed: a variable that the page lacks"

# A cell of 0.1 ns from input to output: period 10 - early 3 - after 3 - 0.1 = 3.9; late 10 - 6 - 0.1 - 3 = 0.9; three in a row from a
# setting, if it moves, 3.7.
if command -v sta >/dev/null 2>&1; then
    cat >"$folder/one.lib" <<'END'
library (one) {
  delay_model : table_lookup;
  time_unit : "1ns";
  capacitive_load_unit (1,pf);
  cell (BUF) {
    area : 1;
    pin (A) { direction : input; capacitance : 0; }
    pin (Y) { direction : output; function : "A";
      timing () { related_pin : "A"; timing_sense : positive_unate;
        cell_rise (scalar) { values ("0.1"); } cell_fall (scalar) { values ("0.1"); }
        rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } } }
  }
}
END
    printf 'IN(uint8_t, a, 2, DEC, "a")\nIN_LATE(uint8_t, b, 1, BOOL, "b")\nIN(uint8_t, cfg_c, 1, BOOL, "c")\nOUT(uint8_t, y, 2, DEC, "y")\nOUT(uint8_t, z, 1, BOOL, "z")\nOUT(uint8_t, x, 1, BOOL, "x")\n' >"$folder/oaws_ocw.def"
    sdc "$folder/oaws_ocw.def" >"$folder/hand.sdc"
    cat >"$folder/hand.v" <<'END'
module hand(clk_i, rst_i, \a_i[0] , \a_i[1] , b_i, cfg_c_i, \y_o[0] , \y_o[1] , z_o, x_o);
  input clk_i, rst_i, \a_i[0] , \a_i[1] , b_i, cfg_c_i;
  output \y_o[0] , \y_o[1] , z_o, x_o;
  wire c, d;
  BUF u0 ( .A(\a_i[0] ), .Y(\y_o[0] ) );
  BUF u1 ( .A(\a_i[1] ), .Y(\y_o[1] ) );
  BUF u2 ( .A(b_i), .Y(z_o) );
  BUF u3 ( .A(cfg_c_i), .Y(c) );
  BUF u4 ( .A(c), .Y(d) );
  BUF u5 ( .A(d), .Y(x_o) );
endmodule
END
    slacks() { # slacks SDC [TCL]: those of paths to outputs that are timed
        printf 'read_liberty %s\nread_verilog %s\nlink_design hand\nset period 10\n%s\nsource %s\n' \
            "$folder/one.lib" "$folder/hand.v" "${2:-}" "$1" >"$folder/hand.tcl"
        cat >>"$folder/hand.tcl" <<'END'
foreach port [all_outputs] {
    set path [lindex [find_timing_paths -to $port -path_delay max] 0]
    if {$path ne ""} { puts "slack [format %.2f [get_property $path slack]]" }
}
END
        sta -no_splash -exit "$folder/hand.tcl" 2>&1 | sed -n 's/^slack //p' | sort | paste -sd' ' -
    }
    [ "$(slacks "$folder/hand.sdc")" = '0.90 3.90 3.90' ] || complain "slacks 0.90 3.90 3.90 by hand, here $(slacks "$folder/hand.sdc")"
    [ "$(slacks "$folder/hand.sdc" 'set settings_move 1')" = '0.90 3.70 3.90 3.90' ] ||
        complain "slacks 0.90 3.70 3.90 3.90 by hand with settings that move, here $(slacks "$folder/hand.sdc" 'set settings_move 1')"
    plant_copy "$folder/hand.sdc" "$folder/planted.sdc" '/set_false_path/d' && [ "$(slacks "$folder/planted.sdc")" != '0.90 3.90 3.90' ] ||
        complain "not noticed: no false path"
    plant_copy "$folder/hand.sdc" "$folder/planted.sdc" 's/\$port\*/$port/' && [ "$(slacks "$folder/planted.sdc")" != '0.90 3.90 3.90' ] ||
        complain "not noticed: bits without a delay"
    # The shortest period of the late input's path: 1 - 0.6 - 0.3 of it is 0.1 ns.
    period() { liberty=$folder/one.lib netlist=$folder/hand.v top=hand sdc=$1 sta -no_splash -exit "${2:-synth_estimates/sdc.tcl}" 2>&1 | sed -n 's/^period //p'; }
    [ "$(period "$folder/hand.sdc")" = 1.00 ] || complain "a period of 1.00 ns by hand, here $(period "$folder/hand.sdc")"
    plant_copy synth_estimates/sdc.tcl "$folder/planted.tcl" 's/source \$::env(sdc)/create_clock -period $period [get_ports clk_i]/' &&
        [ "$(period "$folder/hand.sdc" "$folder/planted.tcl")" != 1.00 ] || complain "not noticed: a period without input and output delays"
else
    echo 'no OpenSTA: the constraints are not read'
fi
echo "constraints: $failures failures"
[ "$failures" = 0 ]
