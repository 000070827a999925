#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# library.sh TECH FOLDER [OWN]: the library in FOLDER. library.lib and osu035.lib are copies of the two Liberty files
# TECH/osu018 and TECH/osu035 in which the area of every standard cell is that of its layout (SIZE of its LEF macro). In
# the originals OAI21X1 is smaller than a NAND2X1 (23 of 24 um2; its layout is 32), NAND3X1 larger than its layout (36 of
# 32) and LATCH nothing, and ABC chooses by area; corrected.txt says which areas are changed. name: what the report calls
# it. map.constr and flip_flop.v: liberty.c.
# OWN, Liberty files of the user's as they are published (x.lib, .lib.gz, .lib.xz), stand for both: one library that all
# tools read alike (liberty_copy.c), left_out.txt, and conditions: target, edge and load, which are the default library's
# in proportion to the delay of an inverter that drives four, and to the load of the NAND. Made anew when anything it
# depends on has changed. CORNER: which library of a file of several; DONT_USE: names of cells, with * and ?, or a file of
# them, `#` behind which is a comment; LEF: layouts, whose areas are taken, as above.
set -eu
tech=$1 folder=$2 own=${3:-}
here=$(dirname "$0")
. "$here/place.sh"
mkdir -p "$folder"
new=$(mktemp -d "$folder.XXXXXX")   # several runs may do this at once
trap 'rm -rf "$new" "$new".*' EXIT
: >"$new/corrected.txt"
copy() { # copy OSU FILE
    with_layouts "$1" "$tech/$1/$1_stdcells.lef" "$tech/$1/$1_stdcells.lib" >"$new/$2"
}
with_layouts() { # with_layouts NAME LEF LIBERTY: the Liberty file with the areas of the layouts
    lef=$2 liberty=$3
    for needed in "$lef" "$liberty"; do
        [ -f "$needed" ] || { echo "$needed: no such file, expected the standard cell library" >&2; exit 2; }
    done
    awk -v size="$1" -v changes="$new/corrected.txt" -v lef="$lef" '
        FNR == NR && $1 == "MACRO" { macro = $2; known[macro] = 1; class = "" }
        FNR == NR && $1 == "CLASS" { class = $2 }
        FNR == NR && $1 == "SIZE" && class == "CORE" { area[macro] = $2 * $4 }
        FNR == NR { next }
        /^cell *\(/ {
            cell = $0; sub(/.*\( */, "", cell); sub(/ *\).*/, "", cell)
            if (!(cell in known)) {
                print lef ": no macro " cell ", expected one for each cell of the library" >"/dev/stderr"
                exit 2
            }
        }
        /^ *area *:/ && (cell in area) {
            old = $0; sub(/.*: */, "", old); sub(/ *;.*/, "", old)
            if (old + 0 != area[cell]) print size, cell, old, area[cell] >>changes
            $0 = "area : " area[cell] ";"
            cell = ""
        }
        { print }' "$lef" "$liberty"
}

# unpacked FILE NUMBER: what it holds, in $new.NUMBER.lib
unpacked() {
    case $1 in
        *.gz) gzip -dc "$1" ;;
        *.xz) xz -dc "$1" ;;
        *) cat "$1" ;;
    esac >"$new.$2.unpacked" || { echo "$1: cannot be unpacked, expected a Liberty file" >&2; exit 2; }
    if [ -n "${LEF:-}" ]; then with_layouts "$(basename "$1" .lib)" "$LEF" "$new.$2.unpacked" >"$new.$2.lib" || exit 2
    else mv "$new.$2.unpacked" "$new.$2.lib"; fi
}
# Words of DONT_USE that are files are the words in them.
dont_use() {
    set -f   # * is for the names of cells
    for word in ${DONT_USE:-}; do
        case $word in
            */*) [ -f "$word" ] || { echo "DONT_USE: $word: no such file, expected one of names of cells" >&2; exit 2; } ;;
        esac
        if [ -f "$word" ]; then sed 's/#.*//' "$word"; else echo "$word"; fi
    done
    set +f
}
# Target and edge are 20 and one delays of an inverter that drives four, as 2 ns and 0.1 ns are in OSU 0.18 um, whose
# inverter takes OSU_FO4 ps; the load is that of map.constr.
OSU_FO4=99
conditions() {
    # shellcheck disable=SC2046
    set -- $("$overhead" library-inverter "$new/library.lib")
    liberty=$new/library.lib inverter=$1 pin_in=$2 pin_out=$3 netlist=$new.v sta -no_splash -exit "$here/fo4.tcl" >"$new.fo4" 2>&1
    fo4=$(sed -n 's/^fo4 //p' "$new.fo4")
    [ -n "$fo4" ] || { cat "$new.fo4" >&2; echo "$own: expected tables of delays that OpenSTA reads" >&2; exit 2; }
    awk -v fo4="$fo4" -v osu="$OSU_FO4" '$1 == "set_load" {
        printf "fo4=%s\ntarget=%.0f\nedge=%.4f\nload=%.6f\ndigits=3\n", fo4, 2000 * fo4 / osu, 0.1 * fo4 / osu, $2 / 1000
    }' "$new/map.constr" >"$new/conditions"
}
refuse() { # refuse SED-SCRIPT: what was said, by the names of the user's files
    sed "$1" "$new.said" >&2
    exit 2
}

if [ -n "$own" ]; then
    number=0 files='' names=''
    for file in $own; do
        [ -f "$file" ] || { echo "$file: no such file, expected a Liberty file" >&2; exit 2; }
    done
    DONT_USE=$(dont_use)
    export DONT_USE
    # shellcheck disable=SC2086
    key=$({ echo "${CORNER:-} $DONT_USE"; cat $own ${LEF:+"$LEF"} "$overhead" "$0" "$here/fo4.tcl"; sta -version; } | sha256sum)
    if [ -f "$folder.key" ] && [ "$(cat "$folder.key")" = "$key" ]; then exit 0; fi
    rm -f "$folder.key"
    for file in $own; do
        number=$((number + 1))
        unpacked "$file" "$number"
        files="$files $new.$number.lib"
        names="$names;s|^$new.$number.lib|$file|;s| $new.$number.lib:| $file:|"
    done
    # shellcheck disable=SC2086
    "$overhead" library-copy "$new" $files 2>"$new.said" || refuse "${names#;}"
    # shellcheck disable=SC2086
    set -- $own
    basename "$1" | sed 's/\.[gx]z$//' >"$new/name"
    "$overhead" library "$new/library.lib" "$new"
    conditions
else
    copy osu018 library.lib
    copy osu035 osu035.lib
    echo 'OSU 0.18 µm' >"$new/name"
    "$overhead" library "$new/library.lib" "$new" 2>"$new.said" || refuse "s|^$new/library.lib|$tech/osu018|"
fi
for file in "$new"/*; do cmp -s "$file" "$folder/${file##*/}" || mv "$file" "$folder/"; done
[ -z "$own" ] || echo "$key" >"$folder.key"
