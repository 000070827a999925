#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The corrected copy of the cell library: a core cell's area becomes its layout's, a pad's stays, nothing else changes; a
# cell without a layout and a missing file are refused. Shown to fail: a copy that corrects pads, one that corrects
# nothing. A library of the user's own (others: test_liberty_forms.sh): its NAND, buffer and flip-flop are found by what they
# do; one that lacks any is refused by name.
# needs: overhead/overhead
set -u
. tests/lib.sh
export BUILD
folder=$BUILD/overhead-library
rm -rf "$folder"
for size in osu018 osu035; do
    mkdir -p "$folder/tech/$size"
    cat >"$folder/tech/$size/${size}_stdcells.lef" <<'END'
MACRO OAI21X1
  CLASS  CORE ;
  SIZE 3.200 BY 10.000 ;
END  OAI21X1
MACRO PADIN
  CLASS  PAD ;
  SIZE 90.000 BY 300.000 ;
END  PADIN
MACRO GATE
MACRO NOT
MACRO DRIVE
MACRO STATE
END
    cat >"$folder/tech/$size/${size}_stdcells.lib" <<'END'
library (fake) {
cell (OAI21X1) {
  area : 23;
  pin(A) { direction : input; area : 7; }
}
cell (PADIN) {
  area : 12000;
}
cell (GATE) {
  area : 24;
  pin(B) { direction : input; capacitance : 1; }
  pin(A) { direction : input; capacitance : 1; }
  pin(Y) { direction : output; function : "(!A) + (B')"; timing () { related_pin : "A B"; } }
}
cell (NOT) {
  area : 24;
  pin(A) { direction : input; capacitance : 1; }
  pin(Y) { direction : output; function : "A'"; timing () { related_pin : "A"; } }
}
cell (DRIVE) {
  area : 24;
  pin(A) { direction : input; capacitance : 1; }
  pin(Y) { direction : output; function : "A"; timing () { related_pin : "A"; } }
}
cell (STATE) {
  area : 96;
  ff (IQ, IQN) { next_state : "D1"; clocked_on : "CK"; }
  pin(D1) { direction : input; capacitance : 1; }
  pin(CK) { direction : input; capacitance : 1; clock : true; }
  pin(Q1) { direction : output; function : "IQ"; timing () { related_pin : "CK"; } }
  pin(QN) { direction : output; function : "IQN"; timing () { related_pin : "CK"; } }
}
}
END
done
sed 's/^  area : 23;/area : 32;/' "$folder/tech/osu018/osu018_stdcells.lib" >"$folder/expected"
holds() { # holds SCRIPT: whether its copy is the expected one
    sh "$1" "$folder/tech" "$folder/copy" && cmp -s "$folder/expected" "$folder/copy/library.lib" &&
        [ "$(cat "$folder/copy/corrected.txt")" = 'osu018 OAI21X1 23 32
osu035 OAI21X1 23 32' ]
}
holds synth_estimates/library.sh ||
    { same_file "the corrected copy" "$folder/copy/library.lib" "$folder/expected"; fail "what was corrected: seen other cells, expected OAI21X1 of both" "$folder/copy/corrected.txt"; }
for planted in 's/ && class == "CORE"//' 's/\$0 = "area : ".*//'; do
    rm -rf "$folder/scripts" && cp -r synth_estimates "$folder/scripts"
    plant_copy synth_estimates/library.sh "$folder/scripts/library.sh" "$planted" || exit 1
    if holds "$folder/scripts/library.sh"; then fail "not noticed: $planted"; fi
done

refused() { # refused EXPECTED
    rm -rf "$folder/copy"
    sh synth_estimates/library.sh "$folder/tech" "$folder/copy" >"$folder/out" 2>&1
    status=$?
    [ "$status" = 2 ] && [ "$(cat "$folder/out")" = "$1" ] && [ -z "$(find "$folder/copy" -type f)" ] && return
    fail "seen exit status $status and '$(cat "$folder/out")', expected 2, no file and '$1'"
}
# A library of the user's own.
own() { # own SED-SCRIPT: what is said of such a one, or the files made of it
    rm -rf "$folder/copy" && mkdir "$folder/copy"
    sed "$1" "$folder/tech/osu018/osu018_stdcells.lib" >"$folder/own.lib"
    if "$BUILD/overhead/overhead" library-copy "$folder/copy" "$folder/own.lib" >"$folder/out" 2>&1 &&
        "$BUILD/overhead/overhead" library "$folder/copy/library.lib" "$folder/copy" >"$folder/out" 2>&1; then
        cat "$folder/copy/map.constr" "$folder/copy/flip_flop.v" "$folder/copy/left_out.txt"
    else cat "$folder/out"; fi
}
equal "an own library" "$(own '')" 'set_driving_cell DRIVE
set_load 20 [all_outputs]
module STATE(input CK, input D1, output reg Q1, output QN);
    always @(posedge CK) Q1 <= D1;
    assign QN = ~Q1;
endmodule
OAI21X1: no function
PADIN: no function'
lacks() { # lacks SED-SCRIPT CELL
    [ "$(own "$1")" = "$folder/own.lib:1: library (fake): no $2" ] && [ -z "$(find "$folder/copy" -type f)" ] ||
        fail "$1: seen '$(own "$1")', expected no $2"
}
to_map=', expected one in a library to map to'
lacks "s/(!A) + (B')/(!A) (B')/" "two-input NAND$to_map"
gate=$(grep -n 'cell (GATE)' "$folder/own.lib" | cut -d: -f1)
equal "an own NAND without area" "$(own '/^cell (GATE)/,/area/ s/24/0/')" "$folder/own.lib:$((gate + 1)): area : 0: expected an area above 0"
equal "the default one without area" "$("$BUILD/overhead/overhead" library "$folder/own.lib" "$folder/copy" 2>&1)" \
    "$folder/own.lib:$gate: cell (GATE): no area of the two-input NAND$to_map"
lacks "s/\"A'\"/\"A\"/" "inverter$to_map"
lacks 's/"A"/"!A"/' "buffer$to_map"
lacks 's/clocked_on : "CK"/clocked_on : "!CK"/' "flip-flop on the rising edge$to_map"
lacks 's/next_state/clear : "D1 CK"; next_state/' "flip-flop on the rising edge$to_map"
lacks 's/^cell (STATE) {/&\n  dont_use : true;/' "flip-flop on the rising edge$to_map"
# A set and a reset are tied, where no flip-flop is without them.
equal "a set and a reset" "$(own 's/next_state/clear : "RN'\''"; preset : "S"; next_state/; s/^  pin(D1).*/&\n  pin(S) { direction : input; capacitance : 1; }\n  pin(RN) { direction : input; capacitance : 1; }/' |
    grep -v set_)" 'module STATE(input CK, input D1, input RN, input S, output reg Q1, output QN);
    always @(posedge CK or negedge RN or posedge S) if (!RN) Q1 <= 0; else if (S) Q1 <= 1; else Q1 <= D1;
    assign QN = ~Q1;
endmodule
OAI21X1: no function
PADIN: no function' "$folder/copy/flip_flop.v"
echo "a library of one's own is read, or refused by what it lacks"

sed -i 's/^MACRO PADIN/MACRO PADOUT/' "$folder/tech/osu018/osu018_stdcells.lef"
refused "$folder/tech/osu018/osu018_stdcells.lef: no macro PADIN, expected one for each cell of the library"
rm "$folder/tech/osu018/osu018_stdcells.lef"
refused "$folder/tech/osu018/osu018_stdcells.lef: no such file, expected the standard cell library"
echo "areas are the layouts', planted copies are noticed"
[ "$failures" = 0 ]
