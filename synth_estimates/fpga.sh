#!/bin/sh
# fpga.sh [BLOCK]: every block at its own paper's parameters (or one) on an iCE40 hx8k: look-up tables, flip-flops and
# block RAMs of the block alone by Yosys, then placed and routed by nextpnr inside a wrapper (wrap.c) with several seeds
# for the range of maximum frequency. Not fitting is a result too. Redone only when something has changed. Each run of a
# tool may take FPGA_SECONDS of processor time; a block that does not end within them says so.
set -u
only=${1:-}
BUILD=${BUILD:-build}
export BUILD
here=$(dirname "$0")
overhead=$BUILD/overhead/overhead
folder=$BUILD/overhead/fpga
seeds=${SEEDS:-1 2 3}
seconds=${FPGA_SECONDS:-900}
place='nextpnr-ice40 --hx8k --package ct256 --pcf-allow-unconstrained --timing-allow-fail'
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

frequencies() { # frequencies FOLDER: place and route with each seed; MHz each, or the reason that there is none
    for seed in $seeds; do
        log=$1/seed_$seed.log
        # shellcheck disable=SC2086
        limited "$log" $place --seed "$seed" --json "$1/wrapper.json"
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
    parameters=
    for assignment in "$@"; do parameters="$parameters -chparam ${assignment%=*} ${assignment#*=}"; done
    elaborate="read_verilog ${VERILOG:-verilog}/$block.v; hierarchy -top $block$parameters; rename -top $block"
    map="$elaborate; synth_ice40 -top $block; tee -q -o $at/stat.txt stat
        design -reset; $elaborate; read_verilog $at/wrapper.v; synth_ice40 -top wrapper -json $at/wrapper.json"
    key=$({ cat "$at/bits.key" "$at/wrapper.v"; echo "$map $place $seeds $seconds"; nextpnr-ice40 --version; } 2>&1 |
        sha256sum)
    [ -f "$at/fpga.key" ] && [ "$(cat "$at/fpga.key")" = "$key" ] && return
    rm -f "$at/fpga.key"
    limited "$at/map.log" yosys -q -p "$map"
    ended=$?
    if [ "$ended" = 0 ]; then
        echo "$(cells "$at/stat.txt" '^SB_LUT4') $(cells "$at/stat.txt" '^SB_DFF') $(cells "$at/stat.txt" '^SB_RAM40')"
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
xargs -P 2 -L 1 sh "$0" --one "$(grep -c . "$folder/runs")" <"$folder/runs" || exit 2
"$overhead" fpga "$BUILD/overhead"
