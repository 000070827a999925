#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Published libraries in four dialects, by a few cells of our own in each (liberty_forms/): a module is mapped to each,
# timed, its links measured, its netlist proven; the flip-flop is the one that is there: with an inverse output alone, with a
# reset that is tied, beside scan cells. A corner is chosen by name, several files are one library, packed ones are unpacked.
# ASAP7 as it is published, where the file is there. Planted: an inverse output that the proof takes for the register,
# flip-flops without the names of their registers.
# tier: all
# needs: overhead/overhead
set -u
. tests/lib.sh
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 || { echo "skip: no Yosys or OpenSTA"; exit 77; }
forms=tests/synth_estimates/liberty_forms
asap7=${ASAP7:-../shared/reference/libraries/asap7_rvt_tt.lib.xz}
folder=$BUILD/liberty-forms
rm -rf "$folder" && mkdir -p "$folder/overhead"
cp "$BUILD/overhead/overhead" "$folder/overhead/"
cat >"$folder/tally.v" <<'END'
module tally(input clk_i, rst_i, input [3:0] a_i, output [3:0] sum_o, output over_o);
    reg [3:0] sum_q, sum_d;
    reg over_q;
    always @* sum_d = sum_q + a_i;
    always @(posedge clk_i)
        if (rst_i) begin sum_q <= 0; over_q <= 0; end
        else begin sum_q <= sum_d; over_q <= over_q | (sum_d < a_i); end
    assign sum_o = sum_q;
    assign over_o = over_q & ~sum_q[0];
endmodule
END
unset CORNER DONT_USE LEF
# map SCRIPTS LIBRARY: the module in $place.
map() {
    place=$folder/overhead/with_$(basename "${2%% *}" | sed 's/\.[gx]z$//; s/\.lib$//')${CORNER:+_$CORNER}
    PROOF_SECONDS=20 BUILD=$folder LIBRARY=$2 sh "$1/measure.sh" full tally "$folder/tally.v" "$place/own_tally" >"$folder/out" 2>&1
}
fails() { fail "$1" "$folder/out"; }
# mapped LIBRARY FLIP-FLOP LEFT-OUT…: it is mapped with these flip-flops and without those cells.
mapped() {
    map synth_estimates "$1" || fails "$1: not mapped"
    grep -q '^proven' "$place/own_tally/proof.txt" || fails "$1: $(cat "$place/own_tally/proof.txt")"
    awk '$1 == "path" && $3 > 0 { paths++ } END { exit paths < 3 }' "$place/own_tally/timing.txt" ||
        fails "$1: expected three paths: $(cat "$place/own_tally/timing.txt")"
    ! grep '^Warning' "$place/own_tally/timing.log" || fails "$1: expected no warning of OpenSTA"
    grep -q "^  $2 " "$place/own_tally/net.v" || fails "$1: no flip-flop $2"
    "$folder/overhead/overhead" own "$place" "$place/library" tally >"$folder/own.txt" || fail "overhead: exit status $?, expected 0"
    # All five flip-flops are known by their registers, ends of paths too.
    awk '/^tally +own +5 / && $5 == 0 && /proven/ { rows++ } / sum_q\[[0-3]\]/ || / over_q/ { ends++ } END { exit !(rows && ends) }' \
        "$folder/own.txt" || fail "the table: seen another, expected five flip-flops, proven, and the ends of paths" "$folder/own.txt"
    library=$1
    shift 2
    for cell in "$@"; do
        grep -q "^$cell: " "$place/library/left_out.txt" || fails "$library: $cell is not left out"
        ! grep -q "($cell)\|(\"$cell\")" "$place/library/library.lib" || fails "$library: $cell is in the copy"
    done
    echo "$(basename "$library"): $(awk '$1 == "path" && $2 == "register_to_register" { print $3 " ns" }' "$place/own_tally/timing.txt")"
}
mapped $forms/asap7_form.lib DFFHQNx1_ASAP7F SDFHx1_ASAP7F ICGx1_ASAP7F DHLx1_ASAP7F
mapped $forms/nangate_form.lib DFF_X1 SDFF_X1 WEAK_NAND2_X1 DLH_X1
mapped $forms/ihp_form.lib form_sg13_dfrbpq_1 form_sg13_sdfbbp_1 form_sg13_lgcp_1
echo "# of the process's
*lpflow*   # domains
form_hd__probe_1" >"$folder/dont_use"
DONT_USE=$folder/dont_use
export DONT_USE
mapped $forms/sky130_form.lib form_hd__dfxtp_1 form_hd__lpflow_nand2_1 form_hd__probe_1 form_hd__sdfxtp_1
# Two corners in one file, the second twice as slow; without a name they are listed.
{
    cat $forms/sky130_form.lib
    sed 's/form_hd__tt/form_hd__ss/; s/values *("0\./values ("1./' $forms/sky130_form.lib
} >"$folder/corners.lib"
map synth_estimates "$folder/corners.lib" && fails "two corners, none chosen: expected exit 2"
grep -q "^$folder/corners.lib:[0-9]*: CORNER \"\", expected one of the libraries of the file: form_hd__tt form_hd__ss\$" "$folder/out" ||
    fails "two corners, none chosen"
for CORNER in form_hd__tt form_hd__ss; do
    export CORNER
    mapped "$folder/corners.lib" form_hd__dfxtp_1
done
paths() { awk '$1 == "path" { print $3 }' "$folder/overhead/with_$1/own_tally/timing.txt"; }
[ "$(paths corners_form_hd__tt)" = "$(paths sky130_form)" ] && [ "$(paths corners_form_hd__ss)" != "$(paths sky130_form)" ] ||
    fails "the corners' paths"
unset CORNER DONT_USE
# Flip-flops in a file of their own, packed: as it was whole.
ff_line=$(grep -n 'cell (DFFHQNx1' $forms/asap7_form.lib | cut -d: -f1)
{ sed -n '1,/normalized_driver/p' $forms/asap7_form.lib | sed '$d'; tail -n +"$ff_line" $forms/asap7_form.lib; } >"$folder/asap7_seq.lib"
{ head -n $((ff_line - 1)) $forms/asap7_form.lib; echo '}'; } | gzip >"$folder/asap7_gates.lib.gz"
mapped "$folder/asap7_gates.lib.gz $folder/asap7_seq.lib" DFFHQNx1_ASAP7F SDFHx1_ASAP7F
[ "$(paths asap7_gates)" = "$(paths asap7_form)" ] || fails "two files: not the paths of one"

planted() { # planted FILE SCRIPT LIBRARY: the changed script must not give a proof and paths
    rm -rf "$folder/scripts" "$folder/overhead/with_"* && cp -r synth_estimates "$folder/scripts"
    plant_copy "synth_estimates/$1" "$folder/scripts/$1" "$2" || exit 1
    if map "$folder/scripts" "$3" && grep -q '^proven' "$place/own_tally/proof.txt" &&
        awk '$1 == "path" { paths++ } END { exit paths < 3 }' "$place/own_tally/timing.txt"; then
        fails "not noticed: $2"
    fi
}
planted flip_flops.sh 's/@\\.state/@\\.QN/g' $forms/asap7_form.lib
planted flip_flops.sh 's/splitnets; rename -wire.*/splitnets/' $forms/asap7_form.lib
[ -f "$asap7" ] || { echo "skip: $asap7 is not there: dialects pass, ASAP7 itself was not tried"; exit 77; }
mapped "$asap7" DFFHQNx1_ASAP7_75t_R SDFHx1_ASAP7_75t_R ICGx1_ASAP7_75t_R DFFHQx4_ASAP7_75t_R
