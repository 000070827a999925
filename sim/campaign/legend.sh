#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# legend.sh PAGE: brings the generated table of docs/legend.md up to date, between its markers: the names of benchmarks that each
# paper prints, out of the campaign files (sim/campaign/papers).
set -eu
. "$(dirname "$0")/papers.sh"
page=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
benchmarks() {
    printf '| paper | its name: our kernel |\n| --- | --- |\n'
    for paper in $papers; do
        printf '| %s | ' "$(echo "$paper" | tr a-z A-Z)"
        objects "$paper" kernels kernel printed | awk -F '\t' '$2 != "" { print $2 ": `" $1 "`" }' |
            LC_ALL=C sort -u | paste -sd';' | sed 's/;/; /g; s/$/ |/'
    done
}
grep -q "<!-- benchmarks:begin" "$page" && grep -q "<!-- benchmarks:end" "$page" || { echo "$page: no markers for benchmarks" >&2; exit 2; }
{ sed "/<!-- benchmarks:begin/q" "$page"; benchmarks; sed -n "/<!-- benchmarks:end/,\$p" "$page"; } >"$folder/page"
cmp -s "$folder/page" "$page" || cat "$folder/page" >"$page"
