#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the overhead report counts as registers: of the smallest tuple of every block the table agrees with Yosys, and an
# extra, a wider and a missing register, an extra memory and an integer that counts on are named (the report as a whole:
# test_report.sh).
set -u
. tests/lib.sh
command -v yosys >/dev/null 2>&1 || { echo "skip: yosys is not installed"; exit 77; }
overhead=$BUILD/overhead/overhead
folder=$BUILD/overhead-registers
rm -rf "$folder" && mkdir -p "$folder"

"$overhead" list bits | awk '!seen[$2]++' >"$folder/list"
[ -s "$folder/list" ] || fail "no tuple is listed"
while read -r _ block name parameters; do
    # shellcheck disable=SC2086
    sh synth_estimates/measure.sh bits "$block" "verilog/$block.v" "$folder/$name" $parameters || fail "measure.sh: exit status $?, expected 0"
    "$overhead" bits "$block" "${name#"$block"_}" "$folder/$name" >"$folder/out" || fail "overhead: exit status $?, expected 0" "$folder/out"
done <"$folder/list" || exit 1
echo "tables and Verilog agree"

plant() { # plant NAME SED-SCRIPT EXPECTED-LINE
    plant_copy verilog/oaws_ocw.v "$folder/$1/oaws_ocw.v" "$2" "$1" || exit 1
    sh synth_estimates/measure.sh bits oaws_ocw "$folder/$1/oaws_ocw.v" "$folder/$1" N=8 S=2 SETS=32 || fail "measure.sh: exit status $?, expected 0"
    if "$overhead" bits oaws_ocw n8_s2_sets32 "$folder/$1" >"$folder/$1/out"; then fail "$1 was not noticed"; fi
    [ "$(cat "$folder/$1/out")" = "$3" ] || fail "$1: expected: $3" "$folder/$1/out"
}
plant extra 's/^endmodule/reg [2:0] spare; always @(posedge clk_i) spare <= rst_i ? 3'"'"'d0 : spare + 3'"'"'d1; &/' \
    'oaws_ocw: register spare: 3 bits in the Verilog, none in rtl_c/oaws_ocw.def'
plant wider 's/reg \[7:0\] *cnt_q, cnt_d;/reg [8:0] cnt_q; reg [7:0] cnt_d;/
    s/cnt_q <= CNT_RESET/cnt_q <= {1'"'"'b0, CNT_RESET}/
    s/cnt_q <= cnt_d/cnt_q <= {launch_i, cnt_d}/' \
    'oaws_ocw: register cnt_q: 8 bits in the table, 9 in the Verilog'
plant missing 's/^ *fcl_q <= .*//' 'oaws_ocw: register fcl_q: 1 bits in the table, 0 in the Verilog'
plant memory 's/^endmodule/reg [3:0] spare_q [0:3]; always @(posedge clk_i) if (launch_i) spare_q[cnt_q[1:0]] <= cnt_q[3:0]; &/' \
    'oaws_ocw: memory spare_q: 16 bits in the Verilog, none in rtl_c/oaws_ocw.def'
plant counter 's/^endmodule/reg signed [31:0] spare; always @(posedge clk_i) spare <= rst_i ? 0 : spare + 1; &/' \
    'oaws_ocw: register spare: 32 bits in the Verilog, none in rtl_c/oaws_ocw.def'
# An integer that something reads is a register; one that only counts a loop is none, as nothing can tell it from a wire.
counted='integer i; always @(posedge clk_i) if (launch_i) i <= 1; else for (i = 0; i < 3; i = i + 1) ;'
plant integer "s/^endmodule/$counted reg second; always @(posedge clk_i) second <= i[0]; &/" \
    "$(for register in 'i: 32' 'second: 1'; do echo "oaws_ocw: register $register bits in the Verilog, none in rtl_c/oaws_ocw.def"; done)"
plant_copy verilog/oaws_ocw.v "$folder/loop/oaws_ocw.v" "s/^endmodule/$counted &/" || exit 1
sh synth_estimates/measure.sh bits oaws_ocw "$folder/loop/oaws_ocw.v" "$folder/loop" N=8 S=2 SETS=32 || fail "measure.sh: exit status $?, expected 0"
"$overhead" bits oaws_ocw n8_s2_sets32 "$folder/loop" >"$folder/loop/out" &&
    [ "$(cat "$folder/loop/out")" = 'oaws_ocw: integer i only counts a loop: its 32 flip-flops are left out' ] ||
    fail "an integer that counts a loop" "$folder/loop/out"
echo "planted registers are named"
[ "$failures" = 0 ]
