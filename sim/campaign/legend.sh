#!/bin/sh
# legend.sh PAGE: brings the two generated tables of docs/legend.md up to date, between their markers: the claims of the
# papers (claims_<paper>.def) and the names of benchmarks that the papers print (benchmarks_<paper>.def).
set -eu
page=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# A row's first nine columns are strings; a row may go over several lines.
claims() {
    printf '| code | paper | where | what the paper claims | claimed |\n| --- | --- | --- | --- | --- |\n'
    for paper in oaws ccws kaws bucl owl; do
        awk -v paper="$(echo $paper | tr a-z A-Z)" '
            function flush(    text, n, part) {
                if (row == "") return
                n = 0
                while (match(row, /"[^"]*"/)) {
                    part[++n] = substr(row, RSTART + 1, RLENGTH - 2)
                    row = substr(row, RSTART + RLENGTH)
                    if (match(row, /^ *"/)) { row = substr(row, RLENGTH); part[n] = part[n] "\001" }
                }
                text = part[9]
                for (i = 10; part[i - 1] ~ /\001$/; i++) text = text part[i]
                gsub(/\001/, "", text)
                printf "| %s | %s | %s | %s | %s %s |\n", part[1], paper, part[2], text, part[7], part[8]
                row = ""
            }
            /^CLAIM\(/ { flush(); row = $0; next }
            /^[^ ]/ { flush() }
            row != "" { row = row $0 }
            END { flush() }' "sim/campaign/claims_$paper.def"
    done
}
benchmarks() {
    printf '| name in a paper | bundled kernel | paper |\n| --- | --- | --- |\n'
    for paper in oaws ccws kaws bucl owl; do
        sed -nE "s/^BENCHMARK(_SAYS)?\(\"([a-z0-9_]+)\", *\"([^\"]*)\".*/| \3 | \`\2\` | $(echo $paper | tr a-z A-Z) |/p" \
            "sim/campaign/benchmarks_$paper.def"
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
