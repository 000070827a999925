#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# library.sh TECH FOLDER [OWN]: the library in FOLDER. library.lib and osu035.lib are copies of the two Liberty files
# TECH/osu018 and TECH/osu035 in which the area of every standard cell is that of its layout (SIZE of its LEF macro). In
# the originals OAI21X1 is smaller than a NAND2X1 (23 of 24 um2; its layout is 32), NAND3X1 larger than its layout (36 of
# 32) and LATCH nothing, and ABC chooses by area; corrected.txt says which areas are changed. OWN, a Liberty file of the
# user's, stands for both, as it is. name: what the report calls it. map.constr and flip_flop.v: liberty.c.
set -eu
tech=$1 folder=$2 own=${3:-}
. "$(dirname "$0")/place.sh"
mkdir -p "$folder"
new=$(mktemp -d "$folder.XXXXXX")   # several runs may do this at once
trap 'rm -rf "$new"' EXIT
: >"$new/corrected.txt"
copy() { # copy OSU FILE
    lef=$tech/$1/$1_stdcells.lef liberty=$tech/$1/$1_stdcells.lib
    for file in "$lef" "$liberty"; do
        [ -f "$file" ] || { echo "$file: no such file, expected the standard cell library" >&2; exit 2; }
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
        { print }' "$lef" "$liberty" >"$new/$2"
}
if [ -n "$own" ]; then
    [ -f "$own" ] || { echo "$own: no such file, expected a Liberty file" >&2; exit 2; }
    cp "$own" "$new/library.lib"
    basename "$own" >"$new/name"
else
    copy osu018 library.lib
    copy osu035 osu035.lib
    echo 'OSU 0.18 µm' >"$new/name"
fi
"$overhead" library "$new/library.lib" "$new" 2>"$new.said" ||
    { sed "s|^$new/library.lib|${own:-$tech/osu018}|" "$new.said" >&2; rm -f "$new.said"; exit 2; }
rm -f "$new.said"
for file in "$new"/*; do cmp -s "$file" "$folder/${file##*/}" || mv "$file" "$folder/"; done
