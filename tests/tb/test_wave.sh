#!/bin/sh
# Waves of the block bench: every signal of the save file is in the wave, the window is kept, two runs write the same bytes,
# and the check itself notices a signal that is not there.
set -eu
BUILD=${BUILD:-build}
work=$BUILD/waves
rm -rf "$work"
mkdir -p "$work"
wave() { "$BUILD/block_bench" --block "$1" --config "$2" --cycles 400 --wave "$work/$3.fst" --wave-start 100 --wave-cycles 150 >/dev/null; }
for tuple in "warp_order n48_s2_across1" "warp_arbiter n48_s2" "oaws_ocw n48_s2_sets32"; do
    block=${tuple% *}
    wave "$block" "${tuple#* }" "$block"
    sh tests/tb/check_wave.sh "$work/$block.fst" "$work/$block.gtkw"
    fst2vcd -f "$work/$block.fst" -o "$work/$block.vcd"
    times=$(sed -n 's/^#//p' "$work/$block.vcd" | sed -n '1p;$p' | tr '\n' ' ')
    [ "$times" = "100 249 " ] || { echo "FAILED: $block: the wave holds cycles $times, expected 100 to 249"; exit 1; }
done
wave oaws_ocw n48_s2_sets32 again
cmp "$work/again.fst" "$work/oaws_ocw.fst"
sed 's/again\.fst/oaws_ocw.fst/' "$work/again.gtkw" | cmp - "$work/oaws_ocw.gtkw"
sed 's/cnt_q_model/count_q_model/' "$work/oaws_ocw.gtkw" >"$work/wrong.gtkw"
if sh tests/tb/check_wave.sh "$work/oaws_ocw.fst" "$work/wrong.gtkw"; then
    echo "FAILED: a signal that the wave does not hold went unnoticed"
    exit 1
fi
