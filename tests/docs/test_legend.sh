#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: warplock
# Every code (O1, D-4, W0, n48_s2 …) in the pages, the headers, the tables and what the program prints, and every name
# in capitals in the pages, stands in docs/legend.md, a claim in docs/claims.md, a decision or an example in docs/hardware.md; its
# generated table is that of the benchmarks. Shown to fail: a code, a name and a configuration that it lacks.
set -u
. tests/lib.sh
work=$BUILD/legend
claims=docs/claims.md contract=docs/hardware.md
rm -rf "$work" && mkdir -p "$work" || exit 1

# What a reader sees: prose of pages, comments of headers, Verilog and tables, golden output, figures' tables. Code
# spans, help texts, addresses of pages and pictures, and comments of HTML are none of it. A paragraph is one line here.
prose() {
    awk 'FNR == 1 { code = 0 } /<!-- (commands|options):begin/ { code = 1 } /<!-- (commands|options):end/ { code = 0 } /^```/ { code = !code; next } code || /^    / || /^\$ / { next }
        /^[|#]/ || !NF { if (text != "") print text; text = ""; print; next } { text = text (text == "" ? "" : " ") $0 }
        END { if (text != "") print text }' "$@" |
        sed -E 's/`[^`]*`//g; s/\]\([^)]*\)/]/g; s/<!--.*-->//g; s/"[^"]*"//g'
}
shown() {
    cat "$@"
    find rtl_c verilog tb sim -name '*.[hv]' -o -name '*.def' | xargs sed -n 's,.*//,,p'
    cat tests/sim/cli/golden/*.out docs/figures/*/claims.dat
}
# A capital letter or up to three, a number: not a part of a word, of an option or of a number.
codes() { grep -oP '(?<![-A-Za-z0-9_\[{./#$"%])[A-Z]{1,2}-?[0-9]{1,2}(\.[a-z_]+)*(?![A-Za-z0-9_(])' | sort -u; }
# README is a file's name, FOLDER a placeholder, PATH the shell's variable.
names() { grep -oP '(?<![-A-Za-z0-9_./])[A-Z][A-Z0-9]*[A-Z](?=s?(?![A-Za-z0-9_]))' | grep -vxE 'README|FOLDER|PATH' | sort -u; }
# known PAGE: the words of the first column of its tables, and of the benchmarks' rows, as "BFS: words; GC: words", what stands before
# the colons; claims, decisions and examples. "`W0` … `W4`, `w0`", "LRR, RR" are several.
known() {
    { awk -F'|' '/^\|/ { print $2 }' "$1" | tr -d '`'
      awk -F'|' '/^## / { lists = /^## Names of benchmarks$/ } lists && /^\|/ { print $3 }' "$1" |
          tr ';' '\n' | sed -n 's/^ *\([^:]*\):.*/\1/p'
      sed -n 's/^| \([A-Z][0-9]*\) |.*/\1/p' "$claims"
      sed -nE 's/^(- |\| )\*\*([DE]-[0-9]+)\*\*.*/\2/p' "$contract"; } | awk '
        / … / { split($0, end, / … |,/); from = end[1]; to = end[2]; gsub(/[^0-9]/, "", from); gsub(/[^0-9]/, "", to)
                letter = end[1]; gsub(/[^A-Z]/, "", letter); for (i = from; i <= to; i++) print letter i }
        { print }' | sed 's/(.*//' | tr ',/' '\n\n' | sed 's/^ *//; s/ *$//' | grep . | sort -u
}
# lacking PAGE: codes and names that it has not. A part of a claim (O32.fcl) is one of claims.csv, and its claim stands
# there.
lacking() {
    known "$1" >"$work/known"
    { cut -d, -f1 synth_estimates/claims.csv | grep '\.'; cat "$work/known"; } | sort -u >"$work/known_codes"
    comm -23 "$work/codes" "$work/known_codes"
    comm -23 "$work/names" "$work/known"
    comm -23 "$work/parts" "$work/known_parts"
}
# Every name in capitals that README.md uses is in words where it stands first: "a streaming multiprocessor (SM)", or in
# the row of a table whose next column is words.
unexplained() { # unexplained PAGE
    prose "$1" >"$work/prose"
    names <"$work/prose" | grep -vx NVIDIA | while read -r name; do
        awk -v name="$name" '
            match($0, "(^|[^-A-Za-z0-9_./])" name "s?([^A-Za-z0-9_]|$)") {
                first = substr($0, RSTART, 1)
                if (first != "(" && !(first == "[" && index($0, "| [" name "] | "))) print name
                exit
            }' "$work/prose"
    done
}
shown README.md docs/[!l]*.md docs/l[!e]*.md >"$work/shown"
codes <"$work/shown" >"$work/codes"
prose README.md docs/[!l]*.md docs/l[!e]*.md | names >"$work/names"
# Configurations are written as the table of the legend writes their parts.
parts() { tr '_' '\n' | sed 's/[0-9]*$//' | sort -u; }
sed -nE 's/^CONFIG\([a-z_]*, *([a-z0-9_]*).*/\1/p' rtl_c/configs.def | parts >"$work/parts"
known_parts() { sed -n '/^## Configurations/,/^## /s/^| \(`[^|]*\) |.*/\1/p' "$1" | tr -d '` ' | tr ',' '\n' | parts; }
known_parts docs/legend.md >"$work/known_parts"
[ "$(wc -l <"$work/codes")" -ge 160 ] && [ "$(wc -l <"$work/names")" -ge 100 ] && [ "$(wc -l <"$work/parts")" -ge 12 ] ||
    complain "codes, names and parts are not found: $(wc -l "$work/codes" "$work/names" "$work/parts" | paste -sd' ')"
lacking docs/legend.md >"$work/lacking"
[ ! -s "$work/lacking" ] || complain "docs/legend.md lacks $(paste -sd' ' "$work/lacking")"
[ -z "$(unexplained README.md)" ] || complain "README.md does not say in words what it is: $(unexplained README.md | paste -sd' ')"
# The generated tables.
cp docs/legend.md "$work/legend.md"
sh sim/campaign/legend.sh "$work/legend.md"
cmp -s docs/legend.md "$work/legend.md" || complain "docs/legend.md is stale: make readme mends it"
cp README.md "$work/README.md"
sh sim/campaign/systems.sh "$work/README.md"
cmp -s README.md "$work/README.md" || complain "README.md's table of systems is stale: make readme mends it"

# Shown to fail.
notices() { # notices WHAT SED-SCRIPT
    plant_copy docs/legend.md "$work/planted.md" "$2" "$1" || return
    known_parts "$work/planted.md" >"$work/known_parts"
    lacking "$work/planted.md" | grep -qx "$1" || complain "not noticed: $1 is gone"
    known_parts docs/legend.md >"$work/known_parts"
}
notices S1 '/^| `S0` …/d'
notices MSHR '/^| MSHR |/d'
notices IIX 's/; IIX: [^;|]*//'
notices ways 's/, `ways8`//'
sed '/^| O14 /d' docs/claims.md >"$work/claims.md"
claims=$work/claims.md
lacking docs/legend.md | grep -qx O14 || complain "not noticed: O14 is gone"
claims=docs/claims.md
sed '/^- \*\*D-21\*\*/d; /^| \*\*E-9\*\* /d' docs/hardware.md >"$work/hardware.md"
contract=$work/hardware.md
[ "$(lacking docs/legend.md | grep -cxE 'D-21|E-9')" = 2 ] || complain "not noticed: D-21 and E-9 are gone"
contract=docs/hardware.md
printf 'a sentence on Q7 and (X-12), not -O3, 0x1F or rd2.\n' >"$work/planted.md"
[ "$(codes <"$work/planted.md" | paste -sd' ')" = "Q7 X-12" ] || complain "codes of a sentence: $(codes <"$work/planted.md" | paste -sd' ')"
sed 's/IIX: `invertedindex`/IIX: `bfs`/' docs/legend.md >"$work/legend.md"
sh sim/campaign/legend.sh "$work/legend.md"
cmp -s docs/legend.md "$work/legend.md" || complain "a changed benchmark is not mended"
plant_copy README.md "$work/planted.md" 's/ a streaming multiprocessor (SM)/ an SM/' && { [ "$(unexplained "$work/planted.md")" = SM ] || complain "not noticed: SM without words"; }
sed 's/| +73.1 %/| +73.2 %/' README.md >"$work/README.md"
sh sim/campaign/systems.sh "$work/README.md"
cmp -s README.md "$work/README.md" || complain "a changed figure of README.md is not mended"
echo "the legend: $(wc -l <"$work/codes") codes, $(wc -l <"$work/names") names, $(wc -l <"$work/parts") parts of configurations, $failures failures"
[ "$failures" = 0 ]
