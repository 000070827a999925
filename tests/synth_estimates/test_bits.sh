#!/bin/sh
# Register bits: every table agrees with Yosys's flip-flops and memories in every built tuple. Shown to fail: an extra
# register, a wider one and a missing one are refused by name.
set -u
command -v yosys >/dev/null 2>&1 || { echo "skip: yosys is not installed"; exit 77; }
BUILD=${BUILD:-build}
overhead=$BUILD/overhead/overhead
folder=$BUILD/overhead-bits
mkdir -p "$folder"

"$overhead" list bits >"$folder/runs" || exit 1
while read -r stage block name parameters; do
    # shellcheck disable=SC2086
    sh synth_estimates/measure.sh "$stage" "$block" "verilog/$block.v" "$folder/$name" $parameters || exit 1
    "$overhead" bits "$block" "${name#"$block"_}" "$folder/$name" || exit 1
done <"$folder/runs"
echo "$(grep -c . "$folder/runs") tuples agree"

plant() { # plant NAME SED-SCRIPT EXPECTED-LINE
    mkdir -p "$folder/$1"
    sed "$2" verilog/oaws_ocw.v >"$folder/$1/oaws_ocw.v"
    sh synth_estimates/measure.sh bits oaws_ocw "$folder/$1/oaws_ocw.v" "$folder/$1" N=8 S=2 SETS=32 || exit 1
    if "$overhead" bits oaws_ocw n8_s2_sets32 "$folder/$1" >"$folder/$1/out"; then echo "$1 was not noticed"; exit 1; fi
    [ "$(cat "$folder/$1/out")" = "$3" ] || { echo "$1: expected: $3"; cat "$folder/$1/out"; exit 1; }
}
plant extra 's/^endmodule/reg [2:0] spare; always @(posedge clk_i) spare <= rst_i ? 3'"'"'d0 : spare + 3'"'"'d1; &/' \
    'oaws_ocw: register spare: 3 bits in the Verilog, none in rtl_c/oaws_ocw.def'
plant wider 's/reg \[7:0\] *cnt_q, cnt_d;/reg [8:0] cnt_q; reg [7:0] cnt_d;/
    s/cnt_q <= CNT_RESET/cnt_q <= {1'"'"'b0, CNT_RESET}/
    s/cnt_q <= cnt_d/cnt_q <= {launch_i, cnt_d}/' \
    'oaws_ocw: register cnt_q: 8 bits in the table, 9 in the Verilog'
plant missing 's/^ *fcl_q <= .*//' 'oaws_ocw: register fcl_q: 1 bits in the table, 0 in the Verilog'
echo "planted registers are named"
