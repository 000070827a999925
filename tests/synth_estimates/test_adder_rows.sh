#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# adders.sh: a row has medians and spreads of five mappings without the library's adders and five with them, as they come out by
# hand, and the proof; another row stays. Planted: the smallest for the median.
# tier: all
# needs: overhead/overhead
set -u
. tests/lib.sh
tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no Yosys, OpenSTA, osu018 or osu035"; exit 77; }
folder=$BUILD/overhead-adder-rows
rm -rf "$folder" && mkdir -p "$folder/overhead"
cp "$BUILD/overhead/overhead" "$folder/overhead/"
cp -r synth_estimates "$folder/scripts"
row() { # row SCRIPTS: the row of a small block, its figures of the drawn mappings by hand before it
    { grep '^#' synth_estimates/adders.tsv; printf 'adders\tccws_lls\tn8\tkept\n'; } >"$folder/adders.tsv"
    BUILD=$folder TSV=$folder/adders.tsv PROOF_SECONDS=20 sh "$1/adders.sh" warp_rank n8_s2_numbers7 >"$folder/out" 2>&1 ||
        fail "no row" "$folder/out"
    for way in without with; do
        grep "^drawn $way " "$folder/overhead/with_adders/adders.drawn" | sort -n -k 3,3 |
            awk '{ of[NR] = $3 } END { printf "%.0f %.1f ", of[3], (of[5] - of[1]) / of[3] * 100 }'
        grep "^drawn $way " "$folder/overhead/with_adders/adders.drawn" | sort -n -k 4,4 |
            awk '{ of[NR] = $4 } END { printf "%.2f %.1f ", of[3], (of[5] - of[1]) / of[3] * 100 }'
    done
}
by_hand=$(row synth_estimates)
equal "cells of a row" "$(sed -n 3p "$folder/adders.tsv" | awk -F '\t' '{ print NF }')" "$(awk -F '\t' '/^#adders/ { print NF }' "$folder/adders.tsv")"
of_row() { sed -n 3p "$folder/adders.tsv" | awk -F '\t' '{ printf "%s %s %s %s %s %s %s %s ", $4, $5, $11, $12, $6, $7, $13, $14 }'; }
equal "medians and spreads" "$(of_row)" "$by_hand"
equal "the row that was there" "$(sed -n 4p "$folder/adders.tsv")" "$(printf 'adders\tccws_lls\tn8\tkept')"
equal "the proof of the row" "$(sed -n '3s/.*\t//p' "$folder/adders.tsv")" 'proven, registers paired'
plant_copy synth_estimates/adders.sh "$folder/scripts/adders.sh" 's/return of\[(n + 1) \/ 2\]/return of[1]/' || exit 1
by_hand=$(row "$folder/scripts")
[ "$(of_row)" != "$by_hand" ] || complain "the smallest is taken for the median unnoticed" "$folder/adders.tsv"
echo "a row is the median of five mappings"
[ "$failures" = 0 ]
