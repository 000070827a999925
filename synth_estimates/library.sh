#!/bin/sh
# library.sh TECH FOLDER: copies of the two Liberty files, TECH/osu018 and TECH/osu035, under FOLDER, in which the area
# of every standard cell is that of its layout (SIZE of its LEF macro). In the originals OAI21X1 is smaller than a
# NAND2X1 (23 of 24 um2; its layout is 32), NAND3X1 larger than its layout (36 of 32) and LATCH nothing, and ABC chooses
# by area. Says in FOLDER/corrected.txt which areas it has changed.
set -eu
tech=$1 folder=$2
mkdir -p "$folder"
: >"$folder/corrected.txt.$$"
trap 'rm -f "$folder"/*.$$ "$folder"/*/*.$$' EXIT
for size in osu018 osu035; do
    mkdir -p "$folder/$size"
    lef=$tech/$size/${size}_stdcells.lef liberty=$tech/$size/${size}_stdcells.lib
    for file in "$lef" "$liberty"; do
        [ -f "$file" ] || { echo "$file: no such file, expected the standard cell library" >&2; exit 2; }
    done
    awk -v size="$size" -v changes="$folder/corrected.txt.$$" -v lef="$lef" '
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
        { print }' "$lef" "$liberty" >"$folder/$size/${size}_stdcells.lib.$$"
    mv "$folder/$size/${size}_stdcells.lib.$$" "$folder/$size/${size}_stdcells.lib"
done
mv "$folder/corrected.txt.$$" "$folder/corrected.txt"
