#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# sim/campaign/activity.awk on events written by hand: which slot issues when, which bank is read when, in core cycles;
# gnuplot draws both runs. Shown to fail: clocks of the DRAM taken for core cycles, a warp that stays with the CTA before, an
# interval without its line.
set -u
. tests/lib.sh
folder=$BUILD/activity
rm -rf "$folder" && mkdir -p "$folder/one" "$folder/other" "$folder/planted" || exit 1
cat >"$folder/events" <<'EVENTS'
0 sm 0 cta_launch slot=0 number=0x0 warps=0xc1
0 sm 1 cta_launch slot=1 number=0x1 warps=0xff
1 sm 0 cta_launch slot=2 number=0x2 warps=0x302
5 sm 0 warp_issue warp=6 scheduler=0 through=0 unit=2 lanes=32 active=32 load=0 pc=0 charge=0
9 sm 0 warp_issue warp=9 scheduler=0 through=0 unit=2 lanes=32 active=32 load=0 pc=0 charge=0
9 sm 1 warp_issue warp=0 scheduler=0 through=0 unit=2 lanes=32 active=32 load=0 pc=0 charge=0
40 sm 0 cta_launch slot=1 number=0x3 warps=0x40
41 sm 0 warp_issue warp=6 scheduler=0 through=0 unit=2 lanes=32 active=32 load=0 pc=0 charge=0
42 sm 0 warp_issue warp=7 scheduler=0 through=0 unit=2 lanes=32 active=32 load=0 pc=0 charge=0
23 controller 1 row_open bank=1 row=3
24 controller 1 line_sent bank=1 row=3 write=0
60 controller 0 line_sent bank=0 row=3 write=1
62 controller 0 line_sent bank=0 row=3 write=1
EVENTS
# Intervals of 10 cycles, 2 clocks of the DRAM a cycle: bank 1 of controller 1, of 2 banks, is number 3.
ctas='0 0 1;0 2 1;40 0 1;40 1 1;'
seen() { # seen AWK FOLDER: intervals with something in them, and those of the first and the last without
    awk -v interval=10 -v clocks=2 -v sm=0 -v banks=2 -v folder="$2" -f "$1" "$folder/events" || return 1
    awk '$3 { printf "%s %s %s;", $1, $2, $3 }' "$2/ctas.dat"
    echo
    awk '$3 { printf "%s %s %s;", $1, $2, $3; any[$1] = 1 }
         { if (NR == 1 || $1 != before) n++; before = $1; lines++ }
         END { print " " n " " lines }' "$2/banks.dat"
}
expected="$ctas
10 3 1;30 0 2; 5 20"
equal "what is drawn" "$(seen sim/campaign/activity.awk "$folder/one")" "$expected"
equal "lines of slots and intervals" "$(wc -l <"$folder/one/ctas.dat")" 15
cp "$folder/one"/*.dat "$folder/other/"
gnuplot -e "one='$folder/one'; other='$folder/other'; names='rr owl'; picture='$folder/picture.svg'" \
    sim/campaign/activity.gnuplot || fail "activity.gnuplot: exit status $?, expected 0"
head -n 1 "$folder/picture.svg" | grep -q "^<svg " && grep -q "^</svg>$" "$folder/picture.svg" || fail "the picture: seen another, expected it whole and plain" "$folder/picture.svg"
plant() { # plant SCRIPT
    plant_copy sim/campaign/activity.awk "$folder/planted.awk" "$1" || exit 1
    [ "$(seen "$folder/planted.awk" "$folder/planted" 2>/dev/null)" = "$expected" ] && fail "not noticed: $1"
    return 0
}
plant 's/at($1 \/ clocks)/at($1)/'
plant 's/^    own(field("slot"), field("warps"))$/    if (FNR < 5) own(field("slot"), field("warps"))/'
plant 's/t <= last/t < last/'
plant 's/\* banks + field/+ field/'
sed -i 's/ warp=7 / /' "$folder/events"
seen sim/campaign/activity.awk "$folder/planted" >"$folder/out" 2>"$folder/said" && fail "a line without its field passes"
shows "what it says" "$folder/said" ':9: no field warp$'
[ "$failures" = 0 ]
