#!/bin/sh
# prove.sh TUPLE: proves one tuple of rtl_c/configs.def, "oaws_ocw_n48_s2_sets32": its C model and its Verilog give equal outputs
# and equal next registers from every state that satisfies the model's invariant, under every input (docs/proof.md).
#
# Prints one line: proven, refuted or open; the tuple; obligations, and how many of them were closed by hashing and are left
# for the solvers; seconds of each. A refuted tuple's counterexample follows. Exit status 0 proven, 1 refuted, 2 something
# could not be read, 3 open: a solver came to its limit.
#
# BUILD (build), RTL_C, VERILOG: folders; PROVE_SECONDS (120): processor time of each solver; PROVE_CONFLICTS (2000): of
# each pair of functions that sweeping tries to join.
set -u
tuple=$1
BUILD=${BUILD:-build} RTL_C=${RTL_C:-rtl_c} VERILOG=${VERILOG:-verilog}
seconds=${PROVE_SECONDS:-120} conflicts=${PROVE_CONFLICTS:-2000}
work=$BUILD/prove/$tuple
tools=$BUILD/prove
line=$(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$tuple" '$1 "_" $2 == tuple')
[ -n "$line" ] || { echo "$tuple, expected a tuple of rtl_c/configs.def" >&2; exit 2; }
# shellcheck disable=SC2086
set -- $line
block=$1 config=$2
shift 2
rm -rf "$work" && mkdir -p "$work" || exit 2

# seconds COMMAND...: its exit status; its user time in $took. The limit is of processor time.
timed() {
    log=$1
    shift
    # shellcheck disable=SC3045
    (ulimit -t "$seconds"; exec "$@") >"$log" 2>&1 </dev/null
    status=$?
    times >"$work/times"                # not in a subshell, which has no children yet
    now=$(awk 'NR == 2 { split($1, part, /[ms]/); print 60 * part[1] + part[2] }' "$work/times")
    took=$(echo "$before $now" | awk '{ printf "%.1f", $2 - $1 }')
    before=$now
    return $status
}
before=0
failed() { echo "$tuple: $1" >&2; tail -n 5 "$log" >&2; exit 2; }

# The model: undefined behaviour becomes a trap, an unwritten local a pattern; everything inlined, loops in the form in which
# what they leave is named.
timed "$work/clang.log" clang -std=c11 -O1 -Xclang -disable-llvm-passes -w -I. "$@" -DCFG_NAME="$config" -DPROVE_PLAIN -DMODEL="\"$RTL_C/$block.c\"" \
    -fsanitize=shift,signed-integer-overflow,integer-divide-by-zero,array-bounds,bool,unreachable -fsanitize-trap=all \
    -ftrivial-auto-var-init=pattern -c -emit-llvm -o "$work/model.bc" tb/prove/step.c || failed "clang refuses the model"
timed "$work/opt.log" "$(command -v opt || echo opt-14)" -passes='inline,function(sroa,early-cse,simplifycfg,loop-simplify,lcssa)' \
    -inline-threshold=100000000 -o "$work/step.bc" "$work/model.bc" || failed "the model cannot be inlined"

# The Verilog: the file that is Verilated, of a memory each word a register, sums and comparisons in the model's form.
parameters=$(printf '%s\n' "$@" | sed 's/^-DCFG_\(.*\)=/-chparam \1 /' | tr '\n' ' ')
timed "$work/yosys.log" yosys -q -p "read_verilog -defer -sv $VERILOG/$block.v; hierarchy -check -top $block $parameters; proc; flatten;
    opt_expr; opt_clean; memory_map; setundef -undriven -anyseq; setundef -anyseq; opt_expr; opt_merge; opt_clean;
    techmap -map tb/prove/cells.v; techmap; dffunmap; opt_expr; opt_merge; opt_clean; aigmap; opt_clean; rename -top rtl;
    write_aiger -ascii -symbols $work/rtl.aag" || failed "Yosys refuses the Verilog"

timed "$work/reset.log" "$tools/prove_step" "$work/step.bc" "$work/rtl.aag" "$work/reset.aig" reset || failed "the reset"
timed "$work/step.log" "$tools/prove_step" "$work/step.bc" "$work/rtl.aag" "$work/step.aig" || failed "the step"
graph_took=$took sweep_took=0 solver_took=0

left_of() { sed -n 's/.* left \([0-9]*\),.*/\1/p' "$1"; }
# settle FILE.aig: its verdict, in $verdict. Sweeping joins what it finds equal; what is left is one question to the solver.
settle() {
    swept=$work/swept.aig
    rm -f "$swept"
    timed "$work/abc.log" berkeley-abc -c "&r $1; &fraig -x -C $conflicts; &w $swept"
    sweep_took=$(echo "$sweep_took $took" | awk '{ print $1 + $2 }')
    [ -s "$swept" ] || cp "$1" "$swept"
    "$tools/prove_cnf" write "$swept" "$work/left.cnf" || exit 2
    timed "$work/cadical.log" cadical -q "$work/left.cnf"
    case $? in
        20) verdict=proven ;;
        10) verdict=refuted ;;
        *) verdict=open ;;
    esac
    solver_took=$(echo "$solver_took $took" | awk '{ print $1 + $2 }')
}
verdict=proven question=
for part in reset step; do
    [ "$verdict" = proven ] || break
    [ "$(left_of "$work/$part.log")" = 0 ] || { question=$part; settle "$work/$part.aig"; }
done
cat "$work/reset.log" "$work/step.log" | awk -v verdict="$verdict" -v tuple="$tuple" -v graph="$graph_took" -v sweep="$sweep_took" \
    -v solver="$solver_took" -v part="$question" '
    { gsub(/,/, ""); all += $2; hashed += $6; left += $8; bits = $12 }
    END {
        printf "%-8s %-40s %6d obligations, %6d by hashing, %5d by solvers; graph %s s, sweeping %s s, solver %s s\n",
               verdict (verdict == "proven" ? "" : " "), tuple, all, hashed, left, graph, sweep, solver
    }'
case $verdict in
    proven) exit 0 ;;
    refuted) "$tools/prove_cnf" explain "$work/$question.aig" "$work/cadical.log" | sed "s/^/    $question: /"; exit 1 ;;
esac
exit 3
