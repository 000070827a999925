#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# docs/hardware.md is the contract that the tree cites: every section that is cited as `hardware.md section 1.1`, in C,
# Verilog, tests or pages, is a heading of it; every D-n and E-n in the tree is an entry of it, one, and no other page
# has such an entry. Shown to fail: a section, a decision and an example that are not there, a second entry.
set -u
. tests/lib.sh
work=$BUILD/contract
rm -rf "$work" && mkdir -p "$work" || exit 1

files() { find README.md docs rtl_c verilog sim tb synth_estimates tests -type f \( -name '*.[chv]' -o -name '*.md' -o -name '*.def' -o -name '*.sh' \
    -o -name '*.csv' -o -name '*.cpp' -o -name '*.ini' \) ! -path tests/docs/test_contract.sh; }
# The sections cited in the files of the list in standard input: "1.1 FILE". A citation may go over the end of a line,
# behind which C and Verilog have a mark of a comment.
cited() {
    xargs awk '
        function sections(text,    n, i, word) {
            while (match(text, /hardware\.md[`)\]]*(\(hardware\.md\))?,?( sections?)? [0-9][0-9]?(\.[0-9])?((,| and|, and| to) [0-9](\.[0-9])?)*/)) {
                n = split(substr(text, RSTART, RLENGTH), word, /[ ,]+/)
                for (i = 1; i <= n; i++) if (word[i] ~ /^[0-9][0-9.]*$/) print word[i], FILENAME
                text = substr(text, RSTART + RLENGTH)
            }
        }
        FNR == 1 { before = "" }
        {
            line = $0; sub(/^[ \t]*(\/\/|#|\*)?[ \t]*/, "", line)
            if (before ~ /hardware\.md[^ ]*( sections?)?$/) sections(before " " line)
            sections($0); before = $0
        }'
}
# headings PAGE, entries PAGE: what there is to cite.
headings() { sed -nE 's/^##+ ([0-9]+(\.[0-9]+)?)\.? .*/\1/p' "$1"; }
entries() { sed -nE 's/^(- |\| )\*\*([DE]-[0-9]+)\*\*.*/\2/p' "$1"; }
codes() { xargs grep -ohE '\b[DE]-[0-9]+\b' | sort -u; }
# broken PAGE: what the files cite and PAGE has not, and what it has twice.
broken() {
    headings "$1" | sort >"$work/headings"
    entries "$1" | sort >"$work/entries"
    uniq -d "$work/headings"; uniq -d "$work/entries"
    sort -u "$work/cited" | awk 'NR == FNR { is[$1]; next } !($1 in is) { print "section " $1 ", cited in " $2 }' "$work/headings" -
    comm -13 "$work/entries" "$work/codes"
}
files | cited >"$work/cited"
files | codes >"$work/codes"
[ "$(wc -l <"$work/cited")" -ge 80 ] || complain "only $(wc -l <"$work/cited") citations are found"
[ "$(grep -c '^D-' "$work/codes")" -ge 43 ] && [ "$(grep -c '^E-' "$work/codes")" -ge 13 ] || complain "codes are not found"
broken docs/hardware.md >"$work/broken"
[ ! -s "$work/broken" ] || complain "docs/hardware.md lacks, or has twice: $(paste -sd';' "$work/broken")"
for page in docs/*.md; do
    [ "$page" = docs/hardware.md ] && continue
    sed -nE 's/^\| \**([DE]-[0-9]+)\**: .*/\1/p' "$page" | grep -q . && complain "$page has an entry of the contract's own"
done

# Shown to fail.
notices() { # notices WHAT SED-SCRIPT
    sed "$2" docs/hardware.md >"$work/planted.md"
    cmp -s docs/hardware.md "$work/planted.md" && complain "the plant $1 changes nothing"
    broken "$work/planted.md" | grep -q . || complain "not noticed: $1"
}
notices "a section is gone" '/^### 1\.2 /d'
notices "a decision is gone" 's/\*\*D-16\*\*/D-16/'
notices "an example is gone" '/^| \*\*E-7\*\*/d'
notices "a decision stands twice" 's/^- \*\*D-17\*\*/- **D-18**/'
printf '// hardware.md\n// section 1.9\n' >"$work/over_lines.h"
echo "$work/over_lines.h" | cited | grep -q '^1.9 ' || complain "a citation over two lines is not seen"
printf 'hardware.md sections 6 and 7.9\n' >"$work/two.h"
echo "$work/two.h" | cited | grep -q '^7.9 ' || complain "the second of two sections is not seen"
echo "the contract: $(wc -l <"$work/cited") citations, $(wc -l <"$work/codes") codes, $failures failures"
[ "$failures" = 0 ]
