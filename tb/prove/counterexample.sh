#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# counterexample.sh TUPLE FOLDER QUESTION: what refutes a tuple (prove.sh, whose folder it is in), once more in the compiled model
# and in Icarus; then as a failure pack, by the Verilated module in lockstep. No proof depends on it.
# BUILD, RTL_C, VERILOG: as in prove.sh.
set -u
tuple=$1 work=$2 question=$3
BUILD=${BUILD:-build} RTL_C=${RTL_C:-rtl_c} VERILOG=${VERILOG:-verilog}
# shellcheck disable=SC2046
set -- $(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$tuple" '$1 "_" $2 == tuple')
block=$1 config=$2
shift 2

replay() {
    ${CC:-gcc} -std=c11 -O2 -D_DEFAULT_SOURCE -I. "$@" -DCFG_NAME="$config" -DREPLAY_OPS="${block}_$config" -o "$work/replay" \
        tb/prove/replay.c tb/prove/bench.c tb/stimuli/stimulus.c tb/field.c "$RTL_C/$block.c" || return 2
    "$work/replay" write "$question" "$work/$question/counterexample" "$work/stimulus.txt" "$work/bench.v" || return 2
    iverilog -g2005 -o "$work/bench.vvp" "$work/bench.v" "$VERILOG/$block.v" && vvp -n "$work/bench.vvp" >"$work/icarus.log" || return 2
    "$work/replay" compare "$question" "$work/$question/counterexample" "$work/icarus.log"
}
# block_bench, which builds the tuple of these two sides.
pack() {
    # shellcheck disable=SC2046
    sh tb/own_sources.sh "$work" "rtl_c/$block.c=$RTL_C/$block.c" "verilog/$block.v=$VERILOG/$block.v" &&
        ${CC:-gcc} -o "$work/block_bench" "$BUILD/obj/tb/block_bench_main.o" "$work/tuple_sums.o" "$BUILD/libtb.a" \
            "$BUILD/libfst.a" $(sed -n 's/^LDLIBS *:= //p' Makefile) || return 2
    "$work/block_bench" --replay "$work/stimulus.txt" --pack "$work/pack"
    # Where the model breaks its own word the two agree: the wave alone.
    [ $? != 0 ] || "$work/block_bench" --replay "$work/stimulus.txt" --wave "$work/wave.fst" >/dev/null
}
replay "$@" 2>&1 | sed 's/^/    replayed: /'
pack 2>&1 | sed 's/^/    in lockstep: /'
