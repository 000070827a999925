#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# tier: all
# needs: prove/built block_bench
# Every row `proof` of tests/blocks is refuted: at a field that the bug touches, which the compiled model and Icarus show, and
# lockstep with the Verilated module; it leaves a whole failure pack, whose own command shows the same and whose wave has
# what its save file names. Proven, open, or a counterexample that shows no difference is a failure. Without the bug the tuple
# is proven and plays the pack's cycle without a difference.
set -u
. tests/lib.sh
. tests/blocks.sh
work=$BUILD/tests/tb/prove_plants plants=$BUILD/tests/tb/prove_plants/plants
export PROVE_TOOLS="${PROVE_TOOLS:-$(sh tb/prove/tools.sh)}"     # once

# know_plant WORDS: block, side, kind, config, fields as a choice, words; source, tuple.
know_plant() {
    read -r block side kind config fields words <<END
$1
END
    fields=${fields%:} tuple=${block}_$config
    case $side in c) source=rtl_c/$block.c ;; *) source=verilog/$block.v ;; esac
}

# Without a bug; proven once.
proven() {
    PROVE_WORK=$work sh tb/prove/prove.sh "$1" >"$work/$1.log" 2>&1 || complain "$1 is not proven: $(head -n 3 "$work/$1.log")"
}

# refuted LINE: the plant of this line is tried, in a folder of its own.
refuted() {
    know_plant "$(sed -n "$1p" "$plants")"
    folder=$work/$1 pack=$work/$1/$tuple/pack fields=$(echo "$fields" | tr , '|')
    bad() { complain "$tuple, $source, $kind: $words: $1"; cat "$folder/log"; }
    plant_copy "$source" "$folder/$source" "$(sed -n "$(($1 + 1))p" "$plants")" "$words" || return
    case $side in c) RTL_C=$folder/rtl_c ;; *) VERILOG=$folder/verilog ;; esac
    RTL_C=${RTL_C:-rtl_c} VERILOG=${VERILOG:-verilog} PROVE_WORK=$folder sh tb/prove/prove.sh "$tuple" >"$folder/log" 2>&1
    [ $? = 1 ] || { bad "not refuted"; return; }
    grep -qE "^    [a-z]*: broken ($fields)_[od]\\[" "$folder/log" || { bad "not at $fields"; return; }
    shown=$(grep -m1 -E "^    replayed: (output|register) ($fields)(\[[0-9]*\])?: C .*, Verilog " "$folder/log") || { bad "not shown at $fields"; return; }
    line=$(sed -n 's/^    in lockstep: \(lockstep: .*\)/\1/p' "$folder/log")
    case $line in "lockstep: $block[proof]: cycle "*": C 0x"*", Verilog 0x"*) ;; *) bad "lockstep shows nothing"; return ;; esac
    [ "$(head -n 1 "$pack/report.txt")" = "$line" ] && [ "$(grep -c -x -F "$line" "$pack/report.txt")" = 2 ] ||
        { bad "the pack's report is not of it"; return; }
    command=$(sed -n 's/^replay    //p' "$pack/report.txt")
    replayed=$(cd / && eval "$command")
    [ $? = 1 ] && [ "$replayed" = "$line" ] || { bad "the pack's command shows '$replayed'"; return; }
    sh tests/tb/check_wave.sh "$pack/wave.fst" "$pack/wave.gtkw" >"$folder/wave.log" 2>&1 || { bad "$(cat "$folder/wave.log")"; return; }
    "$BUILD/block_bench" --replay "$pack" >"$folder/good" 2>&1 || { bad "fails without the bug: $(cat "$folder/good")"; return; }
    echo "$tuple, $source, $kind: $words:${shown#    replayed:}; $(sed -n 's/.*; \([0-9.]* s\) (sweep.*/\1/p' "$folder/log")"
    rm -rf "$folder"
}

case ${1-} in
    --refuted) refuted "$2"; exit $failures ;;
    --proven) proven "$2"; exit $failures ;;
esac
rm -rf "$work" && mkdir -p "$work" && rows_of proof >"$plants" || exit 1
# Every block has each kind on either side, once.
for kind in off_by_one tie width; do sed -n "s/^CONFIG(\([a-z_]*\),.*/\1 c $kind\n\1 verilog $kind/p" rtl_c/configs.def; done | LC_ALL=C sort -u >"$work/expected"
grep '^[a-z]' "$plants" | cut -d' ' -f1-3 | LC_ALL=C sort | diff - "$work/expected" || complain "tests/blocks: expected three bugs of either side of every block"
# Each is applied, then tried by the number of the line that has its words.
number=0 chosen= tuples=
while IFS= read -r text; do
    number=$((number + 1))
    case $text in
        [a-z]*) know_plant "$text" ;;
        ' '*)
            planted=$((planted + 1))
            plant_copy "$source" "$work/copy" "$text" "$words" || continue
            chosen="$chosen $((number - 1))"
            case " $tuples " in *" $tuple "*) ;; *) tuples="$tuples $tuple" ;; esac ;;
    esac
done <"$plants"
# shellcheck disable=SC2086
{ printf -- '--proven %s\n' $tuples; printf -- '--refuted %s\n' $chosen; } | xargs -P "$(nproc)" -L 1 sh "$0" || failures=$((failures + 1))
echo "$planted planted, $(echo "$chosen" | wc -w) tried, $failures failures"
[ "$failures" = 0 ]
