#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# page.sh REPORT.tsv TEMPLATE [DOCS]: prints a page (page.awk) of the report's tables, of the estimate of wires (wires.tsv, WIRES=file:
# another), of memories as macros (memories.tsv, MEMORIES=file), of adder cells (adders.tsv), what the papers' claims came to
# (DOCS/figures/PAPER/claims.dat), and IPC with tags in a macro (DOCS/ccws.md). DOCS is docs when left out. Exit 2 with the place of what is not there.
set -eu
report=$1 template=$2 docs=${3:-docs}
data=$(mktemp)
trap 'rm -f "$data"' EXIT
cat "$report" "${WIRES:-$(dirname "$0")/wires.tsv}" "${MEMORIES:-$(dirname "$0")/memories.tsv}" "$(dirname "$0")/adders.tsv" >"$data"
# Where a block stands, and which blocks base has.
printf '#places\tword block\tword kind\n#parts\tword system\tword block\n' >>"$data"
sed -nE -e 's/^PLACE\(([a-z_]*), ([A-Z]*),.*/places\t\1\t\2/p' -e 's/^PART\(([a-z]*), ([a-z_]*),.*/parts\t\1\t\2/p' \
    "$(dirname "$0")/../rtl_c/places.def" "$(dirname "$0")/systems.def" >>"$data"
printf '#ipc\tword paper\tword claim\tnumber claimed\tnumber measured\n' >>"$data"
for claims in "$docs"/figures/*/claims.dat; do
    paper=${claims%/claims.dat}
    awk -F '\t' -v paper="${paper##*/}" '$4 != "-" { printf "ipc\t%s\t%s\t%s\t%s\n", paper, $1, $3, $4 }' "$claims" >>"$data"
done
printf '#ccws_macro\tword kernel\tnumber IPC, flip-flops\tnumber IPC, macro\tnumber change, %%\n' >>"$data"
sed -n '/<!-- ccws_macro_table:begin/,/<!-- ccws_macro_table:end/s/^| \(.*\) |$/\1/p' "$docs/ccws.md" | tr -d '`' |
    awk -F ' *[|] *' -v OFS='\t' 'NR > 2 { $1 = "ccws_macro" OFS $1; print }' >>"$data"
awk -v figures="$docs/figures/overhead" -f "$(dirname "$0")/page.awk" "$data" "$template"
