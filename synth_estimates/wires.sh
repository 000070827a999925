#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# wires.sh [BLOCK]: the longest path and the energy of each block (or one) at its paper's parameters with an estimate of its wires
# (wires.awk), beside those without. Maps and times what measure.sh finds changed; writes the rows into wires.tsv
# (WIRES=file: another) and leaves the others there. LIMIT=n: blocks of more cells than n are left as they are.
set -eu
only=${1:-} kept=${WIRES:-synth_estimates/wires.tsv}
here=$(dirname "$0")
unset ADDERS
. "$here/place.sh"
default_library_only wires.sh "the capacitance of a wire is that of its LEF file"
expects_number LIMIT "${LIMIT:-}"
. "$here/wires_of.sh"
lef=${TECH:-/usr/share/qflow/tech}/osu018/osu018_stdcells.lef
cells_of() { # as of the last report
    awk -F '\t' -v block="$1" -v configuration="$2" '$1 == "blocks" && $2 == block && $3 == configuration { print $5 }' "$here/report.tsv"
}
"$overhead" list paper | awk -v only="$only" '$1 == "full" && (only == "" || $2 == only) { $1 = ""; print }' >"$place/wires.runs"
[ -s "$place/wires.runs" ] || { echo "wires.sh: $only, expected a block of a system" >&2; exit 2; }
while read -r block name parameters; do
    configuration=${name#"${block}_"}
    [ -z "${LIMIT:-}" ] || [ "$(cells_of "$block" "$configuration")" -le "$LIMIT" ] || continue
    # shellcheck disable=SC2086
    sh "$here/measure.sh" time "$block" "${VERILOG:-verilog}/$block.v" "$place/$name" $parameters </dev/null || exit 2
    row=$(wires_row "$block" "$configuration" "$place/$name" "$place/library/library.lib" "$lef") || exit 2
    awk -F '\t' -v OFS='\t' -v row="$row" -v block="$block" -v configuration="$configuration" '
        $1 == "wires" && $2 == block && $3 == configuration { print row; next } { print }' "$kept" >"$place/wires.new"
    grep -qF "$row" "$place/wires.new" || { echo "$kept: no row of $block $configuration" >&2; exit 2; }
    keep "$place/wires.new" "$kept"
    echo "$row"
done <"$place/wires.runs"
