#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Each row of equivalent.txt, which says why no test can tell a mutant from the program, is of a line that its source has: one whose
# line is gone explains nothing. Shown to fail: a file and a line that are gone, something else in the line, a column too few.
set -u
. tests/lib.sh
work=$BUILD/equivalent
rm -rf "$work" && mkdir -p "$work" || exit 1
kept=tests/sim/mutants/equivalent.txt

stale() { # stale TABLE
    awk -F '\t' '
        NF != 6 { print "row " FNR ": seen " NF " columns, expected 6"; next }
        !seen[$1]++ { while ((getline line <$1) > 0) { sub(/^ */, "", line); has[$1, line] }; close($1) }
        !(($1, $5) in has) { print "row " FNR ": " $1 " has no line: " $5; next }
        !index($5, $3) { print "row " FNR ": in its line is no: " $3 }' "$1"
}
stale $kept >"$work/stale"
[ ! -s "$work/stale" ] || complain "$(head -n 1 "$work/stale")" "$work/stale"

noticed() { # noticed SCRIPT WORDS
    plant_copy $kept "$work/planted.txt" "$1" || return
    stale "$work/planted.txt" >"$work/stale"
    equal "$1" "$(cat "$work/stale")" "$2"
}
noticed '1s,^sim/policy/swl.c,sim/policy/slw.c,' 'row 1: sim/policy/slw.c has no line: swl->known = true;'
noticed '1s/known = true;/known = false;/' 'row 1: sim/policy/swl.c has no line: swl->known = false;'
noticed '1s/swl->known/swl->knows/' 'row 1: in its line is no: swl->knows = true'
noticed '1s/\t[^\t]*$//' 'row 1: seen 5 columns, expected 6'
[ "$failures" = 0 ]
