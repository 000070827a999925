#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# libraries.sh [BLOCK]: every block of the papers' machines (or one) in each library of libraries.txt: mapped, timed, proven
# where that takes no more than PROOF_SECONDS (20), and what clock and toggles cost. Leaves libraries.json in the folder of
# the results, prints the table, and compares it with the golden one; exit 1 when a figure is another.
set -eu
only=${1:-}
here=$(dirname "$0")
export BUILD PROOF_SECONDS="${PROOF_SECONDS:-20}" TECH="${TECH:-/usr/share/qflow/tech}"
ASAP7=${ASAP7:-../shared/reference/libraries/asap7_rvt_tt.lib.xz}

energy() { # energy BLOCK FOLDER: pj.txt, pJ of the clock's pins in a cycle, and of a toggle of every net
    block=$1 folder=$2 liberty=$place/library/energy.lib
    [ -f "$liberty" ] || liberty=$place/library/library.lib
    key=$(cat "$folder/map.key" "$here/energy.tcl" | sha256sum)
    [ ! -f "$folder/pj.key" ] || [ "$(cat "$folder/pj.key")" != "$key" ] || return 0
    rm -f "$folder/pj.key"
    yosys -q -p "read_json $folder/net.json; splitnets -ports; opt_clean -purge
        write_verilog -noattr -noexpr $folder/wires.v" >"$folder/energy.log" 2>&1 || { cat "$folder/energy.log" >&2; return 2; }
    if [ -f "$place/library/conditions" ]; then . "$place/library/conditions"; export edge load; fi
    liberty=$liberty netlist=$folder/wires.v top=$block sta -no_splash -exit "$here/energy.tcl" >"$folder/energy.txt" 2>&1 &&
        ! grep '^Error' "$folder/energy.txt" >&2 || { tail -n 5 "$folder/energy.txt" >&2; return 2; }
    # W at a clock of 10 ns; half of the internal power, as in gates_energy.c.
    awk '$1 == "activity" { activity = $2; next }
        NF == 5 && $1 + 0 == $1 { internal[activity] += $1; switching[activity] += $2 }
        END {
            printf "%.6g %.6g\n", internal[0] / 2 * 1e4,
                ((internal[1] - internal[0]) / 2 + switching[1] - switching[0]) * 1e4
        }' "$folder/energy.txt" >"$folder/pj.txt"
    rm -f "$folder/wires.v" "$folder/energy.txt"
    echo "$key" >"$folder/pj.key"
}

if [ "$only" = --one ]; then   # BLOCK NAME NAME=VALUE…
    block=$2 name=$3
    shift 3
    . "$here/place.sh"
    sh "$here/measure.sh" full "$block" "${VERILOG:-verilog}/$block.v" "$place/$name" "$@" || exit 255
    energy "$block" "$place/$name" || exit 255
    exit 0
fi
unset ADDERS
. "$here/side_by_side.sh"
. "$here/place.sh"
default_library_only libraries.sh "it maps to those of a list (LIBRARIES_LIST=file: another)"
whole=$place
"$overhead" list paper | awk -v only="$only" '$1 == "full" && (only == "" || $2 == only) { $1 = ""; print }' >"$whole/libraries.runs"
[ -s "$whole/libraries.runs" ] || { echo "libraries.sh: $only, expected a block of a system" >&2; exit 2; }
: >"$whole/libraries.rows"
grep -v '^#' "${LIBRARIES_LIST:-$here/libraries.txt}" | while IFS='|' read -r name files lef dont_use; do
    LIBRARY=$(echo "$files" | sed "s|\$TECH|$TECH|g; s|\$ASAP7|$ASAP7|g") LEF=$(echo "$lef" | sed "s|\$TECH|$TECH|g") DONT_USE=$dont_use
    export LIBRARY LEF DONT_USE
    missing=
    for file in $LIBRARY $LEF; do [ -f "$file" ] || missing=$file; done
    [ -z "$missing" ] || { echo "$name: no $missing: left out"; continue; }
    . "$here/place.sh"
    sort -r "$whole/libraries.runs" | side_by_side sh "$0" --one || exit 2
    while read -r block folder _; do
        "$overhead" library-row "$name" "$place/$folder" "$block" "${folder#"${block}_"}" "$place/library" || exit 2
    done <"$whole/libraries.runs" >>"$whole/libraries.rows"
done
{ echo '['; sed '$!s/$/,/' "$whole/libraries.rows"; echo ']'; } >"$whole/libraries.json"
rm -f "$whole/libraries.rows" "$whole/libraries.runs"
"$overhead" libraries "$whole" "$here"
