#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# adders.sh [BLOCK [CONFIGURATION]]: each block (or one) at its paper's parameters, or one tuple of rtl_c/configs.def, mapped with
# the library's adder cells (ADDERS=1, measure.sh) beside the mapping without them. Writes the rows into adders.tsv (TSV=file:
# another) in the order of rtl_c/configs.def, and leaves the others there.
set -eu
only=${1:-} configuration=${2:-}
here=$(dirname "$0")
kept=${TSV:-$here/adders.tsv}
unset LIBRARY CORNER DONT_USE LEF
ADDERS=1
. "$here/place.sh"
list=paper
[ -z "$configuration" ] || list=bits
"$overhead" list $list | awk -v only="$only" -v config="$configuration" '
    (config != "" ? $3 == only "_" config : $1 == "full" && (only == "" || $2 == only)) { $1 = ""; print }' >"$place/adders.runs"
[ -s "$place/adders.runs" ] || { echo "adders.sh: $only $configuration, expected a block of a system, or a tuple of rtl_c/configs.def" >&2; exit 2; }

longest() { awk '$1 == "path" && $3 + 0 > most { most = $3 + 0 } END { printf "%.2f", most }' "$1/timing.txt"; }
while read -r block name parameters; do
    at=$place/$name without=$without_adders/$name
    # shellcheck disable=SC2086
    ADDERS=1 sh "$here/measure.sh" full "$block" "${VERILOG:-verilog}/$block.v" "$at" $parameters </dev/null || exit 2
    # shellcheck disable=SC2086
    ADDERS='' sh "$here/measure.sh" time "$block" "${VERILOG:-verilog}/$block.v" "$without" $parameters </dev/null || exit 2
    awk -v OFS='\t' -v block="$block" -v configuration="${name#"${block}_"}" -v ns="$(longest "$without")" -v ns_kept="$(longest "$at")" \
        -v proof="$(cat "$at/proof.txt")" '
        $1 == "kept" { kept = $2; next }
        { gates[$1] = sprintf("%.0f", $2); full[$1] = $3; half[$1] = $4 }
        END {
            tried = "with" in gates
            print "adders", block, configuration, gates["without"], tried ? gates["with"] : "", \
                tried ? sprintf("%.1f", (gates["with"] / gates["without"] - 1) * 100) : "", full["with"], half["with"], ns, ns_kept, kept, proof
        }' "$at/adders.txt" >"$place/adders.row"
    "$overhead" list bits | awk -F '\t' '
        FNR == NR { split($0, run, " "); order[++runs] = run[2] "\t" substr(run[3], length(run[2]) + 2); next }
        /^#/ { print; next }
        { row[$2 "\t" $3] = $0 }
        END { for (i = 1; i <= runs; i++) if (order[i] in row) print row[order[i]] }' - "$kept" "$place/adders.row" >"$place/adders.new"
    cp "$place/adders.new" "$kept"
    cat "$place/adders.row"
done <"$place/adders.runs"
