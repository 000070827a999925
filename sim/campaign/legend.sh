#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# legend.sh PAGE: brings the two generated tables of docs/legend.md up to date, between their markers: the claims of the
# papers and the names of benchmarks that the papers print, out of the campaign files (sim/campaign/papers).
set -eu
page=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
file_of() { case $1 in oaws) echo sim/campaign/papers/oaws_paper.json ;; *) echo "sim/campaign/papers/$1.json" ;; esac; }

# objects LIST KEY...: of each object of a list of the file the texts of the keys, divided by tabs. A text may be a list of
# lines. Objects begin and end as the files have them: `{` in column 5, `}` at the end of a line.
objects() {
    list=$1
    shift
    awk -v list="  \"$list\": [" -v keys="$*" '
        function value(object, key,    text, line) {
            if (!match(object, "\"" key "\": *")) return ""
            object = substr(object, RSTART + RLENGTH)
            if (object !~ /^\[/) { match(object, /^"[^"]*"/); return substr(object, 2, RLENGTH - 2) }
            object = substr(object, 2, index(object, "]") - 2)
            while (match(object, /"[^"]*"/)) {
                line = substr(object, RSTART + 1, RLENGTH - 2); text = text (text == "" ? "" : " ") line
                object = substr(object, RSTART + RLENGTH)
            }
            return text
        }
        index($0, list) == 1 { inside = 1; next }
        inside && /^  \]/ { inside = 0 }
        inside {
            object = object $0
            if ($0 !~ /\},?$/ || ($0 ~ /^     "says"/ && $0 !~ /\}\},?$/)) next
            n = split(keys, key, " ")
            for (i = 1; i <= n; i++) printf "%s%s", value(object, key[i]), i < n ? "\t" : "\n"
            object = ""
        }' "$(file_of "$paper")"
}
claims() {
    printf '| code | paper | where | what the paper claims | claimed |\n| --- | --- | --- | --- | --- |\n'
    for paper in oaws ccws kaws bucl owl; do
        objects claims id section words value unit |
            awk -F '\t' -v paper="$(echo $paper | tr a-z A-Z)" '{ printf "| %s | %s | %s | %s | %s %s |\n", $1, paper, $2, $3, $4, $5 }'
    done
}
benchmarks() {
    printf '| name in a paper | bundled kernel | paper |\n| --- | --- | --- |\n'
    for paper in oaws ccws kaws bucl owl; do
        objects kernels kernel printed |
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
