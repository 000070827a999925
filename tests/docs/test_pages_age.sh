#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A results page is of a program that counts what today's does in the short runs of tests/sim/baseline: not the same file, the
# same counts, and has every table of its campaign. A page that is older fails, but for those of to_be_measured.txt, which are
# printed; one of these that is not older any more fails, too. Shown to fail: a count that moves, a page of another program, a
# table that is missing, an entry that is out of date.
set -u
. tests/lib.sh
work=$BUILD/pages_age
figures=tests/sim/baseline/figures.csv
rm -rf "$work" && mkdir -p "$work/figures/owl" || exit 1

# judged PAGES FIGURES LIST [CAMPAIGNS]: a line for each page that is older and not in the list, and for each of the list that is not older
judged() {
    for page in "$1"/*_results.md; do
        paper=$(basename "$page" _results.md)
        [ -f "sim/campaign/papers/$paper.json" ] || continue              # not of a campaign
        if said=$(sh sim/campaign/page_age.sh "$page" "$2" ${4:+"$4"}); then
            ! grep -qx "$paper" "$3" || echo "$paper is in $3, but is not older: take it out"
        else
            grep -qx "$paper" "$3" && echo "to be measured: $said" >&2 || echo "$said"
        fi
    done
}
found=$(judged docs $figures tests/docs/to_be_measured.txt)
[ -z "$found" ] || complain "$found"
for paper in $(grep -v '^#' tests/docs/to_be_measured.txt); do
    [ -f "docs/${paper}_results.md" ] || complain "to_be_measured.txt: there is no page of $paper"
done

# --- shown to fail, with a page of today's program
page=$work/owl_results.md
printf '<!-- owl:begin (make results) -->\nMachine owl, program 0123456789abcdef.\n### Fig. 1: one, [%%]\n\n### Fig. 2: on two lines\n<!-- owl:end -->\n' >"$page"
mkdir "$work/campaigns" && cat >"$work/campaigns/owl.json" <<'END'
{"title": "No table", "figures": [
    {"id": "one", "shape": "kernels by system",
     "title": "Fig. 1: one, [%]", "parts": ["a b/c", "d e/f"]},
    {"id": "two", "shape": "kernels by part", "title": ["Fig. 2: on",
               "two lines"]}]}
END
{ echo '# program 0123456789abcdef'; sed -n '1p;/^owl,/p' $figures; } >"$work/figures/owl/baseline.csv"
: >"$work/none" && echo owl >"$work/owl"
says() { # says FIGURES LIST PATTERN
    judged "$work" "$1" "$2" "$work/campaigns" >"$work/said" 2>&1
    if [ -z "$3" ]; then [ ! -s "$work/said" ]; else grep -q "$3" "$work/said"; fi || complain "expected '$3', seen '$(cat "$work/said")'"
}
says $figures "$work/none" ''
says $figures "$work/owl" '^owl is in .*/owl, but is not older: take it out$'
awk -F , -v OFS=, '$1 == "owl" && !done { $13++; done = 1 } { print }' $figures >"$work/moved.csv"
says "$work/moved.csv" "$work/none" "^$page: older than what it simulates: 1 counts of [0-9]* runs are others, first: cycles of kmeans under lrr on owl was [0-9]* and is [0-9]*; measure it anew: make papers results PAPERS=owl\$"
says "$work/moved.csv" "$work/owl" '^to be measured: .*older than what it simulates'
awk -F , -v OFS=, '$1 == "gtx480" { $13++ } { print }' $figures >"$work/moved.csv"
says "$work/moved.csv" "$work/none" ''                                  # of a machine that the page has not
awk -F , -v OFS=, '{ $14 = $14 "," (NR == 1 ? "new.counter" : 7); print }' $figures | sed '5d;/^owl,owl,/d' >"$work/moved.csv"
says "$work/moved.csv" "$work/none" ''                                  # a counter more, runs less
grep -v '^owl,' $figures >"$work/moved.csv"
says "$work/moved.csv" "$work/none" 'it has no short run that is run today'
sed 's/"Fig. 2: on",/"Fig. 2: off",/; s/one, /One, /' "$work/campaigns/owl.json" >"$work/two.json"
cp "$work/campaigns/owl.json" "$work/kept.json"
cp "$work/two.json" "$work/campaigns/owl.json"
says $figures "$work/none" "^$page: lacks tables of its campaign (2), first: Fig. 1: One, \[%\]; measure"
says $figures "$work/owl" '^to be measured: .*lacks tables of its campaign (2)'
cp "$work/kept.json" "$work/campaigns/owl.json"
sed -i '/^### Fig. 2/d' "$page"
says $figures "$work/none" 'lacks tables of its campaign (1), first: Fig. 2: on two lines; measure'
sed -i '1s/.*/# program 1111111111111111/' "$work/figures/owl/baseline.csv"
says $figures "$work/none" 'baseline.csv is of another program than the page.s, 0123456789abcdef'
rm "$work/figures/owl/baseline.csv"
says $figures "$work/none" 'what its program counted was not kept'
echo "$failures failures"
[ "$failures" = 0 ]
