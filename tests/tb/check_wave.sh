#!/bin/sh
# check_wave.sh WAVE.fst SAVE.gtkw: every signal that the save file names exists in the wave with that range, and there is
# at least one. Uses GTKWave's fst2vcd.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
timeout 600 fst2vcd -f "$1" -o "$work/wave.vcd"
# "scope.scope.name[7:0]" of every $var.
awk '/^\$scope/ { path = path $3 "." }
     /^\$upscope/ { sub(/[^.]*\.$/, "", path) }
     /^\$var/ { range = $6 ~ /^\[/ ? $6 : ""; print path $5 range }
     /^\$enddefinitions/ { exit }' "$work/wave.vcd" | sort -u >"$work/signals"
grep '^lockstep\.' "$2" | sort -u >"$work/named"
[ -s "$work/named" ] || { echo "$2 names no signal"; exit 1; }
comm -23 "$work/named" "$work/signals" >"$work/missing"
[ ! -s "$work/missing" ] || { echo "$2 names signals that $1 does not hold:"; head -n 5 "$work/missing"; exit 1; }
echo "$(wc -l <"$work/named") signals named, all of them among the $(wc -l <"$work/signals") in the wave"
