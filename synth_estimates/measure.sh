#!/bin/sh
# measure.sh STAGE TOP VERILOG FOLDER [NAME=VALUE…]: one module in one configuration; leaves in FOLDER
#   STAGE bits   rtl.json    the RTL after `proc`: registers and memories as written
#   STAGE full   and net.json, net.v (mapped to the 0.18 um library), timing_018.txt, timing_035.txt, proof.txt
# Each stage ends with writing its key; a stage without its key, interrupted for one, is done anew. bits.key, map.key,
# timing.key and proof.key stand for the commands and their inputs, full.key for all of them.
set -eu
stage=$1 top=$2 verilog=$3 folder=$4
shift 4
here=$(dirname "$0")
tech=${BUILD:-build}/overhead/library   # the library with its layouts' areas: library.sh
library=$tech/osu018/osu018_stdcells.lib
large_library=$tech/osu035/osu035_stdcells.lib
proof_seconds=${PROOF_SECONDS:-240}
export PROOF_SECONDS="$proof_seconds"
mkdir -p "$folder"

parameters=
for assignment in "$@"; do parameters="$parameters -chparam ${assignment%=*} ${assignment#*=}"; done
# Parameters change the module's name; rename gives it back.
elaborate="read_verilog \"$verilog\"; hierarchy -top $top$parameters; rename -top $top; proc; flatten"
# An index out of range reads 0, in the reference and in what is mapped: so no X is left to be resolved in two ways.
defined='chtype -set $shift t:$shiftx'
# Yosys puts the target, in ps, into the {D} of a script that it is given as words, not of a file; commas are blanks.
# ABC takes the load in map.constr for fF.
target=2000
mapping=$(tr ' ' , <"$here/map.abc")
map="$elaborate; $defined; synth -flatten -top $top; dfflibmap -liberty $library
        tee -q -o $folder/abc.log abc -liberty $library -constr $here/map.constr -D $target -script \"+$mapping\"
        opt_clean
        rename -enumerate -pattern u% c:*; write_json $folder/net.json; write_verilog -noattr -noexpr $folder/net.v"

key() { # key COMMANDS FILE…: everything that the results of a stage depend on
    { yosys -V; echo "$1"; shift; cat "$@"; } | sha256sum | cut -d' ' -f1
}
fresh() { # fresh STAMP KEY: the stage's results are there and of this key
    [ -f "$folder/$1" ] && [ "$(cat "$folder/$1")" = "$2" ]
}
mapping_tools() { yosys-abc -c version | grep compiled; sta -version; }

bits_key=$(key "$elaborate" "$verilog")
if ! fresh bits.key "$bits_key"; then
    rm -f "$folder"/*.key   # costs of other Verilog are costs no more
    yosys -q -p "$elaborate; write_json $folder/rtl.json" >"$folder/bits.log" 2>&1 ||
    {
        if grep -q "ERROR: Module .$top' not found" "$folder/bits.log"; then
            echo "$verilog: no module $top, expected one named like the file" >&2
        else cat "$folder/bits.log" >&2; fi
        exit 2
    }
    "${BUILD:-build}/overhead/overhead" check "$folder" "$top" "$verilog" || exit 2
    cp "$verilog" "$folder/verilog.v"
    echo "$bits_key" >"$folder/bits.key"
fi
[ "$stage" != bits ] || exit 0

sh "$here/library.sh" "${TECH:-/usr/share/qflow/tech}" "$tech" || exit 2
map_key=$(key "$map $(mapping_tools)" "$verilog" "$here/map.abc" "$here/map.constr" "$here/timing.tcl" "$library" \
    "$large_library")
# OpenSTA reads no assignment to several bits: it gets single wires, none of them only a name.
wires="read_json $folder/net.json; splitnets; opt_clean -purge; write_verilog -noattr -noexpr $folder/wires.v"
links=$("${BUILD:-build}/overhead/overhead" links "$top") || exit 2
timing_key=$(key "$map_key $wires $links" "$here/links.tcl")
proof_key=$(key "$map_key" "$here/prove.sh" "$here/flip_flop.v")
full_key="$map_key $timing_key $proof_key"
# A proof that did not end is tried again with more time.
more_time() {
    grep -q '^not proven within' "$folder/proof.txt" && [ "$(cat "$folder/proof.seconds")" -lt "$proof_seconds" ]
}
fresh full.key "$full_key" && ! more_time && exit 0
rm -f "$folder/full.key"

if ! fresh map.key "$map_key"; then
    rm -f "$folder/map.key" "$folder/timing.key" "$folder/proof.key"
    yosys -q -p "$map" >"$folder/map.log" 2>&1 || { tail -n 5 "$folder/map.log" >&2; exit 2; }
    echo "$map_key" >"$folder/map.key"
fi

if ! fresh timing.key "$timing_key"; then
    rm -f "$folder/timing.key"
    yosys -q -p "$wires" >"$folder/timing.log" 2>&1 || { tail -n 5 "$folder/timing.log" >&2; exit 2; }
    for size in 018 035; do   # the cells of both libraries have the same names
        liberty=$tech/osu$size/osu${size}_stdcells.lib netlist=$folder/wires.v top=$top links=$links \
            timing=$here/timing.tcl \
            sta -no_splash -exit "$here/links.tcl" >"$folder/timing.log" 2>&1 ||
            { cat "$folder/timing.log" >&2; exit 2; }
        # After an error OpenSTA goes on, or ends with 0.
        ! grep "^Error" "$folder/timing.log" >&2 ||
            { echo "$folder/wires.v: expected no error of OpenSTA" >&2; exit 2; }
        grep -e '^path ' -e '^link ' "$folder/timing.log" >"$folder/timing_$size.txt" ||
            { cat "$folder/timing.log" >&2; exit 2; }
    done
    rm -f "$folder/wires.v"
    echo "$timing_key" >"$folder/timing.key"
fi

if ! fresh proof.key "$proof_key" || more_time; then
    rm -f "$folder/proof.key"
    sh "$here/prove.sh" "$top" "$folder" "$library" "$elaborate; $defined"
    echo "$proof_key" >"$folder/proof.key"
fi

echo "$full_key" >"$folder/full.key"
