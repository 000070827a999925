#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# measure.sh STAGE TOP VERILOG FOLDER [NAME=VALUE…]: one module in one configuration; leaves in FOLDER
#   STAGE bits   rtl.json    the RTL after `proc`: registers and memories as written; rtl.il, the same for Yosys
#   STAGE map    and net.json, net.v (mapped to the library)
#   STAGE time   and timing.txt, timing_035.txt
#   STAGE full   and proof.txt
#   STAGE noise  and noise_1 … noise_5, each with net.json and timing.txt of the same module under other names
# ADDERS=1 maps with the library's adder cells, too, and keeps the better netlist; adders.txt says which (map_both). Its noise is that
# of the mapping with them, kept or not.
# Each stage writes its key last; a stage without its key, an interrupted one for instance, is redone. bits.key, map.key,
# timing.key and proof.key are hashes of the commands and their inputs, library included; full.key covers all of them.
set -eu
stage=$1 top=$2 verilog=$3 folder=$4
shift 4
here=$(dirname "$0")
. "$here/place.sh"
. "$here/flip_flops.sh"
library=$place/library/library.lib
large_library=$place/library/osu035.lib   # not with a library of one's own
proof_seconds=${PROOF_SECONDS:-240}
export PROOF_SECONDS="$proof_seconds"
mkdir -p "$folder"

parameters=
for assignment in "$@"; do parameters="$parameters -chparam ${assignment%=*} ${assignment#*=}"; done
# Read with these parameters alone (-defer: not with its own as well), and once: every stage begins with rtl.il. They
# change the name, rename gives it back. A `case` of constants is logic, and no memory with contents.
elaborate="read_verilog -defer \"$verilog\"; hierarchy -top $top$parameters; rename -top $top; proc -norom; flatten
    ${AFTER_FLATTEN:-}; write_json $folder/rtl.json; write_ilang $folder/rtl.il"
elaborated="read_ilang $folder/rtl.il"
# An index out of range reads 0 in the reference and in the netlist, so that no X can be resolved in two ways.
defined='chtype -set $shift t:$shiftx'
# Yosys puts the target, in ps, into the {D} of a script that it is given as words, not of a file; commas are blanks.
target=2000
mapping=$(tr ' ' , <"$here/map.abc")
names_from() { echo "rename -scramble-name -seed $1 w:* w:*_q %d x:* %d c:* %u; opt_clean"; }   # which sorts by name
# gates_into FOLDER TARGET: what ABC makes of the logic, and the files of it.
gates_into() {
    echo "tee -q -o $1/abc.log abc -liberty $library -constr $place/library/map.constr -D $2 -script \"+$mapping\"
        opt_clean
        rename -enumerate -pattern u% c:*; write_json $1/net.json; write_verilog -noattr -noexpr $1/net.v"
}
# map_into FOLDER [SEED]: the commands. With a seed, words and then gates get names drawn from it, and so another order.
map_into() {
    echo "$elaborated; $defined; ${2:+$(names_from "1$2")}; synth -flatten -top $top; $(map_flip_flops "$place/library" "$library")
        ${2:+$(names_from "2$2")}
        $(gates_into "$1" $target)"
}
# adders_into FOLDER KINDS [SEED]: the same with the cells of file $adders, for the additions that extract_fa finds (KINDS: its options;
# -d 5 -b 4 reach over a full adder's gates, not over two). A word's carries run in a row, not in a prefix tree: of full adders that is
# smaller. Inverters move behind the adders (inverters.c), and ABC maps what is around them; a path through them ends there for it, so
# that it gets a tenth of the time. Cells that it does not know would stay when nothing reads them: opt_clean is first.
adders_into() {
    echo "$elaborated; $defined; ${3:+$(names_from "1$3")}; synth -flatten -top $top -run begin:fine
        opt -fast -full; memory_map; opt -undriven -fine
        techmap -map +/techmap.v -map $here/carries.v; opt -fast; extract_fa -d 5 -b 4 $2; opt_clean; write_json $1/adders.json
        exec -expect-return 0 -- $overhead move-inverters $1 adders.json $top
        design -reset; read_json $1/adders.json; opt_clean
        techmap -map $adders; simplemap; opt_clean; abc -fast; opt -fast; $(map_flip_flops "$place/library" "$library")
        ${3:+$(names_from "2$3")}
        $(gates_into "$1" $((target / 10)))"
}

key() { # key COMMANDS FILE…: everything that the results of a stage depend on
    { yosys -V; echo "$1"; shift; cat "$@"; } | sha256sum | cut -d' ' -f1
}
fresh() { # fresh STAMP KEY: the stage's results are there and of this key
    [ -f "$folder/$1" ] && [ "$(cat "$folder/$1")" = "$2" ]
}
say() { [ -z "${STEPS:-}" ] || ! [ -t 2 ] || echo "$top: $1" >&2; }   # on a terminal, with STEPS
# refuse_warned LOG: Yosys maps what has several drivers, none or a loop, and only warns.
refuse_warned() {
    warned=$(sed -n 's/^Warning: multiple conflicting drivers for [^.]*\.\\*\(.*\):$/drives \1 from several places, expected one/p
        s/^Warning: found logic loop.*/has a loop without a flip-flop, expected none/p
        s/^Warning: Wire [^.]*\.\\*\(.*\) is used but has no driver\.$/reads \1, which nothing drives/p' "$1" | head -n 1)
    [ -z "$warned" ] || { printf '%s\n' "$verilog: module $top $warned" >&2; exit 2; }
}
mapping_tools() { yosys-abc -c version | grep compiled; sta -version; }
yosys_or_end() { # yosys_or_end LOG COMMANDS
    yosys -q -p "$2" >"$1" 2>&1 || { tail -n 5 "$1" >&2; exit 2; }
}
# OpenSTA reads no assignment to several bits, a constant on an output either: single wires and ports, none only a name.
wires_of() { echo "read_json $1/net.json; splitnets -ports; opt_clean -purge; write_verilog -noattr -noexpr $1/wires.v"; }
time_with() { # time_with LIBERTY FOLDER FILE LINKS: FOLDER/FILE, the longest paths and the links
    case $4 in *:registers*) "$overhead" registers "$2" "$top" "$place/library" >"$2/registers.txt" || exit 2 ;; esac
    liberty=$1 netlist=$2/wires.v top=$top links=$4 timing=$here/timing.tcl registers=$2/registers.txt \
        sta -no_splash -exit "$here/links.tcl" >"$2/timing.log" 2>&1 || { cat "$2/timing.log" >&2; exit 2; }
    # OpenSTA continues after an error, or exits with 0.
    ! grep "^Error" "$2/timing.log" >&2 || { echo "$2/wires.v: expected no error of OpenSTA" >&2; exit 2; }
    grep -e '^path ' -e '^link ' "$2/timing.log" >"$2/$3" || {
        cat "$2/timing.log" >&2
        echo "$verilog: module $top has no path, expected one from an input or a flip-flop to an output or a flip-flop" >&2
        exit 2
    }
}

longest_path() { awk '$1 == "path" && $3 + 0 > most { most = $3 + 0 } END { print most }' "$1"; }   # of timing.txt

# map_both NAME=VALUE…: of the netlist without adders, measured in its own place, and the one with them the better is kept: that of
# the smaller product of area and longest path, of equal ones that without. adders.txt: `kept WAY`, then `WAY GE FULL HALF NS` of
# each, with how many full and half adders it has.
map_both() {
    without=$without_adders/${folder##*/}
    ADDERS='' sh "$0" map "$top" "$verilog" "$without" "$@" || exit 2
    mkdir -p "$folder/without" "$folder/with"
    cp "$without/net.json" "$without/net.v" "$without/abc.log" "$folder/without/"
    [ -z "$kinds" ] || yosys_or_end "$folder/map.log" "$(adders_into "$folder/with" "$kinds")"
    : >"$folder/ways.txt"
    for way in without ${kinds:+with}; do
        counts=$("$overhead" adders "$folder/$way" "$top" "$place/library") || exit 2
        yosys_or_end "$folder/timing.log" "$(wires_of "$folder/$way")"
        time_with "$library" "$folder/$way" timing.txt ''
        echo "$way $counts $(longest_path "$folder/$way/timing.txt")" >>"$folder/ways.txt"
    done
    kept=$(awk '{ product = $2 * $5 } NR == 1 || product < least { least = product; best = $1 } END { print best }' "$folder/ways.txt")
    rm -f "$folder/$kept/adders.json"
    mv "$folder/$kept"/* "$folder/"
    { echo "kept $kept"; cat "$folder/ways.txt"; } >"$folder/adders.txt"
    rm -rf "$folder/ways.txt" "$folder/without" "$folder/with"
}

bits_key=$(key "$elaborate" "$verilog")
if ! fresh bits.key "$bits_key"; then
    rm -rf "$folder"/*.key "$folder"/noise_*   # costs of other Verilog are costs no more
    yosys -q -p "$elaborate" >"$folder/bits.log" 2>&1 ||
    {
        if grep -q "ERROR: Module .$top' not found" "$folder/bits.log"; then
            echo "$verilog: no module $top, expected one named like the file" >&2
        else cat "$folder/bits.log" >&2; fi
        exit 2
    }
    "$overhead" check "$folder" "$top" "$verilog" || exit 2
    cp "$verilog" "$folder/verilog.v"
    echo "$bits_key" >"$folder/bits.key"
fi
[ "$stage" != bits ] || exit 0

need_library
if [ -n "${LIBRARY:-}" ]; then . "$place/library/conditions"; export edge load digits; fi
kinds= adders=$folder/adders.v
if [ -n "${ADDERS:-}" ]; then
    "$overhead" library-adders "$library" >"$adders" || exit 2
    kinds=$(sed -n 's|^// *||p' "$adders")
fi
map_key=$(key "$bits_key $(map_into "$folder") $(mapping_tools)" "$here/map.abc" "$here/timing.tcl" "$place"/library/*)
[ -z "${ADDERS:-}" ] || map_key=$(key "$map_key $(adders_into "$folder" "$kinds")" "$here/carries.v" "$here/inverters.c" "$adders")

links=$("$overhead" links "$top") || exit 2
if [ "$stage" = noise ]; then
    whole=$folder
    for seed in 1 2 3 4 5; do
        folder=$whole/noise_$seed
        commands=$(map_into "$folder" $seed)
        [ -z "$kinds" ] || commands=$(adders_into "$folder" "$kinds" $seed)
        noise_key=$(key "$map_key $commands $(wires_of "$folder") $links" "$here/links.tcl")
        ! fresh full.key "$noise_key" || continue
        mkdir -p "$folder" && rm -f "$folder/full.key"
        yosys_or_end "$folder/map.log" "$commands"
        yosys_or_end "$folder/timing.log" "$(wires_of "$folder")"
        time_with "$library" "$folder" timing.txt "$links"
        rm -f "$folder/wires.v" "$folder/net.v" "$folder/adders.json"
        echo "$noise_key" >"$folder/full.key"
    done
    exit 0
fi

if ! fresh map.key "$map_key"; then
    say mapping
    rm -rf "$folder/full.key" "$folder/map.key" "$folder/timing.key" "$folder/proof.key" "$folder"/noise_*
    if [ -n "${ADDERS:-}" ]; then map_both "$@"
    else
        yosys_or_end "$folder/map.log" "$(map_into "$folder")"
        refuse_warned "$folder/map.log"
    fi
    echo "$map_key" >"$folder/map.key"
fi
[ "$stage" != map ] || exit 0

timing_key=$(key "$map_key $(wires_of "$folder") $links" "$here/links.tcl")
proof_key=$(key "$map_key" "$here/prove.sh" "$here/join_cuts.awk")
full_key="$map_key $timing_key $proof_key"
# A proof that timed out is tried again with more time.
more_time() {
    grep -q '^not proven within' "$folder/proof.txt" && [ "$(cat "$folder/proof.seconds")" -lt "$proof_seconds" ]
}
fresh full.key "$full_key" && ! more_time && exit 0
rm -f "$folder/full.key"

if ! fresh timing.key "$timing_key"; then
    say timing
    rm -f "$folder/timing.key" "$folder"/timing*.txt
    yosys_or_end "$folder/timing.log" "$(wires_of "$folder")"
    time_with "$library" "$folder" timing.txt "$links"
    # The cells of both libraries have the same names.
    [ ! -f "$large_library" ] || time_with "$large_library" "$folder" timing_035.txt "$links"
    rm -f "$folder/wires.v"
    echo "$timing_key" >"$folder/timing.key"
fi
[ "$stage" != time ] || exit 0

if ! fresh proof.key "$proof_key" || more_time; then
    say "proof that the netlist is the RTL"
    rm -f "$folder/proof.key"
    sh "$here/prove.sh" "$top" "$folder" "$place/library" "$elaborated; $defined"
    echo "$proof_key" >"$folder/proof.key"
fi

echo "$full_key" >"$folder/full.key"
