#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What is wrong in a Liberty file is refused with file and line: each fault is planted into a sound library of each
# dialect that has the place (liberty_forms/), and the line is the planted one's. Any bytes are read or refused, never a crash.
# needs: overhead/overhead
set -u
. tests/lib.sh
forms=tests/synth_estimates/liberty_forms
folder=$BUILD/liberty-faults
rm -rf "$folder" && mkdir -p "$folder/copy"
overhead=$BUILD/overhead/overhead
tried=0
line_of() { grep -n -m 1 -e "$2" "$forms/$1_form.lib" | cut -d: -f1; }   # line_of FORM PATTERN: where it is sound
in_cell() { # in_cell FORM CELL TEXT: the first line of the cell with that text
    awk -v cell="cell ($2)" -v text="$3" 'index($0, cell) { inside = 1 } inside && index($0, text) { print NR; exit }' "$forms/$1_form.lib"
}
# refused FORM PATTERN SCRIPT MESSAGE: the script plants a fault into the first line with the pattern, or the line of that number,
# which is named.
refused() {
    file=$folder/$1_form.lib
    case $2 in [0-9]*) line=$2 ;; *) line=$(line_of "$1" "$2") ;; esac
    sed "$3" "$forms/$1_form.lib" >"$file"
    ! cmp -s "$forms/$1_form.lib" "$file" || fail "$1: does not apply: $3"
    "$overhead" library-copy "$folder/copy" "$file" >"$folder/out" 2>&1
    status=$?
    tried=$((tried + 1))
    [ "$status" = 2 ] && [ "$(cat "$folder/out")" = "$file:$line: $4" ] && return
    echo "$1: $3: exit $status, expected 2 and: $file:$line: $4"
    cat "$folder/out"
    exit 1
}
for form in asap7 sky130 nangate ihp; do
    "$overhead" library-copy "$folder/copy" "$forms/${form}_form.lib" || exit 1
done
# 1 a group that is not closed, 2 a file that ends in the middle, also in a text or a comment
refused asap7 'cell (INVx1' '/^  }$/{ N; s/^  }\n\(  cell (BUFx1\)/\1/; }' \
    "cell (INVx1_ASAP7F): the group is not closed, expected } before the cell of line $(($(line_of asap7 'cell (BUFx1') - 1))"
refused ihp 'cell (form_sg13_dfrbp_1)' '/cell (form_sg13_dfrbp_1)/{ n; q; }' "cell (form_sg13_dfrbp_1): the group is not closed, \
expected } before line $(($(line_of ihp 'cell (form_sg13_dfrbp_1)') + 2)), the end of the file"
refused nangate 'related_pin : "A1"' '/related_pin : "A1"/{ s/A1".*/A1/; q; }' \
    'expected " at the end of the text that begins here in a Liberty file'
refused nangate '/\*\*\*\*' '/Module   /q' \
    'expected */ at the end of the comment that begins here in a Liberty file'
# 3 units
refused asap7 time_unit 's/time_unit : "1ps"/time_unit : "1parsec"/' \
    'time_unit : 1parsec: unit "1parsec", expected a number, one of munpf or nothing, and s'
refused sky130 capacitive_load_unit 's/"pf"/"pint"/' 'capacitive_load_unit (1.0000000000): unit "pint", expected pf or ff'
# 4 a cell without area, 5 one that is described twice
refused nangate 'cell (NAND2_X1)' '/cell (NAND2_X1)/{ n; d; }' 'cell (NAND2_X1): no area, expected one'
refused asap7 'cell (NOR2x1' 's/NOR2x1/NAND2x1/' "cell (NAND2x1_ASAP7F): the cell is described twice, \
first at $folder/asap7_form.lib:$(line_of asap7 'cell (NAND2x1'), expected one of a name"
# 6 tables: of a wrong size, without a template that says what its indices are, of no numbers
first='0,/cell_fall/ { /cell_fall/ s/'
refused ihp cell_fall "$first"'values ("[^"]*", /values (/; }' 'cell_fall (TIMING_DELAY_2x2ds1): 2 values, expected 4 by its indices'
refused asap7 cell_fall "$first"'"5, 80"/"5, 40, 80"/; }' 'cell_fall (delay_2x2_x1): 4 values, expected 6 by its indices'
refused asap7 cell_fall "$first"'delay_2x2_x1) { index_1 ("5, 80"); index_2 ("0.7, 11");/other) {/; }' \
    'cell_fall (other): template other is not declared, expected it, or index_1'
refused nangate cell_fall "$first"'values ("0/values ("zero/; }' "values (zero.009, 0.0135): zero.009, 0.0135, expected a number"
# 7 loads below 0, 8 a pin without direction or with none such
refused sky130 'pin ("A")' '0,/pin ("A")/ s/capacitance : /&-/' 'capacitance : -0.00170: below 0, expected a load'
refused ihp 'pin (A)' '0,/pin (A)/ s/direction : "input"; //' 'pin (A): no direction, expected input, output, inout or internal'
refused ihp 'pin (A)' '0,/pin (A)/ s/"input"/"inwards"/' 'direction : inwards: expected input, output, inout or internal'
# 9 names of pins that are not there: in a function, of a state, of an arc
refused asap7 'function : "!(A\*B)"' 's/function : "!(A\*B)"/function : "!(A*C)"/' \
    'function : !(A*C): C is no pin of NAND2x1_ASAP7F, expected one of the cell'\''s'
refused nangate 'next_state : "D"' '0,/next_state : "D"/ s/"D"/"DATA"/' 'next_state : DATA: DATA is no pin of DFF_X1, expected one of the cell'\''s'
refused sky130 'related_pin : "B"' '0,/related_pin : "B"/ { /related_pin/ s/"B"/"B_N"/; }' \
    'related_pin : B_N: B_N is no pin of form_hd__nand2_1, expected one of the cell'\''s'
# 10 a library that nothing can be mapped to: no flip-flop, no NAND, no inverter, no buffer
refused nangate '^library' 's/clocked_on : "CK"/clocked_on : "!CK"/' \
    'library (nangate_form): no flip-flop on the rising edge, expected one in a library to map to'
refused asap7 '^library' 's/"!(A\*B)"/"A*B"/' 'library (asap7_form): no two-input NAND, expected one in a library to map to'
refused ihp '^library' 's/function : "!A"/function : "A"/' 'library (sg13g2_form): no inverter, expected one in a library to map to'
refused sky130 '^library' 's/function : "A"/function : "!A"/' 'library (form_hd__tt): no buffer, expected one in a library to map to'
# Of a sound library DONT_USE leaves none; what the library has not is no mistake of DONT_USE.
unused() { # unused FORM WORDS MESSAGE
    DONT_USE=$2 "$overhead" library-copy "$folder/copy" "$forms/$1_form.lib" >"$folder/out" 2>&1
    [ $? = 2 ] && [ "$(cat "$folder/out")" = "DONT_USE leaves out $3 of the library, expected one to map to" ] || fail "DONT_USE=$2" "$folder/out"
}
unused sky130 '*' 'form_hd__lpflow_nand2_1 and every other two-input NAND'
unused nangate 'DFF*' 'DFF_X1 and every other flip-flop on the rising edge'
unused asap7 'NOR* BUF*' 'BUFx1_ASAP7F and every other buffer'
unused ihp '*inv*' 'form_sg13_inv_1 and every other inverter'
export DONT_USE='*'
refused ihp '^library' 's/function : "!A"/function : "A"/' 'library (sg13g2_form): no inverter, expected one in a library to map to'
unset DONT_USE
# Others: delays that are not tables, a } too many, a statement that is none.
refused nangate '  delay_model' 's/: table_lookup/: generic_cmos/' 'delay_model : generic_cmos: expected table_lookup'
refused ihp 'cell (form_sg13_buf_1)' 's/cell (form_sg13_buf_1) {/} }/' 'expected no } outside of groups in a Liberty file'
refused asap7 'cell (INVx1' 's/cell (INVx1_ASAP7F) {/cell INVx1_ASAP7F {/' 'expected : or ( behind a name in a Liberty file'

# 11 functions that are none, also of the one NAND and of the smallest flip-flop
refused sky130 'function : "A"' 's/function : "A"/function : "A A +"/' 'function : A A +: the end, expected a pin, 0 or 1'
refused asap7 'function : "!(A\*B)"' 's/"!(A\*B)"/"!(A*B"/' 'function : !(A*B: the end, expected )'
refused asap7 'function : "!(A\*B)"' 's/"!(A\*B)"/"!A*B)"/' 'function : !A*B): ), expected ( in front of it'
refused asap7 'function : "!(A+B)"' 's/"!(A+B)"/"!(A+*B)"/' 'function : !(A+*B): *B), expected a pin, 0 or 1'
refused asap7 'function : "!A"' 's/function : "!A"/function : "A !"/' 'function : A !: the end, expected a pin, 0 or 1'
refused nangate '"!(A1 & A2)"' 's/"!(A1 & A2)"/"!(A1 % A2)"/' "function : !(A1 % A2): % A2), expected pins, brackets and ! ' ^ * & + |"
refused nangate 'ff (.*"D"' '0,/ff (/ s/next_state : "D"/next_state : "D)"/' 'next_state : D): ), expected ( in front of it'
refused ihp 'clear : "!RESET_B"' 's/"!RESET_B"/"!"/' 'clear : !: the end, expected a pin, 0 or 1'
# 12 arcs that are not there: from a pin of a function, from the clock
no_arc='no timing () from a pin of its function, expected one with related_pin'
refused sky130 'pin ("Y")' '/inv_1/,/^  }/ s/timing ()/other ()/' "pin (Y): $no_arc A"
refused nangate "$(in_cell nangate NAND2_X1 'pin (ZN)')" '/cell (NAND2_X1)/,/^  }/ s/timing () { related_pin : "A2"/timing () { related_pin : "A1"/' \
    "pin (ZN): $no_arc A2"
refused asap7 "$(in_cell asap7 DFFHQNx1_ASAP7F 'pin (QN)')" '/cell (DFFHQNx1/,/^  }/ s/timing ()/other ()/' \
    'pin (QN): no timing () from the clock, expected one with related_pin CLK'
# 13 areas of 0: of a gate, of the smallest flip-flop
refused asap7 'area : 0.029' 's/area : 0.029/area : 0/' 'area : 0: expected an area above 0'
refused ihp 'area : 47.2' 's/area : 47.2/area : 0/' 'area : 0: expected an area above 0'
# 14 indices that do not rise: a table's own, its template's
refused ihp "$(in_cell ihp form_sg13_inv_1 index_1)" '/cell (form_sg13_inv_1)/,/cell_fall/ s/index_1 ("0.0186, 1.2")/index_1 ("1.2, 0.0186")/' \
    'index_1 (1.2, 0.0186): 0.0186 behind 1.2, expected numbers that rise'
refused asap7 "$(in_cell asap7 DFFHQNx1_ASAP7F rise_constraint)" '/cell (DFFHQNx1/,/^  }/ s/index_2 ("5, 80")/index_2 ("5, 5")/' \
    'index_2 (5, 5): 5 behind 5, expected numbers that rise'
refused sky130 "$(($(line_of sky130 'lu_table_template ("del_1_2_2")') + 4))" '/("del_1_2_2") {$/,/}/ { s/index_2("1, 2")/index_2("2, 1")/; s/^ *index_2 .*//; }' \
    'index_2 (2, 1): 1 behind 2, expected numbers that rise'
# 15 inputs without a load, of a gate and of the flip-flop, 16 a sense that is none
refused nangate 'pin (A) .*capacitance' '0,/pin (A)/ s/ capacitance : 1.6;//' 'pin (A): no capacitance, expected one'
refused ihp "$(in_cell ihp form_sg13_dfrbpq_1 'pin (RESET_B)')" '/cell (form_sg13_dfrbpq_1)/,/^  }/ s/\(pin (RESET_B).*\) capacitance : 0.003;/\1/' \
    'pin (RESET_B): no capacitance, expected one'
refused asap7 'timing_sense : positive_unate' 's/timing_sense : positive_unate/timing_sense : positive/' \
    'timing_sense : positive: expected positive_unate, negative_unate or non_unate'
refused nangate default_max_transition 's/default_max_transition .*/default_input_pin_cap : -1;/' 'default_input_pin_cap : -1: below 0, expected a load'
# What is not mapped to may be so; and what is meant may be written in other ways.
sound() { # sound FORM SCRIPT [PATTERN]: it is read, and the pattern is in the copy
    sed "$2" "$forms/$1_form.lib" >"$folder/$1_form.lib"
    ! cmp -s "$forms/$1_form.lib" "$folder/$1_form.lib" || fail "$1: does not apply: $2"
    "$overhead" library-copy "$folder/copy" "$folder/$1_form.lib" >"$folder/out" 2>&1 || fail "$1: expected to be read: $2" "$folder/out"
    shows "$1: $2" "$folder/copy/library.lib" "${3:-^library}"
}
weak='/cell (WEAK/,/^  }/'
sound nangate "$weak { s/!(A1 & A2)/!(A1 % A2/; s/area : 0.2/area : 0/; s/capacitance : 1.6;//; }"
sound nangate '/cell (DFFR_X1)/,/^  }/ { s/"!RN"/"!RN)"/; s/area : 5.32/area : 0/; s/timing ()/other ()/; }'
sound nangate '/cell (DLH_X1)/,/^  }/ { s/enable : "G"/enable : "G ("/; s/area : 2.66/area : 0/; s/capacitance : 1.6;//; }'
sound nangate 's/^  cell (FILLCELL_X1).*/&\n  cell (FILL_2) { area : 0; }\n  cell (TIE) { area : 0; pin (Z) { direction : output; function : "1"; } }/'
sound nangate "s/!(A1 & A2)/((A1 A2)) '/"
sound nangate '0,/pin (A)/ s/ capacitance : 1.6;/ rise_capacitance : 1.5; fall_capacitance : 1.7;/' 'rise_capacitance : 1.5;'
sound nangate 's/^  default_max_transition.*/&\n  default_input_pin_cap : 1.7;/; 0,/pin (A)/ s/ capacitance : 1.6;//' '^ *capacitance : 1.7;$'

# Said before anything is read: of names that are no files, of layouts that are none.
said() { # said LIBRARY LEF MESSAGE
    seen=$(LIBRARY=$1 LEF=$2 sh "${scripts:-synth_estimates}/library.sh" - "$folder/own" "$1" 2>&1)
    [ "$? $seen" = "2 $3" ]
}
: >"$folder/empty.lef"
blank='LIBRARY: only blanks, expected Liberty files'
said ' ' '' "$blank" || fail "blanks: seen '$seen', expected '$blank'"
said "$folder" '' "$folder: a directory, expected a file" || fail "a directory: seen '$seen'"
said "$forms/ihp_form.lib" "$folder" "$folder: a directory, expected a file" || fail "a directory of layouts: seen '$seen'"
layouts="$folder/empty.lef: no MACRO, expected a LEF file"
said "$forms/ihp_form.lib" "$folder/empty.lef" "$layouts" || fail "no layouts: seen '$seen'"
DONT_USE=/no/such.list said "$forms/ihp_form.lib" '' 'DONT_USE: /no/such.list: no such file, expected one of names of cells' || fail "a list that is not there: seen '$seen'"
scripts=$folder/scripts
cp -r synth_estimates "$scripts"
plant_copy synth_estimates/place.sh "$scripts/place.sh" '/only blanks/d' && said ' ' '' "$blank" && fail "not noticed: blanks"
plant_copy synth_estimates/place.sh "$scripts/place.sh" '/-d "$place_file"/s/.*/:/' && said "$folder" '' "$folder: a directory, expected a file" &&
    fail "not noticed: a directory"
plant_copy synth_estimates/place.sh "$scripts/place.sh" 's/grep -q/: -q/' && said "$forms/ihp_form.lib" "$folder/empty.lef" "$layouts" &&
    fail "not noticed: no layouts"

# Whatever the bytes, it ends with 0 or 2: every 97th byte is changed, one after another, and the file ends there.
size=$(wc -c <$forms/ihp_form.lib)
at=1
while [ "$at" -lt "$size" ]; do
    for byte in '}' '"' '\0' '('; do
        { head -c "$at" $forms/ihp_form.lib; printf "$byte"; [ $((at % 2)) = 0 ] || tail -c +$((at + 2)) $forms/ihp_form.lib; } >"$folder/bytes.lib"
        "$overhead" library-copy "$folder/copy" "$folder/bytes.lib" >"$folder/out" 2>&1
        status=$?
        { [ "$status" = 0 ] || [ "$status" = 2 ]; } && continue
        echo "byte $at as $byte: exit $status, expected 0 or 2"
        exit 1
    done
    at=$((at + 97))
done
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "a () { " }' >"$folder/deep.lib"
"$overhead" library-copy "$folder/copy" "$folder/deep.lib" >"$folder/out" 2>&1
[ $? = 2 ] && grep -q 'more than 32 groups in one another, expected fewer$' "$folder/out" || fail "groups in groups" "$folder/out"
awk '/function : "!A"/ { printf "function : \""; for (i = 0; i < 1000000; i++) printf "!"; print "A\";"; next } { print }' \
    "$forms/asap7_form.lib" >"$folder/nots.lib"
"$overhead" library-copy "$folder/copy" "$folder/nots.lib" >"$folder/out" 2>&1
[ $? = 2 ] && grep -q '!!!, expected fewer brackets and ! in one another$' "$folder/out" || fail "nots of nots" "$folder/out"
awk 'BEGIN { printf "a : "; for (i = 0; i < 300000; i++) printf "b " }' >"$folder/long.lib"
"$overhead" library-copy "$folder/copy" "$folder/long.lib" >"$folder/out" 2>&1
[ $? = 2 ] && grep -q 'long.lib:1: expected ; behind a value in a Liberty file$' "$folder/out" || fail "a long value" "$folder/out"
echo "$tried faults are refused by file and line"
[ "$failures" = 0 ]
