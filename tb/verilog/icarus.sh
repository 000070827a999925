#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Runs a block's bench of tb/verilog in Icarus Verilog: icarus.sh BLOCK CONFIG VERILOG FOLDER [+PLUSARG...]
# CONFIG is a tuple of rtl_c/configs.def, VERILOG the block or a changed copy; FOLDER takes what is made. Without +vectors=
# a tuple whose vectors are shipped replays them and has X injected; without +cycles= large tuples have fewer random ones.
# Needs sh, sed, awk and iverilog. Exit status: 0 PASS, 1 FAIL, 2 it does not run.
set -eu
benches=${BENCHES:-tb/verilog}     # or a folder of changed copies
block=$1 config=$2 verilog=$3 folder=$4
shift 4
settings=$(sed -n "s/^CONFIG($block, *$config, *\(.*\))\$/\1/p" rtl_c/configs.def)
[ -n "$settings" ] || { echo "icarus.sh: $block $config is not in rtl_c/configs.def" >&2; exit 2; }
case " $*" in *" +vectors="*) ;; *)
    shipped=tb/verilog/vectors/${block}_$config.txt
    [ ! -f "$shipped" ] || set -- "$@" "+vectors=$shipped" +x ;;
esac
case "$block $config $*" in
    *" +cycles="*) ;;
    "warp_rank n"[346]* | "warp_order n"[346]* | "kaws_share n"[346]* | "kaws_progress n64"*) set -- "$@" +cycles=20 ;;      # thousands of pairs
    *" n32"* | *" n48"* | *" n64"* | *" entries32"*) set -- "$@" +cycles=100 ;;
esac

mkdir -p "$folder"
sh tb/verilog/harness.sh "rtl_c/$block.def" >"$folder/${block}_harness.vh"
# shellcheck disable=SC2046
iverilog -g2005 -Wall -Wno-timescale -I"$folder" -I"$benches" -s "${block}_tb" \
    $(echo "$settings" | sed "s/-DCFG_/-P${block}_tb./g") -o "$folder/$block.vvp" "$benches/${block}_tb.v" "$verilog" || exit 2
vvp -n "$folder/$block.vvp" "$@" >"$folder/log" 2>&1 || { cat "$folder/log"; exit 1; }
cat "$folder/log"
tail -n 1 "$folder/log" | grep -q "^PASS $block " || { echo "FAIL $block: its bench ends without a verdict"; exit 1; }
