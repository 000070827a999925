#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# What `make coverage-rtl` says of counts (rtl_report.awk): what a bench cannot reach, for a reason, does not count. Every row of rtl_allowed.txt
# of a block and a variable, or a line, that are there. The table of docs/benches.md has every block, enough of it is reached, and what
# cannot be has its reasons. Shown to fail: a bench that reaches too little, a row for what is reached, for other bits, without a reason;
# a block that the table lacks, a figure that is too low, a reason that it does not say.
set -u
. tests/lib.sh
work=$BUILD/tests/coverage/rtl_report
rm -rf "$work" && mkdir -p "$work" || exit 1
tab=$(printf '\t')
# The counts of a block of two lines and 20 bits, of which bits 3 and 5 of `high` and one line are not reached.
{
    printf 'part\tn2\tline\t7:5\tblock\t4\npart\tn2\tbranch\t9:5\telse\t0\n'
    for bit in 0 1 2 3 4 5; do printf 'part\tn2\ttoggle\t4:9\thigh[%d]\t%d\n' $bit $((bit == 3 || bit == 5 ? 0 : 8)); done
    for bit in 0 1 2 3 4 5 6 7 8 9 10 11 12 13; do printf 'part\tn2\ttoggle\t5:9\tlow[%d]\t3\n' $bit; done
} >"$work/bench.points"
: >"$work/lockstep.points"
said() { # said ROW...: the report with these rows
    printf '%s\n' "$@" >"$work/allowed"
    LC_ALL=C awk -F '\t' -v folder="$work" -v allowed="$work/allowed" -f tests/coverage/rtl_report.awk \
        "$work/bench.points" "$work/lockstep.points" >"$work/report"
    echo $? >>"$work/report"
}
high="part${tab}n2${tab}does not toggle: high[3,5]${tab}constant" line="part${tab}n2${tab}not reached: else 9:5${tab}never"
expected() { # expected STATUS WORDS
    [ "$(tail -n 1 "$work/report")" = "$1" ] && grep -qE -- "$2" "$work/report" && echo "said: $2" || complain "not said: $2: $(cat "$work/report")"
}
said "$high" "$line"
expected 0 '^part n2 .* 1 of +2 +50.0 % +100.0 % +18 of +20 +90.0 % +100.0 %'
grep -qx 'verilog/part.v:4:9: n2: does not toggle: high\[3,5\]: constant' "$work/bench.txt" || complain "bench.txt: $(cat "$work/bench.txt")"
table() { sed 1,2d "$work/rtl_coverage/rtl_coverage.md"; }
[ "$(table)" = '| `part` | n2 | 1 | 100.0 | 18 | 100.0 | 1 line: never; 2 bits: constant |' ] || complain "the table: $(table)"
# The reason of `second` is that of `first`; of two tuples the one that reaches more, or enough, is shown, never rounded up.
cp "$work/bench.points" "$work/kept.points"
{
    printf 'two\tn%d\ttoggle\t4:9\tfirst\t0\ntwo\tn%d\ttoggle\t4:9\tsecond\t0\n' 2 2
    for tuple in 2 3; do for bit in $(seq 2999); do printf 'two\tn%d\ttoggle\t5:9\tlow[%d]\t3\n' $tuple $bit; done; done
    printf 'two\tn2\ttoggle\t5:9\tlow[0]\t0\ntwo\tn3\tline\t7:5\tblock\t0\n'
} >>"$work/bench.points"
said "$high" "$line" "two${tab}n2${tab}does not toggle: first${tab}constant" "two${tab}n2${tab}does not toggle: second${tab}as first"
[ "$(table | sed -n 2p)" = '| `two` | n2 | 0 | 100.0 | 3000 | 99.9 | 2 bits: constant |' ] || complain "the table: $(table)"
mv "$work/kept.points" "$work/bench.points"
said "$line"
expected 1 '^part: no tuple has 98 % of lines and 95 % of bits'
said "$high"
expected 1 '^part: no tuple has 98 % of lines and 95 % of bits'
said "$(echo "$high" | sed 's/3,5/3-5/')" "$line"
expected 1 'does not toggle: high.3-5.: is reached, or other bits are not'
said "$high" "$line" "part${tab}n2${tab}does not toggle: low[2]${tab}constant"
expected 1 'does not toggle: low.2.: is reached, or other bits are not'
said "$high" "$line" "part${tab}n2${tab}not reached: else 7:5"
expected 1 'not four fields'

# there FILE: rows of what is not there.
there() {
    grep -v '^#' "$1" | while IFS="$tab" read -r block tuple what reason; do
        grep -q "^CONFIG($block, $tuple," rtl_c/configs.def || echo "$block $tuple is no tuple"
        case $what in
            'does not toggle: '*) name=${what#does not toggle: }; grep -qw "${name%%\[*}" "verilog/$block.v" || echo "$block has no ${name%%\[*}" ;;
            'not reached: '*)
                place=${what##* }
                sed -n "${place%:*}p" "verilog/$block.v" | grep -qE '\b(if|function|for)\b' ||
                    echo "$block: $place is nothing that can be reached" ;;
            *) echo "$block: $what" ;;
        esac
        [ "${#reason}" -ge 8 ] || echo "$block: $what: no reason"
    done
}
there tests/coverage/rtl_allowed.txt >"$work/out"
[ ! -s "$work/out" ] || complain "$(cat "$work/out")"
for script in 's/hundredths/thousandths/' 's/n8_s2_m32/n9_s2_m32/' 's/block 52:29/block 1:29/'; do
    plant_copy tests/coverage/rtl_allowed.txt "$work/rows" "$script" || continue
    [ -n "$(there "$work/rows")" ] && echo "noticed: $(there "$work/rows" | head -n 1)" || complain "not noticed: $script"
done
# page FILE: what is wrong in its table.
page() {
    sed -n '/<!-- rtl_coverage:begin/,/<!-- rtl_coverage:end/p' "$1" | sed -n 's/^| `\([a-z_]*\)` | /\1 | /p' >"$work/rows"
    for bench in tb/verilog/*_tb.v; do
        block=$(basename "$bench" _tb.v)
        [ "$(grep -c "^$block |" "$work/rows")" = 1 ] || echo "$block has not one row"
    done
    while IFS='|' read -r block tuple lines reached bits toggled why; do
        block=${block% } tuple=$(echo $tuple)
        grep -q "^CONFIG($block, $tuple," rtl_c/configs.def || echo "$block: $tuple is no tuple"
        echo "$lines $reached $bits $toggled" | awk -v block="$block" 'NF != 4 || $2 < 98 || $4 < 95 { print block ": too little is reached: " $0 }'
        grep "^$block$tab$tuple$tab" tests/coverage/rtl_allowed.txt | cut -f4 | grep -vE '^as [a-z0-9_]+$' | while read -r reason; do
            case $why in *": $reason"*) ;; *) echo "$block: not said: $reason" ;; esac
        done
    done <"$work/rows"
}
[ -z "$(page docs/benches.md)" ] || complain "docs/benches.md (make coverage-rtl mends it): $(page docs/benches.md)"
for script in '/^| `oaws_dlc` | [a-z0-9_]* | [0-9]/d' 's/^\(| `oaws_ocw` | [a-z0-9_]* | [0-9]* | \)[0-9.]*/\197.9/' \
    's/^\(| `oaws_ocw` | [a-z0-9_]* | [0-9]* | [0-9.]* | [0-9]* | \)[0-9.]*/\194.9/' 's/a group has at least one CTA/constant/'; do
    plant_copy docs/benches.md "$work/benches.md" "$script" || continue
    [ -n "$(page "$work/benches.md")" ] && echo "noticed: $(page "$work/benches.md" | head -n 1)" || complain "not noticed: $script"
done
[ "$failures" = 0 ]
