#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# The two lines of docs/reproducing.md that make OAWS's Fig. 4 are run, on a small graph: ages without a gap, a distribution that
# rises to 100 %, entries of the loads that the table names as divergent; up to age 7 all kernels' tables hold issue.held_oldest_8 of
# issue.held. Shown to fail: each, by a table with one number or one row changed.
set -u
. tests/lib.sh
build=$(cd "$BUILD" && pwd)
work=$build/mshrs_by_age
rm -rf "$work" && mkdir -p "$work" || exit 1
sed -n '/^## Fig\. 4 of OAWS$/,/^## The/p' docs/reproducing.md | sed -n '/^```$/,/^```$/p' | grep -v '^```' >"$work/page"
[ "$(wc -l <"$work/page")" = 2 ] || complain "expected two lines, seen $(cat "$work/page")"
sed -n '1s/--size paper/--size 2048/p' "$work/page" | sed "s,^warplock,\"$build/warplock\"," >"$work/run"
sed -n 2p "$work/page" >"$work/step"
(cd "$work" && sh ./run) || complain "the run failed: $(cat "$work/run")"
sed 's/--per-age/--json/; s/>.*/>counters.json/' "$work/run" >"$work/count"
(cd "$work" && sh ./count) || complain "the run failed: $(cat "$work/count")"
counter() { awk -F '[:,]' -v name="\"$1\"" '$1 ~ name "$" { print $2 + 0; exit }' "$work/counters.json"; }
held=$(counter held) oldest=$(counter held_oldest_8)
[ "${held:-0}" -gt "${oldest:-0}" ] && [ "${oldest:-0}" -gt 0 ] || complain "issue.held $held, issue.held_oldest_8 $oldest"

# What is wrong with a report, a line each.
wrong() { # wrong FOLDER, with its fig4.txt
    (cd "$1" && sh "$work/step") >"$1/curve" || echo "the second line fails"
    awk '$1 != NR - 1 { print "age " NR - 1 " is missing"; exit } $2 < before { print "falls at age " $1 } { before = $2 }
        NF != 4 || $3 !~ /^[0-9.]+$/ { if ($1 < 8) print "no entries at age " $1 }
        END { if (NR < 9 || before != 100) print "ends at age " $1 " with " before }' "$1/curve"
    awk '/, by age of the warp$/ { tables++ } tables == 1 && $1 == "age" { print $5, $6, $7, $8, $9, $10, $12, NF }' "$1/fig4.txt" |
        grep -qx 'held to here% loads entries line line 13' || echo "the columns are others"
    awk -v held="$held" -v oldest="$oldest" '/, by age of the warp$/ { tables++ }
        tables && $1 ~ /^[0-9]+$/ { all += $4; if ($1 < 8) old += $4 }
        END { if (all != held || old != oldest) print "held " all ", up to age 7 " old ", expected " held ", " oldest }' "$1/fig4.txt"
}
found=$(wrong "$work")
[ -z "$found" ] || complain "$found"

# --- shown to fail
noticed() { # noticed SED PATTERN
    plant_copy "$work/fig4.txt" "$work/planted/fig4.txt" "$1" || return
    wrong "$work/planted" >"$work/found"
    if grep -q "$2" "$work/found"; then echo "noticed: $2"; else complain "expected $2, seen $(cat "$work/found")"; fi
}
noticed '0,/^ *3 /{/^ *3 /d}' '^age 3 is missing$'
noticed '0,/^ *5 /s/^\( *5  *[0-9]*  *[0-9.]*  *[0-9]* *\) [0-9.]*/\1 1.0/' '^falls at age 5$'
noticed '0,/^ *6 /s/^\( *6  *[0-9]*  *[0-9.]*  *\)[0-9]*/\17/' '^held [0-9]*, up to age 7 [0-9]*, expected'
noticed 's/  entries /  accesses /' '^the columns are others$'
echo "$failures failures"
[ "$failures" = 0 ]
