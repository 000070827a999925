#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# legend.sh PAGE: brings the two generated tables of docs/legend.md up to date, between their markers: the claims of the
# papers and the names of benchmarks that the papers print, out of the campaign files (sim/campaign/papers).
set -eu
. "$(dirname "$0")/papers.sh"
page=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
claims() {
    printf '| code | paper | where | what the paper claims | claimed |\n| --- | --- | --- | --- | --- |\n'
    for paper in $papers; do
        objects "$paper" claims id section words value unit |
            awk -F '\t' -v paper="$(echo $paper | tr a-z A-Z)" '{ printf "| %s | %s | %s | %s | %s %s |\n", $1, paper, $2, $3, $4, $5 }'
    done
}
benchmarks() {
    printf '| name in a paper | bundled kernel | paper |\n| --- | --- | --- |\n'
    for paper in $papers; do
        objects "$paper" kernels kernel printed |
            awk -F '\t' -v paper="$(echo $paper | tr a-z A-Z)" '$2 != "" { printf "| %s | `%s` | %s |\n", $2, $1, paper }'
    done | LC_ALL=C sort | awk -F'|' '
        $2 != name || $3 != kernel { if (name != "") print "|" name "|" kernel "|" papers " |"; name = $2; kernel = $3; papers = ""; }
        { paper = $4; gsub(/ /, "", paper); papers = papers (papers == "" ? " " : ", ") paper }
        END { print "|" name "|" kernel "|" papers " |" }'
}
for table in claims benchmarks; do
    grep -q "<!-- $table:begin" "$page" && grep -q "<!-- $table:end" "$page" || { echo "$page: no markers for $table" >&2; exit 2; }
    { sed "/<!-- $table:begin/q" "$page"; $table; sed -n "/<!-- $table:end/,\$p" "$page"; } >"$folder/page"
    cmp -s "$folder/page" "$page" || cat "$folder/page" >"$page"
done
