#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The Verilog benches of tb/verilog in Icarus: every block passes its own in its tuples, with vectors recorded from the C model
# then and there, and with those that are shipped, which are what the model gives now. A bench alone, without the C model,
# catches every bug of tests/blocks in its block's Verilog, three at least, and says time, port or register, expected and
# seen. In `make test` every second bench runs once: of every sixth block with recorded vectors, of every third with a planted bug, the
# first with the shipped ones. Also shown to fail:
# an X that an `if` swallows, an excuse for an X that is seen, a vector with one changed digit, vectors cut off, a bench
# that ends without a word.
set -u
. tests/lib.sh
. tests/blocks.sh
unset MAKEFLAGS MFLAGS MAKELEVEL
work=$BUILD/tests/tb/icarus
rm -rf "$work"
mkdir -p "$work/shipped"

# bench FOLDER BLOCK CONFIG VERILOG [+PLUSARG...]: its exit status, what it says in FOLDER/said.
bench() {
    folder=$1
    shift
    mkdir -p "$folder"
    block=$1 config=$2 verilog=$3
    shift 3
    sh tb/verilog/icarus.sh "$block" "$config" "$verilog" "$folder" "$@" >"$folder/said" 2>&1
}
must_pass() {
    bench "$@" && { tail -n 1 "$1/said"; return; }
    complain "$2 $3: its bench does not pass"; tail -n 3 "$1/said"
}
# must_fail WORDS PATTERN: after a bench: exit status 1 and a last line of that pattern.
must_fail() {
    [ $? = 1 ] && tail -n 1 "$folder/said" | grep -qE "$2" && { echo "$1: $(tail -n 1 "$folder/said")"; return; }
    complain "$1: not noticed, expected $2"; tail -n 3 "$folder/said"
}

# What passes. The shipped vectors come with all random cycles and with X.
cycles=200
! tier_is_all || cycles=600
"$BUILD/block_bench" --list | smallest 1 >"$work/smallest"
awk -v all="${TIER:-test}" 'all == "all" || NR % 6 == 1' "$work/smallest" >"$work/tuples"
third() { ls rtl_c/*_*.def | awk 'NR % 3 == 0' | grep -qx "rtl_c/$1.def"; }    # of the others: tests/tb/test_planted.sh, test_planted_simulator.sh
while read -r block config; do
    vectors=$work/${block}_$config.txt
    "$BUILD/block_bench" --block "$block" --config "$config" --cycles $cycles --no-pack --vectors "$vectors" >"$work/log" ||
        { complain "$block $config: no vectors"; cat "$work/log"; }
    must_pass "$work/${block}_$config" "$block" "$config" "verilog/$block.v" +cycles=$((cycles / 2)) "+vectors=$vectors"
done <"$work/tuples"
make -s vectors BUILD="$BUILD" VECTORS="$work/shipped" >"$work/log" 2>&1 || { complain "make vectors fails"; cat "$work/log"; }
diff -r tb/verilog/vectors "$work/shipped" >"$work/log" || { complain "tb/verilog/vectors is stale: make vectors"; head -n 3 "$work/log"; }
passed=0
for file in tb/verilog/vectors/*.txt; do
    block=$(sed -n "s/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\),.*/\1 \1_\2.txt/p" rtl_c/configs.def | sed -n "s/ ${file##*/}\$//p")
    config=${file##*/"${block}"_}
    tier_is_all || ! grep -q "^$block " "$work/tuples" || continue      # its bench has run
    tier_is_all || [ $passed = 0 ] || continue
    passed=1
    must_pass "$work/$block" "$block" "${config%.txt}" "verilog/$block.v"
done
bench "$work/wave" oaws_qualify n3_m5 verilog/oaws_qualify.v +cycles=20 "+vcd=$work/wave.vcd" && grep -q '^\$enddefinitions' "$work/wave.vcd" ||
    complain "+vcd gives no wave"

# Bugs in the Verilog.
for name in $(bugs bench | grep '^verilog_'); do
    know_bug bench "$name" && plant_copy "$source" "$work/$block.v" "$script" "$name" || continue
    echo "$block" >>"$work/planted_in"
    tier_is_all || third "$block" || continue
    first_of "$block" || continue
    bench "$work/planted" "$block" "$config" "$work/$block.v"
    must_fail "$name" "^FAIL $block .*: time [0-9]+, cycle [0-9]+ of .*: (output|register|[A-Za-z]).*: expected [0-9a-fx]+, seen [0-9a-fxX]+$"
done
for table in rtl_c/*_*.def; do
    block=$(basename "$table" .def)
    [ "$(grep -cx "$block" "$work/planted_in")" -ge 3 ] || complain "$block: fewer than three bugs planted in its Verilog"
done

# What the benches rest on: each is changed in one place, and oaws_qualify's must fail.
plant_copy verilog/oaws_qualify.v "$work/oaws_qualify.v" \
    "s/too_much\[r\] = \(wanted > room\);/if (\1) too_much[r] = 1'b1;/"
bench "$work/planted" oaws_qualify n8_m32 "$work/oaws_qualify.v"
must_fail 'an X that an if swallows' '^FAIL oaws_qualify .*bits of X injection: expected 0, seen [1-9]'

shipped=tb/verilog/vectors/oaws_qualify_n8_m32.txt
plant_vectors() { # plant_vectors WORDS PATTERN SED_SCRIPT
    plant_copy "$shipped" "$work/vectors.txt" "$3" "$1"
    bench "$work/planted" oaws_qualify n8_m32 verilog/oaws_qualify.v +cycles=0 "+vectors=$work/vectors.txt"
    must_fail "$1" "$2"
}
plant_vectors 'a changed digit' 'cycle 99 of vectors: register inflight_q: expected 3f, seen' '100s/ [0-9a-f]*$/ 3f/'
plant_vectors 'a vector cut off' 'cycle 99 of vectors: words behind the last vector: expected 0' '100s/ [0-9a-f]*$//; 101,$d'
plant_vectors 'no vectors' 'lines in the vector file: expected 1, seen 0' d

plant_bench() { # plant_bench WORDS PATTERN FILE SED_SCRIPT
    mkdir -p "$work/benches"
    cp tb/verilog/bench.vh tb/verilog/oaws_qualify_tb.v "$work/benches/"
    plant_copy "tb/verilog/$3" "$work/benches/$3" "$4" "$1"
    BENCHES=$work/benches bench "$work/planted" oaws_qualify n8_m32 verilog/oaws_qualify.v
    must_fail "$1" "$2"
}
plant_bench 'an excuse for an X that is seen' 'bits of X injection: expected 0, seen 1' bench.vh 's/^        examples;/        release_i_excused = 1; examples;/'
plant_bench 'a bench that ends without a word' '.' bench.vh 's/^        examples;/        $finish; #1 examples;/'
plant_bench 'a reference that is wrong' 'output charge_o: expected' oaws_qualify_tb.v 's/charge_o_want\[\(.*\)\] =/charge_o_want[\1] = 1 |/'
plant_bench 'a worked example that is wrong' 'in flight after the first: expected' oaws_qualify_tb.v 's/dut.inflight_q, HALF/dut.inflight_q, HALF + 1/'
[ "$failures" = 0 ]
