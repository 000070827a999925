#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: test-packages
# The pictures of the results pages are those of the tables in the pages (make figures), bars have the values of the
# tables on them, and no picture of any page has gnuplot's marks in `currentColor`, with which WeasyPrint ends. Shown to
# fail: another value in a table, a picture as gnuplot leaves it.
set -u
. tests/lib.sh
work=$BUILD/redrawn
rm -rf "$work" && mkdir -p "$work" || exit 1
for paper in oaws ccws kaws bucl owl; do
    sh sim/campaign/redraw.sh $paper "$work/$paper" || complain "$paper: not drawn"
    for picture in docs/figures/$paper/*.svg; do
        cmp -s "$picture" "$work/$paper/${picture##*/}" || complain "$picture is not that of the page's table: make figures mends it"
    done
    [ "$(ls "$work/$paper"/*.svg | wc -l)" = "$(ls docs/figures/$paper/*.svg | wc -l)" ] || complain "$paper: another number of pictures"
done
# The main figure of each paper: every value of its table is on a bar.
for figure in oaws/fig8 ccws/fig9 kaws/fig5 bucl/fig7 owl/fig7; do
    missing=$(sed 1d "$work/$figure.dat" | cut -f 2- | tr "\t" "\n" | grep -vx -e - | sort | uniq -c | while read -r times value; do
        [ "$(grep -c "<text>$value</text>" "docs/figures/$figure.svg")" -ge "$times" ] || echo "$value"
    done | head -3 | paste -sd" " -)
    [ -z "$missing" ] || complain "docs/figures/$figure.svg has not: $missing"
done
marks() { grep -lE "<use [^>]*color=|id='gpPt" "$@"; }
found=$(find docs/figures -name '*.svg' | xargs grep -lE "<use [^>]*color=|id='gpPt")
[ -z "$found" ] || complain "gnuplot's marks: $found"

# Shown to fail.
sed 's/^| kmeans | 0\.[0-9]* | /| kmeans | 0.999 | /' docs/ccws_results.md >"$work/page.md"
sh sim/campaign/page_tables.sh "$work/page.md" ccws "$work/changed"
sh sim/campaign/draw.sh ccws "$work/changed"
cmp -s docs/figures/ccws/fig9.svg "$work/changed/fig9.svg" && complain "another value, the same picture"
cmp -s docs/figures/ccws/fig1.svg "$work/changed/fig1.svg" || complain "a table that did not change has another picture"
gnuplot -e "folder='$work/oaws'" sim/campaign/oaws.gnuplot 2>"$work/said"
marks "$work/oaws/fig12.svg" >/dev/null || complain "a picture as gnuplot leaves it has no marks"
echo "pictures: $(ls docs/figures/*/*.svg | wc -l), $failures failures"
[ "$failures" = 0 ]
