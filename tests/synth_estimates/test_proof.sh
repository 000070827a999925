#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The chain of proofs for netlists that ABC does not compare with their RTL directly: without time for the direct proof
# it proves oaws_qualify, and an error planted in each of its designs is refuted in the step that leads there.
# tier: all
set -u
. tests/lib.sh
export BUILD
tech=${TECH:-/usr/share/qflow/tech}
command -v yosys >/dev/null 2>&1 && command -v sta >/dev/null 2>&1 && [ -d "$tech/osu018" ] && [ -d "$tech/osu035" ] ||
    { echo "skip: no Yosys, OpenSTA, osu018 or osu035"; exit 77; }
folder=$BUILD/overhead-proof
rm -rf "$folder" && mkdir -p "$folder"
scripts=$folder/scripts
cp -r synth_estimates "$scripts"

answer() { # answer EXPECTED SED-SCRIPT: of the chain with the script planted in it
    rm -rf "$folder/run"
    plant_copy synth_estimates/prove.sh "$folder/stepwise.sh" 's/^direct_seconds=.*/direct_seconds=0/' || exit 1
    if [ -z "$2" ]; then cp "$folder/stepwise.sh" "$scripts/prove.sh"
    else plant_copy "$folder/stepwise.sh" "$scripts/prove.sh" "$2" || exit 1; fi
    sh "$scripts/measure.sh" full oaws_qualify verilog/oaws_qualify.v "$folder/run" N=3 M=5 || fail "measure.sh: exit status $?, expected 0"
    equal "the chain with '$2'" "$(cat "$folder/run/proof.txt")" "$1"
}
answer 'proven, registers paired' ''
shows 'proven without the chain' "$folder/run/proof.log" '^reduced = gate'
echo "proven in steps"
answer 'proven, registers paired' 's|^    join_cuts$|&; : >"$folder/merged_cut.blif"|'
shows 'proven without cuts' "$folder/run/proof.log" '^merged = logic'
echo "proven in steps, where cuts prove nothing"

answer 'REFUTED, step gold words' 's/; design -save words/; chtype -set \\$sub t:\\$add&/'
answer 'REFUTED, step words merged' 's/; design -save merged/; chtype -set \\$or t:\\$and&/'
answer 'REFUTED, step merged logic' 's/; design -save logic/; chtype -set \\$_OR_ t:\\$_ANDNOT_ t:\\$_AND_&/'
answer 'REFUTED, step logic fine' 's/; design -save fine/; chtype -set \\$_OR_ t:\\$_ANDNOT_&/'
answer 'REFUTED, step fine reduced' 's/design -load fine;/& chtype -set \\$_XNOR_ t:\\$_XOR_;/'
answer 'REFUTED, step reduced gate' 's|^: >"$folder/proof.log"|sed -i "0,/NAND2X1/s//NOR2X1/" "$folder/net.v"; &|'
echo "an error in any step is refuted there"

# An output that is a sum is compared: no cut takes its place.
cat >"$folder/sum.v" <<'END'
module sum(input wire clk_i, input wire rst_i, input wire [3:0] a_i, input wire [3:0] b_i, output wire [3:0] y_o, output reg z_q);
    assign y_o = a_i + b_i;
    always @(posedge clk_i) z_q <= rst_i ? 1'b0 : a_i[0];
endmodule
END
plant_copy synth_estimates/prove.sh "$scripts/prove.sh" \
    's/^direct_seconds=.*/direct_seconds=0/; s/; design -save logic/; chtype -set \\$_OR_ t:\\$_AND_&/' || exit 1
rm -rf "$folder/run"
sh "$scripts/measure.sh" full sum "$folder/sum.v" "$folder/run" || fail "measure.sh: exit status $?, expected 0"
equal "a wrong sum at an output" "$(cat "$folder/run/proof.txt")" 'REFUTED, step merged logic'
echo "a wrong sum at an output is refuted"

# Where ABC's own way ends without time, sweeping and BDDs prove the same netlist, and refute one with another gate.
late='s/^direct_seconds=.*/direct_seconds=90/; s/^limited() .*/limited() { shift; ! grep -q cec "$folder\/step.abc" || return 152; "$@"; }/'
sweeps() { # sweeps EXPECTED SED-SCRIPT
    rm -rf "$folder/run"
    plant_copy synth_estimates/prove.sh "$scripts/prove.sh" "$late; $2" || exit 1
    sh "$scripts/measure.sh" full oaws_ocw verilog/oaws_ocw.v "$folder/run" N=3 S=1 SETS=4 || fail "measure.sh: exit status $?, expected 0"
    [ "$(cat "$folder/run/proof.txt")" = "$1" ] && grep -q '^UNSATISFIABLE\|^SATISFIABLE' "$folder/run/proof.log" ||
        fail "with '$2': seen '$(cat "$folder/run/proof.txt")', expected '$1' by sweeping" "$folder/run/proof.log"
}
sweeps 'proven, registers paired' ''
sweeps REFUTED 's|^: >"$folder/proof.log"|sed -i "0,/NAND2X1/s//NOR2X1/" "$folder/net.v"; &|'
echo "sweeping proves and refutes, too"

# Where sweeping and BDDs end without time, too, what is left is proven for each value of a word; a value left out is no
# proof, and the chain goes on.
cases='s/^limited() .*/limited() { shift; ! grep -q -e cec -e collapse "$folder\/step.abc" || return 152; "$@"; }/
    s/^direct_seconds=.*/direct_seconds=90/; s/\(.&get. \).&fraig -x -C 1000. \(.&put. orpos\)/\1\2/'
in_cases() { # in_cases EXPECTED LOG SED-SCRIPT
    rm -rf "$folder/run"
    plant_copy synth_estimates/prove.sh "$scripts/prove.sh" "$cases; $3" || exit 1
    sh "$scripts/measure.sh" full oaws_ocw verilog/oaws_ocw.v "$folder/run" N=3 S=1 SETS=4 || fail "measure.sh: exit status $?, expected 0"
    [ "$(cat "$folder/run/proof.txt")" = "$1" ] && grep -q "^gold = gate in [0-9]* cases of $2" "$folder/run/proof.log" ||
        fail "with '$3': seen '$(cat "$folder/run/proof.txt")', expected '$1' by cases of $2" "$folder/run/proof.log"
}
in_cases 'proven, registers paired' '' ''
word=$(sed -n 's/^gold = gate in [0-9]* cases of \([^ ]*\) .*/\1/p' "$folder/run/proof.log")
in_cases REFUTED "$word" 's|^: >"$folder/proof.log"|sed -i "0,/NAND2X1/s//NOR2X1/" "$folder/net.v"; &|'
in_cases 'not proven within 240 s, step gold words' "$word" 's/^    case=0$/    case=1/'
echo "cases of a word prove and refute; with one left out they do not"

# A register that mapping has removed, as nothing reads it, is a free input of the RTL: no induction. A wrong gate beside
# it is not proven, though it may be a value that the register never has.
cat >"$folder/idle.v" <<'END'
module idle(input wire clk_i, input wire rst_i, input wire [3:0] a_i, output wire [3:0] y_o);
    reg [3:0] kept_q, idle_q;
    assign y_o = kept_q ^ (idle_q & 4'd0);
    always @(posedge clk_i) begin
        kept_q <= rst_i ? 4'd0 : kept_q + a_i;
        idle_q <= rst_i ? 4'd0 : idle_q + a_i;
    end
endmodule
END
loses() { # loses ANSWER-PATTERN SED-SCRIPT
    rm -rf "$folder/run"
    cp synth_estimates/prove.sh "$scripts/prove.sh"
    [ -z "$2" ] || plant_copy synth_estimates/prove.sh "$scripts/prove.sh" "$2" || exit 1
    sh "$scripts/measure.sh" full idle "$folder/idle.v" "$folder/run" || fail "measure.sh: exit status $?, expected 0"
    shows "a lost register, with '$2'" "$folder/run/proof.txt" -x "$1"
}
loses 'proven, registers paired' ''
loses 'not proven: .*' 's/^free_lost() {/& return 0/'
loses 'not proven.*' 's|^: >"$folder/proof.log"|sed -i "0,/NAND2X1/s//NOR2X1/" "$folder/net.v"; &|'
echo "a register that nothing reads is in nobody's way"

# A register that mapping has removed, as it stays at 0, is that constant in the RTL, and its next value is compared with 0: a netlist
# without a register that leaves 0, or that no reset brings to 0, is not proven. Planted: its next value is not compared, or not at reset.
cat >"$folder/stays.v" <<'END'
module stays(input wire clk_i, input wire rst_i, input wire go_i, input wire [2:0] a_i, input wire [3:0] b_i, output wire y_o);
    reg [3:0] kept_q;
    assign y_o = kept_q > b_i;
    always @(posedge clk_i) kept_q <= rst_i ? 4'd0 : go_i ? {1'b0, a_i} : kept_q;
endmodule
END
sed "s/{1'b0, a_i}/{a_i[0] \& b_i[0], a_i}/" "$folder/stays.v" >"$folder/leaves.v"
sed "s/<= .*;/<= {kept_q[3] \& a_i[0], rst_i ? 3'd0 : go_i ? a_i : kept_q[2:0]};/" "$folder/stays.v" >"$folder/unreset.v"
stays() { # stays ANSWER-PATTERN VERILOG SED-SCRIPT [MAPPED]: the answer for the netlist of stays.v, or MAPPED, and this RTL
    rm -rf "$folder/run"
    cp synth_estimates/prove.sh "$scripts/prove.sh"
    [ -z "$3" ] || plant_copy synth_estimates/prove.sh "$scripts/prove.sh" "$3" || exit 1
    sh "$scripts/measure.sh" map stays "${4:-$folder/stays.v}" "$folder/run" || fail "measure.sh: exit status $?, expected 0"
    PROOF_SECONDS=20 sh "$scripts/prove.sh" stays "$folder/run" "$BUILD/overhead/library" "read_verilog $2; hierarchy -top stays; proc"
    shows "a register that stays, of $2 with '$3'" "$folder/run/proof.txt" -x "$1"
}
stays 'proven, registers paired' "$folder/stays.v" ''
stays 'not proven: .*' "$folder/stays.v" 's/^tie_lost() {/& return 0/'
stays 'not proven: .*' "$folder/leaves.v" ''
stays 'proven, registers paired' "$folder/leaves.v" 's/; \$0 = \$0 names }/ }/'
stays 'not proven: .*' "$folder/unreset.v" ''
stays 'proven, registers paired' "$folder/unreset.v" 's/compare .*gold_reset gate_reset$/verdict=equal/'
echo "a register that stays at 0 is that constant, if it stays"

# One that is an output, too, is proven by induction, where a reset makes it what the netlist has. Planted: no base.
cat >"$folder/output.v" <<'END'
module stays(input wire clk_i, input wire rst_i, input wire go_i, input wire [2:0] a_i, output reg [3:0] y_q);
    always @(posedge clk_i) y_q <= rst_i ? 4'd0 : go_i ? {1'b0, a_i} : y_q;
endmodule
END
sed "s/<= .*;/<= {y_q[3] \& a_i[0], rst_i ? 3'd0 : go_i ? a_i : y_q[2:0]};/" "$folder/output.v" >"$folder/unreset_output.v"
stays 'proven by induction' "$folder/output.v" '' "$folder/output.v"
stays 'not proven: .*' "$folder/unreset_output.v" '' "$folder/output.v"
stays 'proven by induction' "$folder/unreset_output.v" 's/for step in base induction/for step in induction/' "$folder/output.v"
echo "an output that stays at 0 is proven by induction, if a reset brings it there"
[ "$failures" = 0 ]
