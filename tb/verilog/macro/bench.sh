#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# ccws_vta_macro on every cycle against the C model of ccws_vta with registers in front: bench.sh FOLDER CONFIG LATENCY TOOL SOURCE...
# CONFIG is a tuple of ccws_vta. TOOL is icarus, where an x stays one, or verilator, which is faster. A SOURCE is
#     random:CYCLES:SEED    the stimuli of the block at the ports
#     KERNEL:CYCLES         what the simulator gives its first SM's ccws_vta under policy.ccws_vta_latency 1, with an L1D of two sets
# FOLDER takes what is made; its vectors.txt is made anew only when SOURCEs are given. MACRO: a folder of changed copies of
# verilog/macro. Exit status: 0 PASS, 1 FAIL, 2 it does not run.
set -eu
folder=$1 config=$2 latency=$3 tool=$4
shift 4
build=${BUILD:-build} macro=${MACRO:-verilog/macro} here=tb/verilog/macro
settings=$(sed -n "s/^CONFIG(ccws_vta, *$config, *\(.*\))\$/\1/p" rtl_c/configs.def)
[ -n "$settings" ] || { echo "bench.sh: ccws_vta $config is not in rtl_c/configs.def" >&2; exit 2; }
mkdir -p "$folder"

or_end() { "$@" >"$folder/log" 2>&1 || { tail -n 3 "$folder/log" >&2; exit 2; }; }
random() { # random CYCLES SEED
    or_end "$build/block_bench" --block ccws_vta --config "$config" --cycles "$1" --seed "$2" --no-pack --vectors "$folder/ports.txt"
    awk -v latency="$latency" -v config="$config" -f $here/vectors.awk "$folder/ports.txt" >"$folder/delayed.stimulus"
    or_end "$build/block_bench" --replay "$folder/delayed.stimulus" --vectors "$folder/delayed.txt"
    awk -v latency="$latency" -f $here/vectors.awk "$folder/ports.txt" "$folder/delayed.txt" >>"$folder/vectors.txt"
}
recorded() { # recorded KERNEL CYCLES
    [ "$latency" = 1 ] && [ "$config" = n32_ways8 ] || { echo "bench.sh: $1 with $config and $latency, expected n32_ways8 and 1" >&2; exit 2; }
    rm -rf "$folder/recorded"
    or_end "$build/warplock" run --machine ccws --policy ccws --set policy.ccws_vta_latency=1 --set gpu.sms=1 --set gpu.clusters=1 \
        --set l1d.index=linear --set l1d.sets=2 --set l1d.ways=2 --record "$folder/recorded" --record-window "$2" "$1"
    or_end "$build/block_bench" --replay "$folder/recorded/ccws_vta.txt" --vectors "$folder/delayed.txt"
    awk -v latency=1 -v ahead=1 -f $here/vectors.awk "$folder/delayed.txt" "$folder/delayed.txt" >>"$folder/vectors.txt"
}
[ $# = 0 ] || rm -f "$folder/vectors.txt"
for source; do
    case $source in
        random:*) source=${source#random:} && random "${source%:*}" "${source#*:}" ;;
        *) recorded "${source%:*}" "${source#*:}" ;;
    esac
done

set -- $here/ccws_vta_macro_tb.v "$macro/ccws_vta_macro.v" "$macro/sram_2r1w.v"
case $tool in
    icarus)
        # shellcheck disable=SC2046
        or_end iverilog -g2005 -Wall -Wno-timescale -s ccws_vta_macro_tb $(echo "$settings" | sed 's/-DCFG_/-Pccws_vta_macro_tb./g') \
            -Pccws_vta_macro_tb.LATENCY="$latency" -o "$folder/bench.vvp" "$@"
        or_end vvp -n "$folder/bench.vvp" "+vectors=$folder/vectors.txt" ;;
    verilator)
        # An x is drawn; WIDTH: the bench says any register as one number.
        # shellcheck disable=SC2046
        or_end verilator --binary --timing --x-assign unique --x-initial unique -Wall -Wno-WIDTH $(echo "$settings" | sed 's/-DCFG_/-G/g') \
            -GLATENCY="$latency" --top-module ccws_vta_macro_tb -Mdir "$folder/verilated" -o bench "$@"
        or_end "$folder/verilated/bench" "+vectors=$folder/vectors.txt" +verilator+rand+reset+2 +verilator+seed+1 ;;
    *) echo "bench.sh: $tool, expected icarus or verilator" >&2; exit 2 ;;
esac
grep -E '^(PASS|FAIL) ' "$folder/log" || { echo 'FAIL ccws_vta_macro: its bench ends without a verdict'; exit 1; }
grep -q '^PASS ' "$folder/log"
