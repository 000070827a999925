#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# needs: overhead/overhead
# Memories as macros: the model's area, energy and time of a memory that is computed by hand, between two nodes too; the rows that are kept
# (memories.tsv) are the model's, and those of the flip-flops what the block has without the rest of it; every block with a table
# stands in the list; nonsense is refused. Planted: another figure in each part of the model, in the rows that are kept, in the list.
set -u
. tests/lib.sh
folder=$BUILD/tests/synth_estimates/memories
rm -rf "$folder" && mkdir -p "$folder" || exit 1
here=synth_estimates

# Four rows of eight cells with two ports at 0.1 µm and 2 V. A cell of one port is 14.6 F × 10 F; with two 1.96 × 1.5 µm. Each port has
# a strip of 5 µm beside the cells and one below: 25.68 × 16 µm = 410.88 µm², of which cells are 15.68 × 6.
# A µm of wire has 3 fF: 1 below and above, 1 to its neighbours, 1 of fringe. The word line has 8 × (2 × 0.2 µm × 3 fF/µm + 5.88) =
# 56.64 fF, with its driver × 5/4 = 70.8; two predecoded lines of 6 µm have 36 fF; at 2 V these are 427.2 fJ. A bit line has
# 4 × (1.8 / 2 + 4.5) = 21.6 fF. A read swings 8 of them by 0.2 V, 69.12 fJ, and senses 8 for 10 fJ each: 576.32 fJ; with full swing
# 1198.4. A write swings 2 fully, the others by 0.2 V: 651.84.
#
# The read in ns, R being 1000 ohm um, a drain of w um 4 w + 1 fF, a gate 3 w, a wire 100 ohm a um; a stage of time constant t behind one that
# takes d takes t x sqrt(ln(2)^2 + d / t), the first t x ln(2). An inverter of 1 + 1 um drives one that drives an inverter, 6 fF: t 0.016 twice,
# 0.01109 + 0.01733. An inverter, one of 2.449 + 2.449 um, two NANDs and 18 fF of wire over 600 ohm: t 0.02470 and 0.03431, 0.02685 + 0.03856.
# A NAND, an inverter of 3.072 + 3.072 um, the word line's 56.64 fF over 1568 ohm: t 0.04843 and 0.07149, 0.05473 + 0.07980. The bit line and
# 26 fF of amplifier fall through 10,000 ohm, 600 of wire and 1,000 in front of the amplifier: 0.50848 x ln(2 / 1.8) = 0.05357, of a word line
# that rises in 0.15960 and opens a cell at 0.5 V: sqrt(2 x 0.05357 x 1.5 x 0.15960 / 2) = 0.11325. The amplifier: 26 fF / 1 mS x ln(10) = 0.05987.
cat >"$folder/constants.txt" <<'CONSTANTS'
all cell_area 146 by hand
all cell_aspect 1.46 by hand
all port_pitch 2.5 by hand
all access_width 2 by hand
all contact_length 5 by hand
all overlap 0.5 by hand
all swing_least 0.1 by hand
all swing_part 0.1 by hand
all driver_fanout 5 by hand
all permittivity 1000 by hand
all vertical 1 by hand
all miller 0.5 by hand
all fringe 1 by hand
all least_width 10 by hand
all poly_space 5 by hand
all pull_down 2 by hand
all sense_n 10 by hand
all sense_p 10 by hand
all isolation 10 by hand
all sense_mux 10 by hand
all strip_node 100 by hand
all strip_width 30 by hand
all strip_height 20 by hand
all strip_rows 10 by hand
all strip_columns 10 by hand
all strip_ports 2 by hand
all strip_cell_width 2 by hand
all strip_cell_height 1 by hand
100 gate 1 by hand
100 gate_fringe 0.5 by hand
100 junction 2 by hand
100 side_wall 1 by hand
100 sense 10 by hand
100 wire_aspect 1 by hand
100 horizontal 1 by hand
100 dielectric 0.25 by hand
100 resistance 1000 by hand
100 threshold 0.5 by hand
100 p_to_n 1 by hand
100 resistivity 0.75 by hand
100 barrier 0.025 by hand
100 latch 1 by hand
CONSTANTS
model() { echo "$2" >"$folder/job" && awk -f "$1" "$folder/constants.txt" "$folder/job" 2>"$folder/out"; }
job='100 2 4 8 8 2 1RW1R' expected='410.88 22.9 0.5763 1.198 0.6518 0.4015'
equal 'four rows of eight cells' "$(model $here/memories.awk "$job")" "$expected" "$folder/out"
equal 'the same with a port for reads and one for writes' "$(model $here/memories.awk '100 2 4 8 8 2 1R1W')" "$expected" "$folder/out"
# Half as many sensed columns: 40 fJ less.
equal 'sensed columns' "$(model $here/memories.awk '100 2 4 8 4 2 1RW1R')" '410.88 22.9 0.5363 1.158 0.6518 0.4015' "$folder/out"
while IFS='|' read -r words script; do
    plant_copy $here/memories.awk "$folder/planted.awk" "$script" "$words" || continue
    [ "$(model "$folder/planted.awk" "$job")" != "$expected" ] || complain "not noticed: $words"
done <<'PLANTS'
a word line that rises at once|s/columns \* width \* wire_ohms(node), bit/0, bit/
predecoded lines without resistance|s/line, rows \* height \* wire_ohms(node))/line, 0)/
no address drivers|s@sum = chain(node, 1, .* 0) + chain@sum = chain@
a row without its NAND|s/chain(node, 2, word/chain(node, 1, word/
a bit line without its amplifier|s/(bit + latch)/bit/
an amplifier that takes no time|s/ + latch \/ at(node, "latch") \* log(supply \/ swing) \/ 1000//
a cell that pulls twice as hard|s/1 \/ at(node, "pull_down") + //
gates that do not wait for their inputs|s/ramp = 2 \* tf/ramp = 0/
a port that takes no room|s/at(node, "port_pitch") \* (ports - 1)) \* f; width/at(node, "port_pitch") * 0) * f; width/
no strip beside the cells|s/(columns \* width + ports \* beside)/(columns * width)/
one strip for all ports|s/(rows \* height + ports \* below)/(rows * height + below)/
a word line without its driver|s/ \* at(node, "driver_fanout") \/ (at(node, "driver_fanout") - 1)//
the whole drain at a bit line|s/, 1) \/ 2 + height/, 1) + height/
a read that swings fully|s/columns \* bit \* swing \* supply/columns * bit * supply * supply/
a write that drives all columns|s/written \* supply + (columns - written) \* swing/columns * supply/
no sense amplifiers|s/sensed \* at(node, "sense")/0/
one predecoded line|s/word + 2 \* rows/word + rows/
wires without neighbours|s/2 \* at(node, "miller")/0 * at(node, "miller")/
PLANTS

# A node between two is on the line from one to the other.
cp "$folder/constants.txt" "$folder/one.txt"
sed -n 's/^100 /200 /p' "$folder/one.txt" | sed 's/^200 sense 10/200 sense 30/' >>"$folder/constants.txt"
between=$(model $here/memories.awk '150 2 4 8 8 2 1RW1R')
sed 's/^\([12]00\) sense .*/\1 sense 20 by hand/' "$folder/constants.txt" >"$folder/middle.txt" && mv "$folder/middle.txt" "$folder/constants.txt"
equal 'between two nodes' "$between" "$(model $here/memories.awk '150 2 4 8 8 2 1RW1R')"
equal 'half again as long on both sides' "${between%% *}" 924.48
cp "$folder/one.txt" "$folder/constants.txt"

# Nonsense is refused where it stands.
refused() { # refused JOB WORDS
    model $here/memories.awk "$1" >/dev/null
    [ $? = 2 ] && grep -qF "$folder/job:1: $2" "$folder/out" || complain "not refused: $1" "$folder/out"
}
refused '100 2 4 8 8 2' 'expected NODE SUPPLY ROWS COLUMNS SENSED WRITTEN PORTS'
refused '10 2 4 8 8 2 1RW' 'node 10, expected 45 or more'
refused '250 2 4 8 8 2 1RW' 'node 250, expected one from 45 to 180 nm'
refused '90 2 4 8 8 2 1RW' 'node 90, expected one from 45 to 180 nm'
refused '100 0 4 8 8 2 1RW' 'supply 0, expected 0.1 or more'
refused '100 2 none 8 8 2 1RW' 'rows none, expected 1 or more'
refused '100 2 4 8 9 2 1RW' 'sensed columns 9, expected at most all 8'
refused '100 2 4 8 8 9 1RW' 'written columns 9, expected at most all 8'
for ports in 0R 1 R W1R 1RW1W two; do refused "100 2 4 8 8 2 $ports" "ports $ports, expected as in 2R1W, 1RW or 1RW1R"; done
echo '100 sense 11 by hand' >>"$folder/constants.txt"
model $here/memories.awk "$job" >/dev/null
[ $? = 2 ] && grep -q 'a second sense' "$folder/out" || complain 'a constant twice' "$folder/out"

# The rows that are kept: those of the model, of the report, of the published macros and of the list.
kept() { # kept MEMORIES.tsv: what is wrong with it
    awk -F '\t' '
        FNR == 1 { file++ }
        file == 1 && $1 == "libraries" { whole[$2, $3] = $4 }
        file == 1 && $1 == "storage" { bits[$2, $3] = $6 }
        file == 1 { next }
        $1 == "memory_rest" { rest[$2, $3] = $4 }
        $1 == "memories" && $7 == "flip-flops" {
            if ($9 != sprintf("%.3g", whole[$2, $3] - rest[$2, $3]) + 0) print $2 ": " $9 " GE, the block less its rest " whole[$2, $3] - rest[$2, $3]
            if ($12 != sprintf("%.3g", whole[$2, $3] * 1.43) + 0) print $2 ": " $12 " µm² as flip-flops"
            if ($5 * $6 != bits[$2, $3] - 0) print $2 ": " $5 " × " $6 " bits, in the report " bits[$2, $3]
        }
        $1 == "memories" && $7 == "macro" && ($12 < $11 + rest[$2, $3] * 1.43 - 1000 || $12 > $11 + rest[$2, $3] * 1.43 + 1000) {
            print $2, $8 ": " $12 " µm² with a rest of " rest[$2, $3] }
        $1 == "memories" && $7 == "macro" { area[$2, $8] = $11; ns[$2, $8, 180] = $18; ns[$2, $8, 65] = $19 }
        $1 == "memory_forms" {
            if ($9 < $8 * 1.43 * 0.99 || $9 > $8 * 1.43 * 1.01) print $6 ": " $9 " µm² of " $8 " GE"
            if ($10 < $9 + area[$2, $5] - 1000 || $10 > $9 + area[$2, $5] + 1000) print $6 ": " $10 " µm² with the macro"
            if ($12 != sprintf("%.2f", $11 * 65 / 180)) print $6 ": " $12 " ns at 65 nm of " $11
            if ($14 != sprintf("%.2f", $13 * 65 / 180)) print $6 ": " $14 " ns at 65 nm of " $13
            if ($15 != sprintf("%.2f", ns[$2, $5, 180] + $13)) print $6 ": " $15 " ns with the read"
            if ($16 != sprintf("%.2f", ns[$2, $5, 65] + $13 * 65 / 180)) print $6 ": " $16 " ns with the read at 65 nm"
        }
        # A macro of 64 words of 256 bits at 45 nm.
        $1 == "memories" && $7 == "macro, scaled" && $11 != sprintf("%.3g", 33990 * $5 * $6 / (64 * 256) * (65 / 45) ^ 2) + 0 { print $2 ": " $11 " µm² scaled" }
        $1 == "memories" && $7 == "macro, scaled" && ($18 != sprintf("%.2f", 0.253 * 180 / 45) || $19 != sprintf("%.2f", 0.253 * 65 / 45)) {
            print $2 ": " $18 ", " $19 " ns scaled" }
        ' $here/report.tsv "$1"
    awk -F '\t' -v list=$here/memories.txt '
        BEGIN { while ((getline line < list) > 0) { split(line, of, "|"); if (of[1] == "macro") row[of[2], of[4], of[6]] = of[5] } }
        $1 == "memories" && $7 == "macro" {
            words = row[$2, $4, $8]; seen[$2, $4, $8]
            if (!words) { print $2, $8 ": not in the list"; next }
            for (node = 180; node >= 65; node -= 115)
                print "job", node, (node == 180 ? 1.8 : 1.1), $5 / words, words * $6, words * $6, $6, $8, $2, $10, $11, $14, $15, $16, $18, $19
        }
        END { for (key in row) if (!(key in seen)) print "a macro of the list is not kept" }' "$1" >"$folder/kept.jobs"
    grep -v '^job ' "$folder/kept.jobs"
    sed -n 's/^job //p' "$folder/kept.jobs" >"$folder/kept.wanted"
    cut -d' ' -f1-7 "$folder/kept.wanted" >"$folder/kept.job"
    awk -f $here/memories.awk $here/memories_constants.txt "$folder/kept.job" | paste -d ' ' - "$folder/kept.wanted" | awk '
        function is(text, value) { return text == sprintf("%.3g", value) + 0 }
        $7 == 180 && !(is($15, $1) && is($17, $3) && is($18, $4) && is($19, $5) && $20 == sprintf("%.2f", $6)) ||
        $7 == 65 && !(is($16, $1) && $21 == sprintf("%.2f", $6)) {
            print $14, $13, $7 " nm: " $15, $16, $17, $18, $19, $20, $21 ", the model " $1, $3, $4, $5, $6 }'
    grep -v '^#' $here/memories_published.txt | while IFS='|' read -r name _ _ _ _ _ _ _ area _ _ ns _; do
        grep -q "^memories_check	$name	[^	]*	[^	]*	[^	]*	$area	" "$1" || echo "$name: another area"
        awk -F '\t' -v name="$name" -v ns="$ns" '$1 == "memories_check" && $2 == name && $14 == ns { same = 1 } END { exit !same }' "$1" || echo "$name: another read"
    done
    awk -F '|' '$1 == "form" { print "memory_forms\t" $2 "\t" $3 "\t" $4 "\t" $5 "\t" $6 "\t" $8 }' $here/memories.txt >"$folder/forms"
    grep '^memory_forms' "$1" | cut -f 1-7 | cmp -s - "$folder/forms" || echo 'blocks around a macro: not those of the list'
    awk -F '|' '$1 == "flip-flops" { print "memories_not\t" $2 "\t" $3 "\t" $4 }' $here/memories.txt >"$folder/not"
    grep '^memories_not' "$1" | cmp -s - "$folder/not" || echo 'tables that stay in flip-flops: not those of the list'
}
[ -z "$(kept $here/memories.tsv)" ] || complain "memories.tsv: $(kept $here/memories.tsv)"
while IFS='|' read -r words script; do
    plant_copy $here/memories.tsv "$folder/planted.tsv" "$script" "$words" || continue
    [ -n "$(kept "$folder/planted.tsv")" ] || complain "not noticed: $words"
done <<'PLANTS'
another area of a macro|/	macro	1RW	/s/	192000	/	292000	/
another area at 65 nm|/	macro	1RW	/s/	25000	/	35000	/
another energy of a read|/	macro	1RW	/s/	8.49	/	7.49	/
a macro that is forgotten|/	macro	1R1W	/d
other gates of the flip-flops|/	flip-flops	/s/	171000	/	161000	/
another rest|s/^\(memory_rest	ccws_vta	n32_ways8	\)2/\13/
a block with another macro|/	macro	1RW	/s/	62700	/	72700	/
another read in ns|/	macro	1RW	/s/	1.54	/	1.45	/
another read at 65 nm|/	macro	1RW	/s/	0.35	/	0.53	/
a published read|s/	0.253	/	0.352	/
a macro that is scaled otherwise|/	macro, scaled	/s/	73100	/	83100	/
another published area|s/	33990	/	43990	/
a table that is forgotten|/^memories_not	oaws_dlc/d
other gates around a macro|s/^\(memory_forms	.*LATENCY=1	\)[0-9]*/\199900/
another block with its macro|s/^\(memory_forms	.*LATENCY=1	[0-9.]*	[0-9.]*	\)[0-9]*/\11000/
another path at 65 nm|s/^\(memory_forms	.*	\)[0-9.]*\(	[0-9.]*	[0-9.]*\)$/\19.99\2/
another path with the read|s/^\(memory_forms	.*	\)[0-9.]*$/\19.99/
a block around a macro that is forgotten|/^memory_forms/d
PLANTS

# What is asked for, and the list: each mistake in words, before anything is mapped.
command() { # command BLOCK LIST
    rm -f "$folder/written.tsv"
    MEMORIES=$folder/written.tsv MEMORY_LIST=$2 sh $here/memories.sh "$1" >"$folder/out" 2>&1
}
mistake() { # mistake WORDS BLOCK LIST
    command "$2" "$3"
    [ $? = 2 ] && grep -qF "$1" "$folder/out" && [ ! -e "$folder/written.tsv" ] || complain "expected '$1'" "$folder/out"
}
in_list() { plant_copy $here/memories.txt "$folder/list.txt" "$1" && mistake "$2" '' "$folder/list.txt"; } # in_list SCRIPT WORDS
mistake 'memories.sh: oaws_dlc: its pc, inst, acc, sets stay flip-flops, for four PCs' oaws_dlc $here/memories.txt
mistake 'memories.sh: nothing; expected a block with a macro: ccws_vta' nothing $here/memories.txt
in_list 's/^macro/makro/' 'makro, expected macro, scaled, form or flip-flops'
in_list 's/|8|2R1W/|eight|2R1W/' 'expected macro|BLOCK|CONFIGURATION|MEMORY|WORDS OF A ROW|PORTS|what uses them'
in_list 's/^\(scaled|ccws_vta\)|.*/\1/' 'expected scaled|BLOCK|CONFIGURATION|MEMORY|PUBLISHED MACRO'
in_list 's/|LATENCY=1$//' 'expected form|BLOCK|CONFIGURATION|MEMORY|PORTS|VERILOG|WRAPPER|PARAMETERS'
in_list 's/^\(flip-flops|warp_order\)|.*/\1/' 'expected flip-flops|BLOCK|TABLE|why'
in_list '/^flip-flops|owl_prefetch/d' 'no line of owl_prefetch, which has a table'
in_list 's/^flip-flops|owl_groups/flip-flops|owl_group/' 'owl_group, expected a block of the report'
in_list 's/|n32_ways8|/|n31_ways8|/' 'ccws_vta n31_ways8, expected a configuration that the report maps'

# What the command writes is what is kept; a memory by another name, and rows that do not divide it, are refused.
if tier_is_all; then
    in_list 's/|tags|/|marks|/' 'ccws_vta has no memory marks'
    in_list 's/|8|2R1W/|7|2R1W/' '7 words of a row, expected a divisor of 512 words and of 16 reads'
    in_list 's/fakeram45_64x256/fakeram/' 'fakeram, expected a macro of memories_published.txt with an area and ns'
    in_list '/^form/s/2R1W/1R2W/' 'form ccws_vta with 1R2W, expected the ports of a line macro'
    command '' $here/memories.txt || complain 'not measured' "$folder/out"
    cmp "$folder/written.tsv" $here/memories.tsv || complain 'another memories.tsv is measured' "$folder/out"
fi
echo "memories as macros: $failures failures"
[ "$failures" = 0 ]
