#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# check_wave.sh WAVE.fst SAVE.gtkw: every signal that the save file names exists in the wave with that range, and there is
# at least one; every translation file that it names lies beside it and gives names, and every signal drawn by one has
# its line; on top stand the overview, with all rows of rtl_c/shown.def of the first instance of each block, or what
# differs first; the model is green, the RTL yellow, their difference red. Uses GTKWave's fst2vcd.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
timeout 600 fst2vcd -f "$1" -o "$work/wave.vcd"
# "scope.scope.name[7:0]" of every $var.
awk '/^\$scope/ { path = path $3 "." }
     /^\$upscope/ { sub(/[^.]*\.$/, "", path) }
     /^\$var/ { range = $6 ~ /^\[/ ? $6 : ""; print path $5 range }
     /^\$enddefinitions/ { exit }' "$work/wave.vcd" | sort -u >"$work/signals"
sed 's/^+{[^}]*} //' "$2" | grep '^lockstep\.' | sort -u >"$work/named"
[ -s "$work/named" ] || { echo "$2 names no signal"; exit 1; }
comm -23 "$work/named" "$work/signals" >"$work/missing"
[ ! -s "$work/missing" ] || { echo "$2 names signals that $1 does not hold:"; head -n 5 "$work/missing"; exit 1; }

folder=$(dirname "$2")
for file in $(sed -n 's/^^1 //p' "$2" | sort -u); do
    grep -qsE "^[0-9]+ [A-Z]" "$folder/$file" || { echo "$2: $file beside it is not there or names nothing"; exit 1; }
done
# The ENUM rows of the tables, as block.row, and their signals: each line of one has its translation.
sed -nE 's/^(IN|OUT|REG)[A-Z_]*\([a-z0-9_]+, ([a-z_]+), .*ENUM.*/\2/p' rtl_c/*.def | sort -u >"$work/enums"
awk -v enums="$(tr '\n' ' ' <"$work/enums")" '
    BEGIN { n = split(enums, names, " "); for (i = 1; i <= n; i++) wanted[names[i]] }
    /^\[color\]/ { color = $2; next }
    /^@/ { flags = $1; next }
    /^\^1/ { translated = 1; next }
    /lockstep\./ {
        name = $NF; sub(/\[.*/, "", name); sub(/.*\./, "", name)
        side = name ~ /_model$/ ? 4 : name ~ /_rtl$/ ? 3 : name ~ /_difference$/ ? 1 : 2
        if (color != side) { print "in color " color ", expected " side ": " $0; exit 1 }
        row = name; sub(/_[ioq](_[0-9]+)?(_model|_rtl|_difference)?$/, "", row)
        if ((row in wanted) && side != 1 && !translated) { print "without names: " $0; exit 1 }
        translated = color = 0
    }' "$2" >"$work/wrong" || { echo "$2: $(cat "$work/wrong")"; exit 1; }

first=$(grep -m 1 '^-' "$2")
case $first in
    -overview | "-first divergence"*) ;;
    *) grep -q '^+{' "$2" || grep -qE "$(sed -nE 's/^SHOWN\(([a-z_]+),.*/\1/p' rtl_c/shown.def | sort -u | tr '\n' '|' | sed 's/|$//')" "$work/named" &&
           { echo "$2 begins with ${first#-}"; exit 1; } ;;
esac
if [ "$first" = -overview ]; then
    sed -n '/^-overview$/,$p' "$2" | sed -n '2,/^-overview$/p' >"$work/overview"
    sed -nE 's/^SHOWN\(([a-z_]+), ([a-z0-9_]+), ([A-Z]+), .*/\1 \2 \3/p' rtl_c/shown.def >"$work/rows"
    while read -r block row as; do
        case $as in VALUE) name=$row ;; *) name=${row}_$(echo "$as" | tr 'A-Z' 'a-z') ;; esac
        grep -q "^lockstep\.${block}_[a-z]*" "$work/named" || continue
        grep -qE "^\+\{$name: [^}]*\} lockstep\.${block}_" "$work/overview" || { echo "$2: $block.$name is not in the overview"; exit 1; }
    done <"$work/rows"
fi
echo "$(wc -l <"$work/named") signals named, all of them among the $(wc -l <"$work/signals") in the wave"
