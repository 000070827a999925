#!/bin/sh
# mutants.sh BLOCK CONFIG [COUNT [SEED]]: COUNT mutants (200) by Yosys of one block, all in one netlist and one Verilator
# build, each run against the C model under the block's stimuli. Every survivor is settled by a miter with the unchanged
# netlist in which the registers are outputs too, as they are in lockstep: proven equivalent by induction from reset, or a
# hole in the stimuli, which is a failure.
set -eu
block=$1 config=$2 count=${3:-200} seed=${4:-1}
BUILD=${BUILD:-build}
work=$BUILD/mutants/${block}_$config
flags=$(sed -n "s/^CONFIG($block, *$config, *\(.*\))\$/\1/p" rtl_c/configs.def)
[ -n "$flags" ] || { echo "mutants.sh: $block $config: expected a tuple of rtl_c/configs.def" >&2; exit 2; }
parameters=
for flag in $flags; do
    assignment=${flag#-DCFG_}
    parameters="$parameters -chparam ${assignment%=*} ${assignment#*=}"
done
rm -rf "$work"
mkdir -p "$work"
read="read_verilog verilog/$block.v; hierarchy -top $block$parameters; rename -top $block; proc; flatten; opt"

yosys -q -p "$read; write_ilang $work/gold.il; mutate -list $((count + count / 4)) -seed $seed -o $work/all.txt"
# Not the high bits of an index: out of range they give X, which is any value to Verilator and to the miter.
awk -v count="$count" '!(/-cell \$shiftx/ && /-port B -portbit [0-9][0-9]/) && n++ < count' "$work/all.txt" >"$work/list.txt"
awk '{ print $0 " -ctrl mutsel 10 " NR }' "$work/list.txt" >"$work/apply.ys"
found=$(wc -l <"$work/list.txt")
yosys -q -p "read_ilang $work/gold.il; script $work/apply.ys; write_verilog -noattr $work/$block.v"
# shellcheck disable=SC2086
NETLIST=1 GLUE=tests/tb/mutant_glue.cpp sh tb/verilate.sh "$block" "${block}_$config" "$work/$block.v" "$work/netlist.a" g++ -O1 $flags 2>"$work/verilate.log" ||
    { cat "$work/verilate.log"; exit 1; }
gcc -std=c11 -O2 -I. -D_POSIX_C_SOURCE=200809L -o "$work/mutants" tests/tb/mutants_main.c "$work/netlist.d/model.o" \
    "$work/netlist.d/glue.o" "$BUILD/libtb.a" "$BUILD/librtl_c.a" "$BUILD"/verilated/*.a "$BUILD/libfst.a" \
    -lstdc++ -lm -lz -pthread -latomic
"$work/mutants" "$block" "$config" "$found" "$seed" >"$work/result.txt" || { cat "$work/result.txt"; exit 1; }

"$work/mutants" "$block" "$config" >"$work/proof.v"
equivalent=0 holes=0
for number in $(sed -n 's/^survived //p' "$work/result.txt"); do
    mutation=$(sed -n "${number}p" "$work/list.txt")
    if timeout 600 yosys -q -l "$work/miter_$number.log" -p "read_ilang $work/gold.il; rename $block gold
            expose gold/w:*_q; copy gold gate; cd gate; $(echo "$mutation" | sed "s/-module [^ ]*/-module gate/"); cd
            miter -equiv -make_outputs -flatten gold gate miter; read_verilog -formal -sv $work/proof.v
            hierarchy -top proof; proc; flatten; opt -full
            sat -verify -tempinduct -seq 1 -set-at 1 rst_i 1 -prove-asserts -maxsteps 8 proof" >/dev/null 2>&1; then
        equivalent=$((equivalent + 1))
    else
        echo "$block $config: mutant $number survives and is not proven equivalent: $mutation"
        holes=$((holes + 1))
    fi
done
echo "$block $config: $found mutants, $(grep -c '^caught' "$work/result.txt") caught, $equivalent equivalent by miter, $holes holes"
[ "$holes" = 0 ]
