#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# adders.sh [BLOCK [CONFIGURATION]]: each block (or one) at its paper's parameters, or one tuple of rtl_c/configs.def, mapped with
# the library's adder cells (ADDERS=1, measure.sh) beside the mapping without them: medians and spread of five mappings of each;
# MEDIANS=0: of one, and no spread. Writes the rows into adders.tsv (TSV=file: another) in the order of rtl_c/configs.def, and
# leaves the others there.
set -eu
only=${1:-} configuration=${2:-} medians=${MEDIANS:-1}
here=$(dirname "$0")
table=${TSV:-$here/adders.tsv}
ADDERS=1
. "$here/place.sh"
default_library_only adders.sh "the table is of the default one; make overhead ADDERS=1 maps to another"
expects_number MEDIANS "$medians"
list=paper
[ -z "$configuration" ] || list=bits
"$overhead" list $list | awk -v only="$only" -v config="$configuration" '
    (config != "" ? $3 == only "_" config : $1 == "full" && (only == "" || $2 == only)) { $1 = ""; print }' >"$place/adders.runs"
[ -s "$place/adders.runs" ] || { echo "adders.sh: $only $configuration, expected a block of a system, or a tuple of rtl_c/configs.def" >&2; exit 2; }

# drawn WAY FOLDER: `drawn WAY GE NS` of the five mappings
drawn() {
    for seed in 1 2 3 4 5; do
        counts=$("$overhead" adders "$2/noise_$seed" "$block" "$place/library") || exit 2
        echo "drawn $1 ${counts%% *} $(awk '$1 == "path" && $3 + 0 > most { most = $3 + 0 } END { print most }' "$2/noise_$seed/timing.txt")"
    done
}
while read -r block name parameters; do
    at=$place/$name without=$without_adders/$name verilog=${VERILOG:-verilog}/$block.v
    # shellcheck disable=SC2086
    ADDERS=1 sh "$here/measure.sh" full "$block" "$verilog" "$at" $parameters </dev/null || exit 2
    if [ "$medians" != 0 ]; then
        # shellcheck disable=SC2086
        ADDERS='' sh "$here/measure.sh" noise "$block" "$verilog" "$without" $parameters </dev/null || exit 2
        # shellcheck disable=SC2086
        ADDERS=1 sh "$here/measure.sh" noise "$block" "$verilog" "$at" $parameters </dev/null || exit 2
        { drawn without "$without"; drawn with "$at"; } >"$place/adders.drawn"
    else : >"$place/adders.drawn"; fi
    awk -v OFS='\t' -v block="$block" -v configuration="${name#"${block}_"}" -v proof="$(cat "$at/proof.txt")" '
        function median(of, n,    i, j, least) {
            for (i = 1; i <= n; i++) for (j = i + 1; j <= n; j++) if (of[j] < of[i]) { least = of[j]; of[j] = of[i]; of[i] = least }
            spread = n > 1 ? sprintf("%.1f", (of[n] - of[1]) / of[(n + 1) / 2] * 100) : ""
            return of[(n + 1) / 2]
        }
        function summary(way,    i) {
            for (i = 1; i <= runs[way]; i++) { area[i] = ge[way, i]; time[i] = ns[way, i] }
            middle[way] = median(area, runs[way]); figures[way] = sprintf("%.0f", middle[way]) "\t" spread
            path = sprintf("%.2f", median(time, runs[way])); paths[way] = path "\t" spread
        }
        $1 == "kept" { kept = $2; next }
        $1 == "drawn" { if (!drawn[$2]++) runs[$2] = 0; runs[$2]++; ge[$2, runs[$2]] = $3; ns[$2, runs[$2]] = $4; next }
        { full = $3; half = $4; runs[$1] = 1; ge[$1, 1] = $2; ns[$1, 1] = $5 }   # with comes last
        END {
            summary("without"); summary("with")
            print "adders", block, configuration, figures["without"], figures["with"], \
                sprintf("%.1f", (middle["with"] / middle["without"] - 1) * 100), full, half, paths["without"], paths["with"], kept, proof
        }' "$at/adders.txt" "$place/adders.drawn" >"$place/adders.row"
    "$overhead" list bits | awk -F '\t' '
        FNR == NR { split($0, run, " "); order[++runs] = run[2] "\t" substr(run[3], length(run[2]) + 2); next }
        /^#/ { print; next }
        { row[$2 "\t" $3] = $0 }
        END { for (i = 1; i <= runs; i++) if (order[i] in row) print row[order[i]] }' - "$table" "$place/adders.row" >"$place/adders.new"
    keep "$place/adders.new" "$table"
    cat "$place/adders.row"
done <"$place/adders.runs"
