#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Every results page that is measured, that is not in to_be_measured.txt, is made of the repository's store byte for byte, pictures
# included (make papers STORED=1), with this gnuplot's version aside. So are docs/compare.md, and the table of tags in a macro in docs/ccws.md.
# tests/sim/campaign/test_packed.sh shows it to fail; of the table a digit in the page.
set -u
. tests/lib.sh
work=$BUILD/pages_stored
packed=sim/campaign/papers/results.sqlite.xz
rm -rf "$work" && mkdir -p "$work" || exit 1
ln -s ../warplock "$work/warplock"
papers=$(cd sim/campaign/papers && for page in ../../../docs/*_results.md; do
    paper=$(basename "$page" _results.md)
    [ ! -f "$paper.json" ] || grep -qx "$paper" ../../../tests/docs/to_be_measured.txt || echo "$paper"
done)
if [ -n "$papers" ] && [ ! -s "$packed" ]; then
    complain "$packed: missing; expected what the pages of these are made of: $papers (make store)"
elif [ -n "$papers" ]; then
    [ "$(wc -c <"$packed")" -le 20000000 ] || complain "$packed is larger than 20 MB"
    tier_is_all || papers=$(echo "$papers" | head -n 1)
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -o "$work/warplock" BUILD="$work" STORED=1 PAPERS="$(echo $papers)" papers >"$work/out" 2>&1 ||
        complain "make papers STORED=1: $(tail -n 8 "$work/out")"
    for paper in $papers; do
        grep -q "^docs/${paper}_results.md: byte for byte\$" "$work/out" || complain "$paper is not made of the store"
    done
fi
# The comparison, of a store of its own.
mkdir -p "$work/docs" && cp docs/compare.md "$work/docs/"
env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -o "$work/warplock" BUILD="$work" STORED=1 PAGES="$work/docs" compare >"$work/out" 2>&1 ||
    complain "make compare STORED=1: $(tail -n 8 "$work/out")"
for file in compare.md figures/compare/gains.svg; do
    cmp "docs/$file" "$work/docs/$file" || complain "docs/$file is not made of the store"
done
# The table of CCWS with its tags in a macro, of another.
macro_table() { # macro_table PAGE: whether make ccws-macro leaves it as it is
    cp "$1" "$work/docs/ccws.md"
    env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -o "$work/warplock" BUILD="$work" STORED=1 PAGES="$work/docs" ccws-macro >"$work/out" 2>&1 ||
        complain "make ccws-macro STORED=1: $(tail -n 8 "$work/out")"
    cmp -s "$1" "$work/docs/ccws.md"
}
macro_table docs/ccws.md || complain "docs/ccws.md is not made of the store"
plant_copy docs/ccws.md "$work/ccws.md" '/^| .bfs. | /s/[0-9] /x /' && macro_table "$work/ccws.md" && complain 'a digit of docs/ccws.md is not noticed'
echo "made of the store: ${papers:-none, all are to be measured}; $failures failures"
[ "$failures" = 0 ]
