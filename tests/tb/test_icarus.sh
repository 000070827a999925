#!/bin/sh
# Recorded stimuli of every tuple replayed in Icarus Verilog by a testbench printed from the table: same outputs, same
# registers, no X after reset; in `make test` the three smallest of each block. A recording with one changed digit, and a planted missed reset, must fail.
set -eu
. tests/lib.sh
BUILD=${BUILD:-build}
work=$BUILD/icarus
rm -rf "$work"
mkdir -p "$work"
replay() {  # block, folder, Verilog source
    iverilog -g2005 -o "$2/testbench.vvp" "$2/testbench.v" "$3"
    vvp -n "$2/testbench.vvp" +vectors="$2/vectors.txt"
}
"$BUILD/block_bench" --list | smallest 3 >"$work/tuples"
while read -r block config; do
    folder=$work/${block}_$config
    "$BUILD/block_bench" --block "$block" --config "$config" --cycles 1500 --no-pack --icarus-out "$folder" >/dev/null
    result=$(replay "$block" "$folder" "verilog/$block.v")
    echo "$result"
    [ "$result" = "$block $config: 1500 cycles, 0 differences" ]
done <"$work/tuples"

folder=$work/warp_order_n8_s2
sed '700s/ [0-9a-f]*$/ 5/' "$folder/vectors.txt" >"$folder/changed.txt"
mv "$folder/changed.txt" "$folder/vectors.txt"
result=$(replay warp_order "$folder" verilog/warp_order.v)
case $result in *"cycle 699: register rank"*) ;; *) echo "FAILED: a changed register went unnoticed: $result"; exit 1 ;; esac

folder=$work/oaws_ocw_n8_s2_sets32
sed -f tests/tb/planted/verilog_missed_reset.sed verilog/oaws_ocw.v >"$folder/oaws_ocw.v"
result=$(replay oaws_ocw "$folder" "$folder/oaws_ocw.v")
case $result in *"register cnt"*) ;; *) echo "FAILED: a missed reset went unnoticed: $result"; exit 1 ;; esac
