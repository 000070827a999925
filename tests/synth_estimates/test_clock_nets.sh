#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What the clock nets add to the power under recorded inputs (page.awk), of a system by hand: base has `order` and two of `arbiter`, the
# system its own `order` and `table`, and a `once` that the GPU has one of. Shown to fail: one instance for two, base's block beside
# the system's that takes its place, what stands in no SM, a block of wires that is not measured, shares of another sum.
set -u
. tests/lib.sh
folder=$BUILD/tests/synth_estimates/clock_nets
rm -rf "$folder" && mkdir -p "$folder" || exit 1
# Base: 10 + 2 * 3 = 16 pJ of clock nets beside 20 + 2 * 5 of clock pins and 1 + 2 + 3 of toggles: 16 of 52 are 31 %, with toggles of
# 6 + 12 + 18 in the other kernel 16 of 82, 20 %. With the system: 30 + 2 * 3 + 40 = 76 beside 60 + 2 * 5 + 50 and 6 + 5 + 3: 76 of 210,
# 36 %. Two arbiters: 6 of 6 + 10 + 5, 29 %, and of 6 + 10 + 30, 13 %; the once 90 of 90 + 80 + 10, 50 %.
tabs() { sed 's/ *; */	/g'; }
tabs >"$folder/data" <<'END'
#power; word blocks; word kernel; number clock pins and leakage, pJ a cycle; number toggles, pJ a cycle; number inputs held, pJ a cycle; number instructions a cycle; number pJ an instruction; number of toggles alone
power; base; bfs; 30; 6.00; 0.00; 0.10; 360; 60.0
power; base + made; bfs; 120; 14.00; 0.00; 0.10; 1340; 140.0
power; base; atax; 30; 36.00; 0.00; 0.10; 660; 360.0
power; base + made; atax; 120; 40.00; 0.00; 0.10; 1600; 400.0
#power_blocks; code block; word configuration; word instance; word kernel; number clock pins and leakage, pJ a cycle; number toggles, pJ a cycle; number inputs held, pJ a cycle
power_blocks; order; few; order; bfs; 20.0; 1.000; 0.000
power_blocks; arbiter; n; 0; bfs; 5.0; 2.000; 0.000
power_blocks; arbiter; n; 1; bfs; 5.0; 3.000; 0.000
power_blocks; order; many; order; bfs; 60.0; 6.000; 0.000
power_blocks; table; n; table; bfs; 50.0; 3.000; 0.000
power_blocks; once; n; once; bfs; 80.0; 10.000; 0.000
power_blocks; order; few; order; atax; 20.0; 6.000; 0.000
power_blocks; arbiter; n; 0; atax; 5.0; 12.000; 0.000
power_blocks; arbiter; n; 1; atax; 5.0; 18.000; 0.000
power_blocks; order; many; order; atax; 60.0; 6.000; 0.000
power_blocks; table; n; table; atax; 50.0; 4.000; 0.000
power_blocks; once; n; once; atax; 80.0; 10.000; 0.000
#wires; code block; word configuration; number pJ with wires; number pJ of the clock net
wires; order; few; 1; 10
wires; order; many; 1; 30
wires; arbiter; n; 1; 3
wires; table; n; 1; 40
wires; once; n; 1; 90
#places; word block; word kind
places; order; SM
places; arbiter; SCHEDULER
places; table; SM
places; once; GPU
#parts; word system; word block
parts; base; order
parts; base; arbiter
parts; made; order
END
cat >"$folder/template" <<'END'
{rows power}
{rows power_blocks}
{power|base|bfs|share of the clock net, %} of base, {least power|share of the clock net, %} to {most power|share of the clock net, %}
END
page() { awk -v figures="$folder" -f "${1:-synth_estimates/page.awk}" "${2:-$folder/data}" "$folder/template" 2>"$folder/said"; }
# The cells that the clock nets are in: net and share of base and of all; of each block; the sentence.
seen() { page "$@" | awk -F ' *[|] *' '/^\| made/ { print $9, $10, $16, $17 } /^\| `/ { print $2, $3, $9, $10 } /of base/'; }
expected='16 31 76 36
16 20 76 32
`order` few 10 bfs 32, atax 28
`arbiter` n 3 bfs 29, atax 13
`order` many 30 31
`table` n 40 43
`once` n 90 50
31 of base, 20 to 36'
[ "$(seen)" = "$expected" ] || complain "by hand
$expected
here
$(seen)$(cat "$folder/said")"
planted() { # planted WHAT SCRIPT
    plant_copy synth_estimates/page.awk "$folder/planted.awk" "$2" "$1" || return
    [ "$(seen "$folder/planted.awk")" != "$expected" ] && echo "noticed: $1" || complain "not noticed: $1"
}
planted 'one instance for two' 's/share(i \* instance\[key\], sum/share(i, sum/'
planted 'the clock net without its share of the sum' 's/100 \* part \/ (part + rest)/100 * part \/ rest/'
planted 'the largest for the smallest' 's/extreme(text, -1)/extreme(text, 1)/'
refused() { # refused WORDS SCRIPT [PROGRAM-SCRIPT]
    cp synth_estimates/page.awk "$folder/planted.awk" && cp "$folder/data" "$folder/planted"
    if [ -n "$2" ]; then plant_copy "$folder/data" "$folder/planted" "$2" || return; fi
    if [ -n "${3:-}" ]; then plant_copy synth_estimates/page.awk "$folder/planted.awk" "$3" || return; fi
    page "$folder/planted.awk" "$folder/planted" >/dev/null
    [ $? = 2 ] && grep -q "$1" "$folder/said" && echo "refused: $1" || complain "not refused: ${2:-$3}: $(cat "$folder/said")"
}
refused 'clock pins of row 2 are 120 pJ, those of its blocks 200' 's/once	GPU/once	SM/'
refused 'clock pins of row 2 are 120 pJ, those of its blocks 140' '' 's/of\[s, b\] != c : /0 : /'
refused 'clock pins of row 1 are 30 pJ, those of its blocks 10' '/parts	base	order/d'
refused 'no place of table' '/places	table/d'
refused 'table wires has no row table n' '/wires	table/d'
sed 's/^\(wires	table	n\)	1	40/\1	not measured	/' "$folder/data" >"$folder/planted"
[ "$(seen synth_estimates/page.awk "$folder/planted" | head -n 2)" = "16 31  
16 20  " ] || complain "wires that are not measured: $(seen synth_estimates/page.awk "$folder/planted")"
echo "clock nets: $failures failures"
[ "$failures" = 0 ]
