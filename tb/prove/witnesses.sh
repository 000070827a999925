#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# witnesses.sh TUPLE FOLDER: what the prover made of both sides of a tuple that has been read (FOLDER/model.aig and rtl.aig, prove.sh),
# beside three others who read the same texts: the model as the simulator compiles it (FOLDER/model.o, model.sh); the Verilog as
# Verilator compiles it; the Verilog in Icarus. From reset, under the same random inputs; the model finds random bytes in its outputs.
# Prints `10000 vectors by gcc and Verilator, 200 by Icarus`. Exit status 0 all are the same, 1 a line that says who differs where, 2
# something could not be built.
# BUILD (build), RTL_C, VERILOG: folders. PROVE_VECTORS (10000), PROVE_ICARUS (200): how many.
set -u
tuple=$1 work=$2
BUILD=${BUILD:-build} RTL_C=${RTL_C:-rtl_c} VERILOG=${VERILOG:-verilog}
many=${PROVE_VECTORS:-10000} few=${PROVE_ICARUS:-200}
# shellcheck disable=SC2046
set -- $(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$tuple" '$1 "_" $2 == tuple')
block=$1 config=$2
shift 2
word() { sed -n "s/^const char tuple_$1\[\] = \"\(.*\)\";\$/\1/p" "$BUILD/tuple_sums.c" | sed 's/\\\([\\"]\)/\1/g'; }
fail() { echo "$1" && tail -n 5 "$2"; exit 2; }
log=$work/witness.log

# The Verilog that is not planted is Verilated once for each of its texts.
source=$VERILOG/$block.v kept=
[ "$VERILOG" != verilog ] || {
    sum=$({ echo "$* $(word cxx) $(word cxxflags)"; verilator --version; $(word cxx) --version
        cat "$source" "rtl_c/$block.h" "rtl_c/$block.def" rtl_c/b*.h rtl_c/table*.h tb/verilate.sh tb/verilated*; } | sha256sum | cut -c1-16)
    kept=$BUILD/prove/verilated/$tuple.$sum.o
    mkdir -p "$BUILD/prove/verilated" || exit 2
}
cp "$kept" "$work/verilated.o" 2>/dev/null || {
    sh tb/verilate.sh "$block" "$tuple" "$source" "$work/verilated.o" "$(word cxx)" "$(word cxxflags) -O1" "$@" >"$log" 2>&1 || fail "Verilator refuses the Verilog" "$log"
    [ -z "$kept" ] || { rm -f "$BUILD/prove/verilated/$tuple".*.o; cp "$work/verilated.o" "$kept.$$" && mv "$kept.$$" "$kept"; } || exit 2
}
$(word cxx) -o "$work/witness" -Wl,--defsym="vectors_model=${block}_$config" -Wl,--defsym="vectors_rtl=verilated_$tuple" \
    "$BUILD/prove/vectors.o" "$work/model.o" "$work/verilated.o" "$BUILD/verilated_runtime.o" -pthread -latomic >"$log" 2>&1 || fail "the witnesses are not linked" "$log"

# says WHO COMMAND...: the same vectors, or who differs.
says() {
    who=$1
    shift
    "$@" >"$log" 2>&1
    status=$?
    [ $status = 0 ] || { echo "what the prover read is not what $who reads: $(head -n 1 "$log")"; exit $status; }
}
says "$(word cc)" "$work/witness" model "$work/model.aig" "$many"
says Verilator "$work/witness" rtl "$work/rtl.aig" "$many"
says Icarus "$work/witness" bench "$few" "$work/witness.v"
iverilog -g2005 -o "$work/witness.vvp" "$work/witness.v" "$source" >"$log" 2>&1 || fail "Icarus refuses the Verilog" "$log"
vvp -n "$work/witness.vvp" >"$work/icarus.txt" 2>"$log" || fail "Icarus refuses the bench" "$log"
says Icarus "$work/witness" icarus "$work/rtl.aig" "$few" "$work/icarus.txt"
rm -f "$work/icarus.txt"
echo "$many vectors by $(word cc) and Verilator, $few by Icarus"
