#!/bin/sh
# measure.sh STAGE TOP VERILOG FOLDER [NAME=VALUE…]: one module in one configuration; leaves in FOLDER
#   STAGE bits   rtl.json    the RTL after `proc`: registers and memories as written
#   STAGE full   and net.json, net.v (mapped to the 0.18 um library), timing_018.txt, timing_035.txt, proof.txt
# Each stage ends with writing its key; a stage without its key, interrupted for one, is done anew. bits.key and map.key
# stand for the commands and their inputs, full.key for this script as a whole with its proof.
set -eu
stage=$1 top=$2 verilog=$3 folder=$4
shift 4
here=$(dirname "$0")
tech=${BUILD:-build}/overhead/library   # the library with its layouts' areas: library.sh
library=$tech/osu018/osu018_stdcells.lib
large_library=$tech/osu035/osu035_stdcells.lib
proof_seconds=${PROOF_SECONDS:-240}
mkdir -p "$folder"

parameters=
for assignment in "$@"; do parameters="$parameters -chparam ${assignment%=*} ${assignment#*=}"; done
# Parameters change the module's name; rename gives it back.
elaborate="read_verilog \"$verilog\"; hierarchy -top $top$parameters; rename -top $top; proc; flatten"
# An index out of range reads 0, in the reference and in what is mapped: so no X is left to be resolved in two ways.
defined='chtype -set $shift t:$shiftx'
map="$elaborate; $defined; synth -flatten -top $top; dfflibmap -liberty $library
        abc -liberty $library -constr $here/map.constr -D 2000 -script $here/map.abc; opt_clean
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
    rm -f "$folder/bits.key" "$folder/map.key" "$folder/full.key"   # costs of other Verilog are costs no more
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
full_key=$(key "$map_key" "$0" "$here/flip_flop.v")
# A proof that did not end is tried again with more time.
more_time() {
    grep -q '^not proven within' "$folder/proof.txt" && [ "$(cat "$folder/proof.seconds")" -lt "$proof_seconds" ]
}
fresh full.key "$full_key" && ! more_time && exit 0
rm -f "$folder/full.key"

if ! fresh map.key "$map_key"; then
    rm -f "$folder/map.key"
    yosys -q -p "$map" >"$folder/map.log" 2>&1 || { tail -n 5 "$folder/map.log" >&2; exit 2; }
    for size in 018 035; do   # the cells of both libraries have the same names
        liberty=$tech/osu$size/osu${size}_stdcells.lib netlist=$folder/net.v top=$top \
            sta -no_splash -exit "$here/timing.tcl" >"$folder/timing.log" 2>&1 ||
            { cat "$folder/timing.log" >&2; exit 2; }
        grep '^path ' "$folder/timing.log" >"$folder/timing_$size.txt" || { cat "$folder/timing.log" >&2; exit 2; }
    done
    echo "$map_key" >"$folder/map.key"
fi

# Equivalence with the registers as cuts, paired by name: every next state and output is the same function. Outputs are
# buffered first, or a register that is an output too would be known by either name. Where mapping has merged or
# removed registers, the pairs are not complete, and the two are compared by induction instead.
prepare='iopadmap -bits -outpad $_BUF_ A:Y; setattr -set keep 1 t:$_BUF_; expose w:*_q; opt_clean; simplemap; dffunmap
    techmap; opt_clean; rename -top proof; opt_clean'
write='write_blif -unbuf $_BUF_ A Y'
yosys -q -p "$elaborate; $defined; memory_collect; memory_map; flatten; $prepare;
        $write $folder/gold.blif; write_ilang $folder/gold.il
        design -reset
        read_verilog $here/flip_flop.v; read_liberty -ignore_redef -ignore_miss_func -ignore_miss_dir $library
        read_verilog $folder/net.v; hierarchy -top $top; rename -hide c:* w:_*_; flatten; proc
        $prepare; $write $folder/gate.blif; write_ilang $folder/gate.il" >"$folder/proof.log" 2>&1 ||
    { tail -n 5 "$folder/proof.log" >&2; exit 2; }
# Seconds of processor time: a proof must not depend on what else the host does.
limited() { ( ulimit -t "$proof_seconds"; exec "$@" ) >>"$folder/proof.log" 2>&1; }
ended=0
limited yosys-abc -c "cec $folder/gold.blif $folder/gate.blif" || ended=$?
if grep -q '^Networks are equivalent' "$folder/proof.log"; then
    proof='proven, registers paired'
elif grep -q 'NOT EQUIVALENT' "$folder/proof.log"; then
    proof=REFUTED
elif [ "$ended" -lt 128 ] &&
        { limited yosys -q -p "read_ilang $folder/gold.il; rename proof gold
            read_ilang $folder/gate.il; rename proof gate; equiv_make gold gate equiv; hierarchy -top equiv; opt_clean
            equiv_simple -undef; equiv_induct -undef; equiv_status -assert" || { ended=$?; false; }; }; then
    proof='proven by induction'
else
    proof="not proven: $(grep ERROR "$folder/proof.log" | tail -n 1)"
    [ "$ended" -lt 128 ] || proof="not proven within $proof_seconds s"
fi
echo "$proof" >"$folder/proof.txt"
echo "$proof_seconds" >"$folder/proof.seconds"
rm -f "$folder/gold.blif" "$folder/gate.blif" "$folder/gold.il" "$folder/gate.il"
echo "$full_key" >"$folder/full.key"
