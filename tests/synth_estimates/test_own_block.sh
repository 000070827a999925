#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# A module of the user's own, as `make overhead BLOCK=x.v` takes it: mistakes are named before anything long runs; one
# with a memory that is read by an index is mapped, timed and proven (test_report.sh has it in the table). A netlist with
# one wrong gate is refuted.
set -u
. tests/lib.sh
command -v yosys >/dev/null 2>&1 || { echo "skip: yosys is not installed"; exit 77; }
export BUILD
folder=$BUILD/own-block
rm -rf "$folder" && mkdir -p "$folder"

# One of the project's blocks by its name: its rows alone.
sh synth_estimates/run.sh paper bucl_bypass >"$folder/out" 2>&1 || { echo "bucl_bypass: exit $?, expected 0"; cat "$folder/out"; exit 1; }
grep -q '^bucl_bypass *p12 .*proven' "$folder/out" && ! grep -q '^bucl_update' "$folder/out" || { echo "bucl_bypass is not reported alone:"; cat "$folder/out"; exit 1; }
sh synth_estimates/run.sh paper 'bucl_b.*' >"$folder/out" 2>&1
[ $? = 2 ] && grep -q 'no such file, expected a Verilog module or a block' "$folder/out" || { echo "a pattern is taken for a block:"; cat "$folder/out"; exit 1; }
# A corner, cells and layouts say nothing without their library; what is mistyped is not taken for something else, and a library that a
# target does not map to is refused.
bad() { # bad MESSAGE NAME=VALUE SCRIPT WORDS...: ends with 2 and that line alone
    message=$1 setting=$2 script=$3
    shift 3
    env "$setting" sh "synth_estimates/$script" "$@" >"$folder/out" 2>&1
    [ $? = 2 ] && [ "$(cat "$folder/out")" = "$message" ] || { echo "$setting $script:"; cat "$folder/out"; exit 1; }
}
bad "CORNER=tt: no LIBRARY, expected the one that has this corner" CORNER=tt run.sh paper bucl_bypass
bad "DONT_USE=AND*: no LIBRARY, expected the one that has these cells" "DONT_USE=AND*" run.sh paper bucl_bypass
bad "LEF=x.lef: no LIBRARY, expected the one whose layouts these are" LEF=x.lef run.sh paper bucl_bypass
bad "ADDERS=no: expected 1 or 0" ADDERS=no run.sh paper bucl_bypass
bad "LIMIT=few: expected a number" LIMIT=few wires.sh bucl_bypass
bad "MEDIANS=no: expected a number" MEDIANS=no adders.sh bucl_bypass
for script in wires adders memories gates libraries wires_place; do
    why=$(sed -n "s/^default_library_only $script.sh \"\(.*\)\"/\1/p" "synth_estimates/$script.sh")
    bad "$script.sh: LIBRARY=x.lib, expected none: $why" LIBRARY=x.lib "$script.sh" bucl_bypass
done

refused() { # refused FILE EXPECTED-LINE: exit 2 with that line as the last
    sh synth_estimates/run.sh paper "$folder/$1" >"$folder/out" 2>&1
    status=$?
    [ "$status" = 2 ] && [ "$(tail -n 1 "$folder/out")" = "$folder/$1$2" ] && return
    echo "$1: exit $status, expected 2 and: $folder/$1$2"
    cat "$folder/out"
    exit 1
}
refused absent.v ': no such file, expected a Verilog module or a block'\''s name'
cat >"$folder/syntax.v" <<'END'
module syntax(input clk_i, output reg q_q);
    always @(posedge clk_i) q_q <= ~q_q
endmodule
END
refused syntax.v ':3: ERROR: syntax error, unexpected TOK_ENDMODULE'
sed 's/syntax/another/; s/~q_q/~q_q;/' "$folder/syntax.v" >"$folder/renamed.v"
refused renamed.v ': no module renamed, expected one named like the file'
echo 'module latch(input clk_i, a_i, b_i, output reg q_o); always @* if (a_i) q_o = b_i; endmodule' >"$folder/latch.v"
refused latch.v ': module latch infers a latch, expected flip-flops only'
echo 'module clock(input clk, a_i, output reg q_q); always @(posedge clk) q_q <= a_i; endmodule' >"$folder/clock.v"
refused clock.v ': module clock has no clk_i, expected its clock under that name'
edges() { # edges ALWAYS-LIST EXPECTED
    echo "module edges(input clk_i, rst_i, a_i, output reg q_q); always @($1) if (rst_i) q_q <= 0; else q_q <= a_i; endmodule" >"$folder/edges.v"
    refused edges.v ": module edges $2"
}
edges 'posedge clk_i or posedge rst_i' 'has an asynchronous reset, expected synchronous ones'
edges 'negedge clk_i' 'has a falling edge, expected posedge clk_i only'
edges 'posedge rst_i' 'has a second clock, rst_i, expected clk_i only'
cat >"$folder/memory_edge.v" <<'END'
module memory_edge(input clk_i, slow_i, a_i, output reg q_q);
    reg mem_q [0:1];
    always @(posedge slow_i) mem_q[a_i] <= q_q;
    always @(posedge clk_i) q_q <= mem_q[a_i];
endmodule
END
refused memory_edge.v ': module memory_edge has a second clock, slow_i, expected clk_i only'
echo 'module power(input clk_i, a_i, output reg q_q); initial q_q = 1; always @(posedge clk_i) q_q <= a_i; endmodule' >"$folder/power.v"
echo 'module bus(input clk_i, a_i, b_i, output q_q); assign q_q = a_i ? b_i : 1'"'"'bz; endmodule' >"$folder/bus.v"
refused bus.v ': module bus has a tristate value, z, expected 0 or 1'
refused power.v ': module power gives q_q a value at power-up, expected none: reset it'
sed 's/memory_edge/contents/; s/slow_i/clk_i/; s/clk_i, clk_i/clk_i/; s/^endmodule/initial mem_q[0] = 1; &/' "$folder/memory_edge.v" >"$folder/contents.v"
refused contents.v ': module contents gives a memory values at power-up, expected none: reset or write it'
cp "$folder/power.v" "$folder/po wer.v"
refused 'po wer.v' ': file name po wer, expected one of letters, digits and _, as a module has, and .v'
echo "mistakes are named"

tech=${TECH:-/usr/share/qflow/tech}
command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no OpenSTA, osu018 or osu035: nothing is mapped here"; exit 77; }

# What Yosys maps with a warning, and what has no path to time.
own() { echo "module $1(input clk_i, a_i, b_i, output y_o, output reg q_o); $2 always @(posedge clk_i) q_o <= a_i; endmodule" >"$folder/$1.v"; }
own drivers 'assign y_o = a_i; assign y_o = b_i;'
refused drivers.v ': module drivers drives b_i from several places, expected one'
own loop 'wire w; assign w = ~(a_i & w); assign y_o = w;'
refused loop.v ': module loop has a loop without a flip-flop, expected none'
own undriven 'wire w; assign y_o = a_i & w;'
refused undriven.v ': module undriven reads w, which nothing drives'
echo 'module still(input clk_i, output y_o); assign y_o = 1; endmodule' >"$folder/still.v"
refused still.v ': module still has no path, expected one from an input or a flip-flop to an output or a flip-flop'
cp -r synth_estimates "$folder/unwarned"
plant_copy synth_estimates/measure.sh "$folder/unwarned/measure.sh" '/^ *refuse_warned "$folder\/map.log"$/d' || exit 1
sh "$folder/unwarned/measure.sh" map loop "$folder/loop.v" "$folder/own_loop" || fail "a loop is refused without a look at the warnings"

# A proof without time says so in the row, and is tried again when there is more.
proof_with() { # proof_with SECONDS EXPECTED
    PROOF_SECONDS=$1 sh synth_estimates/measure.sh full oaws_ocw verilog/oaws_ocw.v "$folder/proof" N=4 S=1 SETS=4 2>/dev/null || exit 1
    [ "$(cat "$folder/proof/proof.txt")" = "$2" ] || fail "in $1 s: $(cat "$folder/proof/proof.txt"), expected $2"
}
proof_with 0 'not proven within 0 s'
proof_with 240 'proven, registers paired'

mkdir "$folder/with blank"   # a path with a blank is a path
cp tests/synth_estimates/memory.v "$folder/with blank/"
if tier_is_all; then
    sh synth_estimates/measure.sh full memory "$folder/with blank/memory.v" "$folder/own_memory" || exit 1
    shows "the own module's proof" "$folder/own_memory/proof.txt" '^proven'
    echo "own module mapped and proven"
fi

# It is measured first and alone, with its steps on a terminal, and printed before any other block is begun.
alone=$folder/alone
mkdir -p "$alone/overhead" "$alone/bin"
cp "$BUILD/overhead/overhead" "$alone/overhead/"
printf '#!/bin/sh\ncat >/dev/null\necho others\nexit 1\n' >"$alone/bin/xargs"
chmod +x "$alone/bin/xargs"
first() { # first SCRIPTS: what a run with that run.sh prints until it comes to the others
    run="env PATH=$alone/bin:$PATH BUILD=$alone sh $1/run.sh paper tests/synth_estimates/memory.v"
    if script -qc true /dev/null </dev/null >/dev/null 2>&1; then script -qc "$run" /dev/null </dev/null
    else $run; fi | tr -d '\r'
}
in_order() { # in_order FILE: the steps, the own row, then the others
    awk '/^memory: mapping$/ { step = NR } /^memory  *own .*proven/ { row = NR } /^others$/ { others = NR }
        END { exit !((step < row || !step) && row && row < others) }' "$1"
}
first synth_estimates >"$folder/out"
in_order "$folder/out" || fail "the own module is not first" "$folder/out"
ls "$alone/overhead" | grep -q '_n48' && fail "another block was begun"
cp -r synth_estimates "$folder/later"
plant_copy synth_estimates/run.sh "$folder/later/run.sh" 's/^if \[ -n "$top" \]; then$/if false; then/' || exit 1
! tier_is_all || first "$folder/later" >"$folder/out"
! tier_is_all || ! in_order "$folder/out" || fail "an own module that comes with the others was not noticed"
echo "the own module comes first"

# The first NAND of the mapped netlist becomes a NOR behind the mapper's back.
cp -r synth_estimates "$folder/planted"
plant_copy synth_estimates/measure.sh "$folder/planted/measure.sh" \
    's|^    time_with "$library" "$folder" timing.txt "$links"|sed -i "0,/NAND2X1/s//NOR2X1/" "$folder/net.v"; &|' || exit 1
sh "$folder/planted/measure.sh" full oaws_ocw verilog/oaws_ocw.v "$folder/refuted" N=4 S=1 SETS=4 || exit 1
[ "$(cat "$folder/refuted/proof.txt")" = REFUTED ] ||
    fail "a wrong gate: $(cat "$folder/refuted/proof.txt")"
echo "a wrong gate is refuted"
[ "$failures" = 0 ]
