#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# run.sh paper|all|noise [VERILOG|BLOCK]: measures what has changed, two blocks at a time, then prints the report and compares it
# with the golden one. noise: the papers' parameters, and each block five times more under other names. VERILOG: a user's
# module, named like its file: measured and printed first, then reported with the others. BLOCK: that one alone, and its rows.
# Exit 1 when the tables and the Verilog disagree, a netlist is refuted, or a number is not the golden one.
set -u
set=$1
own=${2:-}
here=$(dirname "$0")
. "$here/place.sh"
. "$here/side_by_side.sh"
export BUILD
reported=$set
[ "$set" != noise ] || reported=paper
top= block=
is_block() { "$overhead" list "$reported" | awk -v block="$1" '$1 == "full" && $2 == block { found = 1 } END { exit !found }'; }
if [ "${3:-}" != --one ] && [ ! -e "$own" ] && is_block "$own"; then block=$own own=; fi
if [ -n "$own" ]; then
    [ -f "$own" ] || { echo "$own: no such file, expected a Verilog module or a block's name" >&2; exit 2; }
    top=$(basename "$own" .v)
    case $top in
        [!a-zA-Z_]* | *[!a-zA-Z0-9_]*)
            echo "$own: file name $top, expected one of letters, digits and _, as a module has, and .v" >&2
            exit 2 ;;
    esac
fi

if [ "${3:-}" = --one ]; then   # NUMBER-OF-MAPPINGS STAGE BLOCK FOLDER NAME=VALUE…
    shift 3
    total=$1 stage=$2 block=$3 name=$4
    shift 4
    verilog=${VERILOG:-verilog}/$block.v
    [ "$name" != "own_$block" ] || verilog=$own
    [ "$name" != "calibration_$block" ] || verilog=$here/calibration/$block.v
    sh "$here/measure.sh" "$stage" "$block" "$verilog" "$place/$name" "$@" || exit 255
    [ "$stage" = bits ] || [ "$set" != noise ] ||
        sh "$here/measure.sh" noise "$block" "$verilog" "$place/$name" "$@" || exit 255
    [ "$stage" = bits ] || sh "$here/progress.sh" "$place" "$total" "$name"
    exit 0
fi

need_library
if [ -n "$block" ]; then
    "$overhead" list "$reported" | awk -v block="$block" '$2 == block' >"$place/runs" || exit 2
    sh "$here/progress.sh" "$place" begin
    side_by_side sh "$0" "$set" '' --one "$(grep -c '^full' "$place/runs")" <"$place/runs" || exit 2
    "$overhead" block "$reported" "$place" "$place/library" "$block"
    exit
fi

# Removes those of an earlier run, in case this one is interrupted.
rm -f "$place/overhead.json" "$place/overhead.md" "$place/overhead.txt"
if [ -n "$top" ]; then
    STEPS=1 sh "$here/measure.sh" full "$top" "$own" "$place/own_$top" || exit 2
    "$overhead" own "$place" "$place/library" "$top" || exit 2
    printf '\nThe blocks that it stands beside follow.\n'
fi
"$overhead" list "$reported" >"$place/runs" || exit 2
for design in "$here"/calibration/*.v; do
    design=$(basename "$design" .v)
    echo "full $design calibration_$design" >>"$place/runs"
done
[ -z "$top" ] || echo "full $top own_$top" >>"$place/runs"
sh "$here/progress.sh" "$place" begin
total=$(grep -c '^full' "$place/runs")
sort -r "$place/runs" | side_by_side sh "$0" "$set" "$own" --one "$total" || exit 2

# Drawings of the mapped netlists, for the page.
if command -v dot >/dev/null 2>&1; then
    while read -r stage block name _; do
        [ "$stage" = full ] && [ "$name" != "calibration_$block" ] || continue
        drawing=$place/schematic_${block}_${name#"${block}_"}
        [ "$name" != "own_$block" ] || drawing=$place/schematic_${block}_own
        "$overhead" schematic "$place/$name" "$block" >"$drawing.dot" &&
            dot -Tsvg "$drawing.dot" -o "$drawing.svg" && sh "$here/../sim/report/plain_svg.sh" "$drawing.svg" || exit 2
    done <"$place/runs"
fi
# shellcheck disable=SC2086
"$overhead" report "$reported" "$place" "$place/library" $top >"$place/overhead.txt"
status=$?
cat "$place/overhead.txt"
[ "$status" -le 1 ] || exit "$status"
. "$here/draw.sh"
draw || exit 2
echo
if [ -n "${LIBRARY:-}" ]; then echo "not compared: the golden report is of another library"
elif [ -n "${ADDERS:-}" ]; then echo "not compared: the golden report is without adder cells"
else "$overhead" compare "$here/golden.json" "$place/overhead.json" || status=1
fi
echo "report: $place/overhead.txt, overhead.json, overhead.md with its pictures (*.svg)"
exit "$status"
