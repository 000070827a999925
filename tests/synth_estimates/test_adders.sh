#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ADDERS=1: the adder cells of a library are found by their functions, inverted outputs too, and only where they are smaller than
# gates; a count of inverted bits and a sum are mapped with them, timed and proven, and the inverters move behind the adders. Of the
# netlists with and without that of the smaller product of area and path is kept; without such cells the netlist is the one
# without. Planted: sum and carry exchanged in the mapping, which the proof refutes; a choice of the larger product; inverters that
# stay; the whole target for ABC.
# needs: overhead/overhead
set -u
. tests/lib.sh
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 || { echo "skip: no Yosys or OpenSTA"; exit 77; }
folder=$BUILD/overhead-adders
rm -rf "$folder" && mkdir -p "$folder/overhead"
cp "$BUILD/overhead/overhead" "$folder/overhead/"
plain=tests/synth_estimates/liberty_forms/nangate_form.lib   # gates of one kind and no adder
# adder NAME AREA CARRY SUM PIN…: a cell whose outputs are NAME's CO and S, each with a delay from each input.
adder() {
    name=$1 area=$2 carry=$3 sum=$4
    shift 4
    echo "  cell ($name) {"
    echo "    area : $area;"
    for pin in "$@"; do echo "    pin ($pin) { direction : input; capacitance : 2; }"; done
    for output in CO S; do
        function=$carry
        [ $output = CO ] || function=$sum
        printf '    pin (%s) {\n      direction : output;\n      function : "%s";\n' $output "$function"
        for pin in "$@"; do
            printf '      timing () { related_pin : "%s"; timing_sense : non_unate;\n' "$pin"
            for table in cell_rise cell_fall rise_transition fall_transition; do
                printf '        %s (Timing_2_2) { index_1 ("0.00118, 0.1985"); index_2 ("0.3656, 60.65"); values ("0.02, 0.025", "0.02, 0.025"); }\n' $table
            done
            echo '      }'
        done
        echo '    }'
    done
    echo '  }'
}
# library NAME: the plain one with the cells of standard input.
library() { sed '/^  cell (INV_X1)/,$d' "$plain" >"$folder/$1.lib" && cat >>"$folder/$1.lib" && sed -n '/^  cell (INV_X1)/,$p' "$plain" >>"$folder/$1.lib"; }
full='(A & B) | (CI & (A | B))'
adder FULL 4.5 "$full" 'A ^ B ^ CI' A B CI | library full
{
    adder LARGE 8.7 "$full" 'A ^ B ^ CI' A B CI
    adder FULL_N 4.6 "(!A & !B) | (!A & !CI) | (!B & !CI)" '!(A ^ B ^ CI)' CI B A
    adder HALF_N 2.6 '(!A) | (!B)' '(A & B) | (!A & !B)' A B
    adder NO_CARRY 1 'A & B & CI' 'A ^ B ^ CI' A B CI
} | library inverse
adder FULL 8.7 "$full" 'A ^ B ^ CI' A B CI | library gates
adder FULL 8.8 "$full" 'A ^ B ^ CI' A B CI | library large

# --- which cells
found() { # found LIBRARY EXPECTED: kinds and cells of it
    LIBRARY=$folder/$1.lib BUILD=$folder sh -c '. synth_estimates/place.sh; sh synth_estimates/library.sh - "$place/library" "$LIBRARY" &&
        "$overhead" library-adders "$place/library/library.lib" >"$place/adders.v"' || fail "$1: not read"
    made=$folder/overhead/with_$1/adders.v
    equal "adders of $1" "$(sed -n 's|^//||p; s/^ *\([A-Z_]*\) adder(.*/ \1/p' "$made" | tr -d '\n')" "$2"
}
cp "$plain" "$folder/plain.lib"
found plain ''
found full ' -fa FULL'
found inverse ' -fa -ha HALF_N FULL_N'
shows 'a full adder with inverted outputs' "$made" -F 'assign Y = ~sum, X = ~carry;'
found large ''
echo "adder cells are found by function, the smallest that is smaller than gates"

# --- mapped with them
cat >"$folder/count.v" <<'END'
module count(input clk_i, rst_i, input [6:0] set_i, input [3:0] a_i, output [2:0] ones_o, output [3:0] sum_o);
    reg [2:0] ones_q;
    reg [3:0] sum_q;
    assign ones_o = ones_q, sum_o = sum_q;
    wire [6:0] set = ~set_i;
    wire a = set[0] ^ set[1] ^ set[2], ab = (set[0] & set[1]) | (set[2] & (set[0] ^ set[1]));
    wire b = set[3] ^ set[4] ^ set[5], bb = (set[3] & set[4]) | (set[5] & (set[3] ^ set[4]));
    wire c = a ^ b ^ set[6], cb = (a & b) | (set[6] & (a ^ b));
    always @(posedge clk_i)
        if (rst_i) begin ones_q <= 0; sum_q <= 0; end
        else begin
            ones_q <= {(ab & bb) | (cb & (ab ^ bb)), ab ^ bb ^ cb, c};
            sum_q <= sum_q + a_i;
        end
endmodule
END
map() { # map SCRIPTS LIBRARY: $at
    at=$folder/overhead/with_$2/with_adders/own_count
    rm -rf "$at"
    ADDERS=1 PROOF_SECONDS=20 BUILD=$folder LIBRARY=$folder/$2.lib sh "$1/measure.sh" full count "$folder/count.v" "$at" \
        >"$folder/out" 2>&1 || fail "$2: not mapped" "$folder/out"
}
adders_in() { grep -c "^  $1 " "$at/net.v"; }
kept() { # kept WAY: what adders.txt says
    equal "what is kept" "$(sed -n 1p "$at/adders.txt")" "kept $1" "$at/adders.txt"
    least=$(sed 1d "$at/adders.txt" | awk '{ print $2 * $5, $1 }' | sort -s -n | sed -n '1s/.* //p')
    equal "the smaller product" "$least" "$1" "$at/adders.txt"
    equal "the proof" "$(cat "$at/proof.txt")" 'proven, registers paired' "$at/proof.log"
}
map synth_estimates full
kept with
equal "full adders of a count of 7 bits and a sum of 4" "$(adders_in FULL)" "$(awk '$1 == "with" { print $3 }' "$at/adders.txt")"
[ "$(adders_in FULL)" -ge 6 ] || fail "seen $(adders_in FULL) full adders, expected 4 of the count and those of the sum" "$at/net.v"
inverters=$(adders_in INV_X1)
tenth() { grep -c -e "-D $(($(sed -n 's/^target=//p' "$folder/overhead/with_full/library/conditions") / 10)) *\$" "$at/abc.log"; }
equal "commands of ABC with a tenth of the target" "$(tenth)" 3 "$at/abc.log"
shows "paths through the adders" "$at/timing.txt" '^path register_to_register'
map synth_estimates inverse
[ "$(adders_in FULL_N)" -ge 6 ] || fail "seen $(adders_in FULL_N) inverted full adders, expected those of the count and the sum" "$at/net.v"
equal "the proof of inverted outputs" "$(cat "$at/proof.txt")" 'proven, registers paired' "$at/proof.log"
for without in plain gates; do
    map synth_estimates $without
    kept without
    same_file "the netlist that is kept of $without" "$at/net.v" "$folder/overhead/with_$without/own_count/net.v"
done
equal "ways without adder cells" "$(grep -c . "$folder/overhead/with_plain/with_adders/own_count/adders.txt")" 2
echo "the netlist of the smaller product of area and path is kept, and proven"

# --- planted
planted() { # planted SED-SCRIPT LIBRARY
    rm -rf "$folder/scripts" && cp -r synth_estimates "$folder/scripts"
    plant_copy synth_estimates/measure.sh "$folder/scripts/measure.sh" "$1" || exit 1
    map "$folder/scripts" "$2"
}
planted 's/library-adders "$library" >/library-adders "$library" | sed "s|Y = sum, X = carry|Y = carry, X = sum|" >/' full
equal "sum and carry exchanged" "$(cat "$at/proof.txt")" REFUTED
planted 's/product < least/product > least/' full
[ "$(sed -n 1p "$at/adders.txt")" != 'kept with' ] || complain "the larger product is kept unnoticed" "$at/adders.txt"
planted 's/ *exec -expect-return 0 -- .*//' full
[ "$(adders_in INV_X1)" -gt "$inverters" ] || fail "seen $(adders_in INV_X1) inverters that stay, expected more than $inverters, which have moved" "$at/net.v"
planted 's|target / 10|target|' full
equal "commands of ABC with a tenth of the whole target" "$(tenth)" 0 "$at/abc.log"
echo "an adder with its outputs exchanged is refuted, a wrong choice, another target and inverters that stay are noticed"
[ "$failures" = 0 ]
