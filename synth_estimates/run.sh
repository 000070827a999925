#!/bin/sh
# run.sh paper|all [VERILOG]: measures what has changed, two blocks at a time, then prints the report and compares it
# with the golden one. VERILOG: a module of the user's own, named like its file, measured and reported beside them.
# Exit 1 when the tables and the Verilog disagree, a netlist is refuted, or a number is not the golden one.
set -u
set=$1
own=${2:-}
BUILD=${BUILD:-build}
here=$(dirname "$0")
folder=$BUILD/overhead
mkdir -p "$folder"
top=
if [ -n "$own" ]; then
    [ -f "$own" ] || { echo "$own: no such file, expected a Verilog module" >&2; exit 2; }
    top=$(basename "$own" .v)
    case $top in
        [!a-zA-Z_]* | *[!a-zA-Z0-9_]*)
            echo "$own: file name $top, expected one that a module can have: letters, digits, _" >&2
            exit 2 ;;
    esac
fi

if [ "${3:-}" = --one ]; then   # NUMBER-OF-MAPPINGS STAGE BLOCK FOLDER NAME=VALUE…
    shift 3
    total=$1 stage=$2 block=$3 name=$4
    shift 4
    verilog=${VERILOG:-verilog}/$block.v
    [ "$name" = "own_$block" ] && verilog=$own
    sh "$here/measure.sh" "$stage" "$block" "$verilog" "$folder/$name" "$@" || exit 255
    [ "$stage" = bits ] || sh "$here/progress.sh" "$folder" "$total" "$name"
    exit 0
fi

# A mistake in the user's module shows before the long work.
[ -z "$top" ] || sh "$here/measure.sh" bits "$top" "$own" "$folder/own_$top" || exit 2
"$BUILD/overhead/overhead" list "$set" >"$folder/runs" || exit 2
[ -z "$top" ] || echo "full $top own_$top" >>"$folder/runs"
sh "$here/progress.sh" "$folder" begin
# Those of an earlier run, should this one not end.
rm -f "$folder/overhead.json" "$folder/overhead.md" "$folder/overhead.txt"
total=$(grep -c '^full' "$folder/runs")
sort -r "$folder/runs" | xargs -P 2 -L 1 sh "$0" "$set" "$own" --one "$total" || exit 2

# Drawings of what has been mapped, for the page.
if command -v dot >/dev/null 2>&1; then
    while read -r stage block name _; do
        [ "$stage" = full ] || continue
        drawing=$folder/schematic_${block}_${name#"${block}_"}
        [ "$name" != "own_$block" ] || drawing=$folder/schematic_${block}_own
        "$BUILD/overhead/overhead" schematic "$folder/$name" "$block" >"$drawing.dot" &&
            dot -Tsvg "$drawing.dot" -o "$drawing.svg" || exit 2
    done <"$folder/runs"
fi
# shellcheck disable=SC2086
"$BUILD/overhead/overhead" report "$set" "$folder" "$folder/library" $top >"$folder/overhead.txt"
status=$?
cat "$folder/overhead.txt"
[ "$status" -le 1 ] || exit "$status"
if command -v gnuplot >/dev/null 2>&1; then
    gnuplot -e "folder='$folder'" "$here/plot.gnuplot" || exit 2
fi
echo
"$BUILD/overhead/overhead" compare "$here/golden.json" "$folder/overhead.json" || status=1
echo "report: $folder/overhead.txt, overhead.json, overhead.md with its pictures (*.svg)"
exit "$status"
