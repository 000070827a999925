#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: mutants-sim/mutate
# The mutants of `make mutants-sim` on a source with one form of each kind: without one in force it does what it did, of each
# kind there are some, none stands in a constant or in a macro, each is reached or said not to be, and each changes what is
# printed but those of the function whose value nobody looks at. A whole campaign finds that one, and a test that is blind.
set -u
. tests/lib.sh
work=$BUILD/tests/sim/mutants
rm -rf "$work" && mkdir -p "$work"
here=tests/sim/mutants

"$BUILD/mutants-sim/mutate" $here/example.c 5000 "$work/list" -std=c11 -I. >"$work/mutated.c" || fail "it cannot be read"
gcc -std=c11 -w -I. -o "$work/mutated" "$work/mutated.c" && gcc -std=c11 -w -I. -o "$work/plain" $here/example.c || exit 1
"$work/plain" >"$work/want"
head -c 1048576 /dev/zero >"$work/reached"
MUTANTS_REACHED=$work/reached "$work/mutated" >"$work/got" && cmp -s "$work/want" "$work/got" || complain "without a mutant: $(cat "$work/got")"

for kind in operator logic condition loop constant statement return arguments half; do
    cut -f5 "$work/list" | grep -qx $kind || complain "no mutant of the kind $kind"
done
# Lines of macros, enumerations, tables, case labels and sizes.
for words in '#define' 'enum {' '_Static_assert' 'static const' 'case 2'; do
    line=$(grep -nF "$words" $here/example.c | head -n 1 | cut -d: -f1)
    [ "$words" = 'case 2' ] || ! cut -f3 "$work/list" | grep -qx "$line" || complain "a mutant in the line of '$words'"
done
! cut -f6 "$work/list" | grep -qE 'TWICE|ROOM|2 [+] 1' || complain "a mutant in a macro or in a constant"
! awk -F '\t' '$5 == "half" && $6 == "0"' "$work/list" | grep -q . || complain "a half of 0"
line=$(grep -nF "= malloc" $here/example.c | cut -d: -f1)
! awk -F "\t" -v line="$line" '$3 == line && $5 != "statement"' "$work/list" | grep -q . || complain "more room is a mutant"
[ "$(cut -f1 "$work/list" | sort -un | wc -l)" = "$(wc -l <"$work/list")" ] && [ "$(head -n 1 "$work/list" | cut -f1)" = 5000 ] || complain "numbers are not of their own"

blind=$(grep -n '^static int unasked' $here/example.c | cut -d: -f1)
last=$(grep -n 'return unasked' $here/example.c | cut -d: -f1)
# A mutant whose value is always the program's own is not reached.
same=$(awk -F '\t' '$6 == "|" && $7 == "&" { print $1 }' "$work/list")
LC_ALL=C grep -obUaP '\x01' "$work/reached" | grep -q "^$same:" && complain "a mutant that changes no value is reached"
while IFS='	' read -r number path line column kind seen instead; do
    (ulimit -t 2; MUTANT_IN_FORCE=$number "$work/mutated" 2>/dev/null | head -c 10000 >"$work/got")
    if cmp -s "$work/want" "$work/got"; then
        [ "$line" = "$blind" ] || [ "$line" = "$last" ] || [ "$number" = "$same" ] || complain "mutant $number shows nowhere: line $line, $column: $kind: $seen"
    elif [ "$line" = "$blind" ]; then
        complain "mutant $number shows: line $line, $column"
    fi
done <"$work/list"
# A tool that goes into macros changes what runs.
plant_copy $here/expressions.c "$work/tests/sim/mutants/expressions.c" 's/if (is_a_macro(extent_of(cursor))) return;//' || exit 1
# shellcheck disable=SC2046
gcc -std=c11 -D_GNU_SOURCE -w -I. -o "$work/wrong" $here/mutate_main.c $here/edits.c $here/source.c $here/tree.c $here/operators.c \
    $here/statements.c "$work/tests/sim/mutants/expressions.c" $(make -s show-libclang) || exit 1
"$work/wrong" $here/example.c 5000 "$work/list" -std=c11 -I. >"$work/mutated.c" && gcc -std=c11 -w -I. -o "$work/mutated" "$work/mutated.c" 2>/dev/null &&
    "$work/mutated" | cmp -s - "$work/want" && complain "mutants in a macro are not noticed"
# A test that includes a source has its mutants.
printf '#include "sim/report/number.c" // the whole of it\nint main(void) { return 0; }\n' >"$work/includes.c"
MUTATE=$BUILD/mutants-sim/mutate REAL_GCC=$(command -v gcc) MUTANTS_OF=sim/report \
    sh $here/path/gcc -std=c11 -D_GNU_SOURCE -I. -c "$work/includes.c" -o "$work/includes.o" && nm "$work/includes.o" | grep -q mutant_in_force ||
    complain "a test that includes a source has none of its mutants"
reached=$(LC_ALL=C grep -obUaP '\x01' "$work/reached" | wc -l)
echo "$(wc -l <"$work/list") mutants, $reached reached"
[ "$reached" -ge 85 ] || complain "$reached mutants are reached"
echo "$failures failures"
[ "$failures" = 0 ]
