#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ccws_macro.sh FOLDER: the table of `warplock campaign ccws_macro --folder FOLDER` as FOLDER/ccws_macro_table/ccws_macro_table.md: of each
# kernel IPC with the tags in flip-flops and in a macro (FOLDER/both.csv), and its change in per cent (FOLDER/over.csv, a mean of ratios
# seed by seed), each with half of its interval; the last row is their geometric mean. The head is the campaign's: machine, sizes, seeds,
# program. Exit 2 and a line that names the file when one is missing or lacks a number; no table is written then.
set -eu
[ $# = 1 ] || { echo "ccws_macro.sh: expected FOLDER" >&2; exit 2; }
folder=$1 table=$1/ccws_macro_table
rm -rf "$table"
for file in both.csv over.csv ccws_macro.md; do
    [ -s "$folder/$file" ] || { echo "$folder/$file: missing, expected tables of warplock campaign ccws_macro --folder $folder" >&2; exit 2; }
done
mkdir -p "$table"
awk -F , '
    function fail(words) { print FILENAME ":" FNR ": " words >"/dev/stderr"; failed = 1; exit 2 }
    function number(text) { if (text !~ /^-?[0-9]+(\.[0-9]+)?(e-?[0-9]+)?$/) fail("seen `" text "`, expected a number"); return text + 0 }
    function of(text, latency) { if (text !~ "(^|=)" latency "$") fail("seen the column `" text "`, expected that of latency " latency) }
    function tenth(value,    text) { text = sprintf("%.1f", value); return text == "-0.0" ? "0.0" : text }
    FNR == 1 { file++ }
    file == 1 && /^Machine / { print $0 "\n" }
    file == 1 { next }
    FNR == 1 && NF != (file == 2 ? 7 : 4) { fail("seen " NF " columns, expected flip-flops and a macro") }
    FNR == 1 { of($2, file == 2 ? 0 : 1); if (file == 2) of($5, 1); next }
    file == 2 { name[++n] = $1; ipc[$1] = sprintf("%.1f +-%.1f | %.1f +-%.1f", number($2), number($3), number($5), number($6)); next }
    $1 in ipc { change[$1] = tenth(100 * (number($2) - 1)) " +-" tenth(100 * number($3)) }
    END {
        if (failed) exit 2
        if (!n || name[n] !~ /^GMean /) fail("no row GMean at the end of the table of IPC")
        print "| kernel | IPC, flip-flops | IPC, macro | change, % |\n| --- | ---: | ---: | ---: |"
        for (i = 1; i <= n; i++) {
            if (!(name[i] in change)) fail("no row of " name[i])
            printf "| %s | %s | %s |\n", i < n ? "`" name[i] "`" : "geometric mean", ipc[name[i]], change[name[i]]
        }
    }' "$folder/ccws_macro.md" "$folder/both.csv" "$folder/over.csv" >"$table/new" || { rm -rf "$table"; exit 2; }
mv "$table/new" "$table/ccws_macro_table.md"
