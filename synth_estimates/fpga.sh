#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# fpga.sh [BLOCK]: every block at its own paper's parameters (or one) on an iCE40 hx8k: look-up tables, flip-flops and
# block RAMs of the block alone by Yosys, then placed and routed by nextpnr inside a wrapper (wrap.c) with several seeds
# for the range of maximum frequency. Not fitting is a result too. Look-up tables and
# flip-flops of ECP5 and Xilinx 7 by Yosys alone. Redone only when something has changed. Each run of a
# tool may take FPGA_SECONDS of processor time; a block that does not end within them says so.
set -u
only=${1:-}
LIBRARY=   # of standard cells: none here
here=$(dirname "$0")
. "$here/place.sh"
. "$here/side_by_side.sh"
export BUILD
folder=$place/fpga
seeds=${SEEDS:-1 2 3}
seconds=${FPGA_SECONDS:-900}
place_command='nextpnr-ice40 --hx8k --package ct256 --pcf-allow-unconstrained --timing-allow-fail'
mkdir -p "$folder"

cells() { # cells FILE TYPE-PATTERN: how many cells of that type `stat` counted
    awk -v type="$2" '$1 ~ type && NF == 2 { n += $2 } END { print n + 0 }' "$1"
}

limited() { # limited LOG COMMAND…
    log=$1
    shift
    ( ulimit -t "$seconds"; exec "$@" ) >"$log" 2>&1
}

stopped() { [ "$1" = 137 ] || [ "$1" = 152 ]; }   # by the limit: SIGKILL, SIGXCPU; nextpnr itself ends with 255

counts() { # counts FOLDER: LUT and flip-flops of the two larger families, or the reason that there are none
    for family in ecp5 xilinx7; do
        limited "$1/$family.log" yosys -q -p "$elaborate; $(command_of $family) -top $block; tee -q -o $1/$family.txt stat"
        ended=$?
        if stopped "$ended"; then
            echo "$family: not mapped within $seconds s"
        elif [ "$ended" != 0 ]; then
            tail -n 5 "$1/$family.log" >&2
            exit 2
        elif [ $family = ecp5 ]; then
            luts=$(($(cells "$1/ecp5.txt" '^LUT4$') + 2 * $(cells "$1/ecp5.txt" '^CCU2C')))
            echo "ecp5 $luts $(cells "$1/ecp5.txt" '^TRELLIS_FF')"
        else
            echo "xilinx7 $(cells "$1/xilinx7.txt" '^LUT[1-6]$') $(cells "$1/xilinx7.txt" '^FD[RSCP]E')"
        fi
    done
}
command_of() { # command_of FAMILY: Yosys's, without pads
    case $1 in ecp5) echo synth_ecp5 ;; xilinx7) echo synth_xilinx -family xc7 -nodsp -noiopad -noclkbuf ;; esac
}

frequencies() { # frequencies FOLDER: place and route with each seed; MHz each, or the reason that there is none
    for seed in $seeds; do
        log=$1/seed_$seed.log
        # shellcheck disable=SC2086
        limited "$log" $place_command --seed "$seed" --json "$1/wrapper.json"
        ended=$?
        if [ "$ended" = 0 ]; then
            grep 'Max frequency for clock' "$log" | tail -n 1 | sed 's/.*: \([0-9.]*\) MHz.*/\1/'
        elif stopped "$ended"; then
            echo "not placed and routed within $seconds s"
            return
        elif grep -q 'Unable to place\|no BELs remaining\|Bel.*not available' "$log"; then
            echo 'does not fit'
            return
        else
            grep '^ERROR' "$log" | head -n 1
            return
        fi
    done
}

measure() { # measure BLOCK NAME NAME=VALUE…: FOLDER/row.txt, as fpga.c reads it
    block=$1 name=$2
    shift 2
    at=$folder/$name
    mkdir -p "$at"
    sh "$here/measure.sh" bits "$block" "${VERILOG:-verilog}/$block.v" "$at" "$@" || exit 2
    "$overhead" wrap "$at" "$block" >"$at/wrapper.v" || exit 2
    elaborate="read_ilang $at/rtl.il"
    map="$elaborate; synth_ice40 -top $block; tee -q -o $at/stat.txt stat
        design -reset; $elaborate; read_verilog $at/wrapper.v; synth_ice40 -top wrapper -json $at/wrapper.json"
    commands="$map $(command_of ecp5) $(command_of xilinx7) $place_command"
    key=$({ cat "$at/bits.key" "$at/wrapper.v"; echo "$commands $seeds $seconds"; nextpnr-ice40 --version; } 2>&1 |
        sha256sum)
    [ -f "$at/fpga.key" ] && [ "$(cat "$at/fpga.key")" = "$key" ] && return
    rm -f "$at/fpga.key"
    limited "$at/map.log" yosys -q -p "$map"
    ended=$?
    if [ "$ended" = 0 ]; then
        echo "$(cells "$at/stat.txt" '^SB_LUT4') $(cells "$at/stat.txt" '^SB_DFF') $(cells "$at/stat.txt" '^SB_RAM40')"
        counts "$at"
        frequencies "$at"
    elif stopped "$ended"; then
        printf '\nnot mapped within %s s\n' "$seconds"
    else
        tail -n 5 "$at/map.log" >&2
        exit 2
    fi >"$at/row.txt"
    echo "$key" >"$at/fpga.key"
}

if [ "$only" = --one ]; then
    total=$2
    shift 2
    measure "$@"
    sh "$here/progress.sh" "$folder" "$total" "$2"
    exit 0
fi
"$overhead" list paper >"$folder/list" || exit 2
awk -v only="$only" '$1 == "full" && (only == "" || $2 == only) { sub(/^full /, ""); print }' "$folder/list" \
    >"$folder/runs"
[ -s "$folder/runs" ] || { echo "fpga.sh: $only, expected a block with a table" >&2; exit 2; }
sh "$here/progress.sh" "$folder" begin
side_by_side sh "$0" --one "$(grep -c . "$folder/runs")" <"$folder/runs" || exit 2
"$overhead" fpga "$BUILD/overhead"
