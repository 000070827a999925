#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# prove.sh TUPLE: proves one tuple of rtl_c/configs.def, "oaws_ocw_n48_s2_sets32": its C model and its Verilog give equal outputs
# and equal next registers from every state that satisfies the model's invariant, under every input (docs/proof.md).
#
# Prints one line: proven, refuted or open; the tuple; obligations, how many of them follow from the block's table and how many
# were closed by hashing, into how many questions the others came apart, and who settled these; seconds; of 1000 states that the
# compiled model reaches, in each of which what is assumed holds, how many are other than reset; of what is proven, how many vectors
# went through what the prover has read and through whom else (witnesses.sh). Then a refuted tuple's counterexample, or what is open.
# Exit status 0 proven, 1 refuted, 2 something could not be read, 3 open: a solver came to its limit.
#
# BUILD (build), RTL_C, VERILOG: folders; PROVE_WORK (BUILD/prove): the folder that a folder TUPLE is left in;
# PROVE_SECONDS (120): processor time of sweeping, and of the solver for one question; PROVE_SECONDS_IN_ALL (400): for all
# of it, to the end of what a program is about;
# PROVE_CONFLICTS (2000): of each pair of functions that sweeping tries to join;
# PROVE_SWEEP (berkeley-abc): the program that joins equal functions, which is called as ABC is; empty: none.
# PROVE_CHECK: the program that checks every proof of the solver's, prove_drat; empty: none.
# PROVE_REPLAY (tb/prove/counterexample.sh): what plays a counterexample; empty: none.
# PROVE_VECTORS (10000), PROVE_ICARUS (200): of the witnesses (witnesses.sh).
set -u
tuple=$1
BUILD=${BUILD:-build} RTL_C=${RTL_C:-rtl_c} VERILOG=${VERILOG:-verilog}
PROVE_WORK=${PROVE_WORK:-$BUILD/prove}
seconds=${PROVE_SECONDS:-120} in_all=${PROVE_SECONDS_IN_ALL:-400} conflicts=${PROVE_CONFLICTS:-2000} PROVE_SWEEP=${PROVE_SWEEP-berkeley-abc} PROVE_CHECK=${PROVE_CHECK-$BUILD/prove/prove_drat} PROVE_REPLAY=${PROVE_REPLAY-tb/prove/counterexample.sh}
work=$PROVE_WORK/$tuple
tools=$BUILD/prove
line=$(sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$tuple" '$1 "_" $2 == tuple')
[ -n "$line" ] || { echo "$tuple, expected a tuple of rtl_c/configs.def" >&2; exit 2; }
# shellcheck disable=SC2086
set -- $line
block=$1 config=$2
shift 2
# Programs of other sources than the key's prove something else.
[ -e "$tools/built" ] && [ -z "$(find tb/prove -name '*.[ch]' -newer "$tools/built")" ] || { echo "$tools: not built of tb/prove as it is: make prove" >&2; exit 2; }
# One at a time: nobody else makes this folder anew. What was proven with the same contents and tools before is not proven again.
mkdir -p "$PROVE_WORK/known" && exec 9>"$PROVE_WORK/known/$tuple.lock" && flock 9 || exit 2
contents=$(sh tb/prove/key.sh "$tuple") || exit 2
key="$contents $PROVE_SWEEP $PROVE_CHECK $(grep '^const char tuple_c' "$BUILD/tuple_sums.c" | cksum) ${PROVE_VECTORS:-} ${PROVE_ICARUS:-} ${PROVE_TOOLS:-$(sh tb/prove/tools.sh)}"
if [ -s "$PROVE_WORK/known/$tuple" ] && [ "$(sed -n 1p "$PROVE_WORK/known/$tuple")" = "$key" ]; then
    sed -n 2p "$PROVE_WORK/known/$tuple"
    exit 0
fi
rm -rf "$work" "$PROVE_WORK/known/$tuple" && mkdir -p "$work" || exit 2

# What this script's children have used; what they may still use. Not in a subshell, which has no children yet.
used() {
    times >"$work/times"
    now=$(awk 'NR == 2 { gsub(/[ms]/, " "); print 60 * ($1 + $3) + $2 + $4 }' "$work/times")
    left=$(echo "$in_all $now" | awk '{ left = int($1 - $2); print left < 1 ? 1 : left }')
}
# timed LOG COMMAND...: its exit status.
timed() {
    log=$1
    shift
    used
    # shellcheck disable=SC3045
    (ulimit -t "$left"; "$@"; exit $?) >"$log" 2>&1 </dev/null      # no exec: this shell would say `Killed`
    status=$?
    return $status
}
failed() {
    case $status in
        137 | 152) used; printf 'open     %-40s its reading came to the limit, %s s: %s; %.1f s (in all)\n' "$tuple" "$in_all" "$(basename "$log" .log)" "$now"; exit 3 ;;
    esac
    echo "$tuple: $1" >&2
    tail -n 5 "$log" >&2
    exit 2
}

# What the two compilers, or the simulators, would read differently is refused by its line, whatever it would mean.
# shellcheck disable=SC2046
timed "$work/texts.log" "$tools/prove_texts" "$block" "$RTL_C/$block.c" "rtl_c/$block.h" "rtl_c/$block.def" "$VERILOG/$block.v" \
    $(printf '%s\n' "$@" | sed 's/^-DCFG_\(.*\)=.*/\1/') || { cat "$work/texts.log" >&2; echo "$tuple: refused" >&2; exit 2; }

# Of a block with memories also what becomes of words that were not written since reset.
memories= parts="reset step" logs="$work/reset.log $work/step.log"
if grep -q '^MEM(' "rtl_c/$block.def"; then memories=-DPROVE_MEMORIES parts="$parts words" logs="$logs $work/words.log"; fi
# shellcheck disable=SC2086
timed "$work/clang.log" sh tb/prove/compile.sh "$work/step.bc" "$@" -DCFG_NAME="$config" -DPROVE_PLAIN $memories -DMODEL="\"$RTL_C/$block.c\"" tb/prove/step.c ||
    failed "clang refuses the model"

# The Verilog: the file that is Verilated, of a memory its ports as inputs and outputs (memories.v), sums and comparisons in the model's form. Registers that
# get the same are two: they may hold different values before. All of them take what they get at the edge at which clk_i rises,
# which the and-gates do not say.
ports=
for memory in $(sed -n 's/^MEM([a-z0-9_]*, *\([a-z0-9_]*\),.*/\1/p' "rtl_c/$block.def"); do
    ports="$ports rename -enumerate -pattern ${memory}_q_read_% t:\$memrd r:MEMID=\\${memory}_q %i; rename -enumerate -pattern ${memory}_q_write_% t:\$memwr_v2 r:MEMID=\\${memory}_q %i;"
done
[ -z "$ports" ] || ports="$ports techmap -map tb/prove/memories.v t:\$memrd t:\$memwr_v2; select -assert-none t:\$mem*; delete m:*; expose -input w:*_read_*.data; expose w:*_read_*.address w:*_write_*.address w:*_write_*.data w:*_write_*.enable w:*_write_*.clock;"
parameters=$(printf '%s\n' "$@" | sed 's/^-DCFG_\(.*\)=/-chparam \1 /' | tr '\n' ' ')
timed "$work/yosys.log" yosys -q -p "read_verilog -nosynthesis -defer -sv $VERILOG/$block.v; hierarchy -check -top $block $parameters; proc; flatten;
    opt_expr; opt_clean; check -assert; select -assert-none t:\$div t:\$mod t:\$divfloor t:\$modfloor t:\$pow; $ports select -assert-none m:*; setundef -undriven -anyseq; setundef -anyseq; opt_expr; opt_merge t:* t:*dff* %d; opt_clean;
    techmap -map tb/prove/cells.v; techmap; setundef -anyseq; dffunmap; opt_expr; opt_merge t:* t:*_DFF_* %d; opt_clean; aigmap;
    opt_clean; select -assert-none t:\$_DFF_P_ w:clk_i %co1:+[C] %d; select -assert-none t:\$_*FF*_ t:\$_DLATCH*_ t:\$_SR_*_ %u %u t:\$_DFF_P_ %d; select -clear;
    rename -top rtl;
    write_aiger -ascii -symbols $work/rtl.aag" || failed "Yosys refuses the Verilog"

timed "$work/reset.log" "$tools/prove_step" "$work/step.bc" "$work/rtl.aag" "$work/reset" reset || failed "the reset"
timed "$work/step.log" "$tools/prove_step" "$work/step.bc" "$work/rtl.aag" "$work/step" sides "$work/model.aig" "$work/rtl.aig" || failed "the step"
[ -z "$memories" ] || timed "$work/words.log" "$tools/prove_step" "$work/step.bc" - "$work/words" alone || failed "the words of memories"

# States that the compiled model reaches: the facts that are assumed hold there, so there are such states, and no piece is broken.
# What the step and the reset ask follows from the table.
timed "$work/model.log" sh tb/prove/model.sh "$work/model.o" "$@" -DCFG_NAME="$config" "$RTL_C/$block.c" || failed "the model cannot be compiled"
timed "$work/gcc.log" ${CC:-gcc} -Wl,--defsym="vectors_model=${block}_$config" -o "$work/vectors" "$tools/vectors.o" "$work/model.o" || failed "the model cannot be linked"
whole=$work/step.aig
[ ! -e "$work/step.whole.aig" ] || whole=$work/step.whole.aig      # each read of a memory is the word that is read
timed "$work/states" "$work/vectors" pieces "$whole" 1000
reached=$?
case $reached in 132 | 134 | 136 | 139) reached=1; echo "the compiled model breaks down" >"$work/states" ;; esac
[ $reached -le 1 ] || failed "no states are reached"
asked=$(sed -n 's/^obligations [0-9]*, \([0-9]*\) of the table,.*/\1/p' $logs | tr '\n' ' ')
timed "$work/table" "$work/vectors" table && [ -n "$asked" ] && [ "${asked% }" = "$(cat "$work/table")" ] ||
    failed "of the $parts ${asked% } obligations are asked, but $(cat "$work/table") follow from the table"

settle() {
    used
    "$tools/prove_settle" "$1" "$work/$part" "$seconds" "$left" "$conflicts" "$PROVE_SWEEP" "$PROVE_CHECK" >"$work/$part.settled"
    status=$?
}

# The reset, then the step; what is not proven ends it. All pieces that prove_step has left are settled.
status=0
for part in $parts; do
    [ $status = 0 ] || break
    mkdir -p "$work/$part"
    settle "$work/$part.aig"
    # What breaks where a read may be anything is asked again where each is the word that is read.
    [ $status != 1 ] || [ ! -e "$work/$part.whole.aig" ] || settle "$work/$part.whole.aig"
    question=$part
    [ $status != 2 ] || exit 2
    left_of=$(sed -n 's/.*, pieces left \([0-9]*\),.*/\1/p' "$work/$part.log")
    if [ $status = 0 ] && [ "pieces ${left_of:-?}" != "$(sed -n '1s/.*; //p' "$work/$part.settled")" ]; then
        echo "$tuple: of ${left_of:-no} pieces of the $part: $(cat "$work/$part.settled")" >&2
        exit 2
    fi
done
[ "$(sh tb/prove/key.sh "$tuple")" = "$contents" ] || { echo "$tuple: changed while it was proven" >&2; exit 2; }
case $status in
    0) verdict=proven ;;
    1) verdict=refuted ;;
    *) verdict=open ;;
esac
log=$work/states
[ $status$reached != 01 ] || failed "proven, but not of a state that the compiled model reaches"
used
# What was proven is what the simulator's compiler, Verilator and Icarus read, as far as vectors show. Nothing of it is the prover's time.
witnesses=
if [ $status = 0 ]; then
    witnesses=$(sh tb/prove/witnesses.sh "$tuple" "$work" 2>&1) || { echo "$tuple: proven, but $witnesses" >&2; exit 2; }
fi
cat $logs "$work"/*.settled | awk -v verdict="$verdict" -v tuple="$tuple" -v seconds="$now" -v states="$(cat "$work/states")" -v expected="$(cat "$work/table")" -v witnesses="$witnesses" '
    /^obligations/ { gsub(/,/, ""); all += $2; table += $3; hashed += $10 }
    /^questions/ { gsub(/[,;]/, ""); questions += $2; swept += $7; solved += $11; open += $15; sweep += $17; solver += $20; check += $23; proofs = proofs (proofs ? "+" : "") $26 }
    END {
        split(expected, of, " "); expected = of[1] + of[2] + of[3]
        printf "%-8s %-40s %6d obligations, %d of %d from the table, %6d by hashing, the others %6d questions: %5d by sweeping, %5d by the solver, %d open; ",
               verdict, tuple, all, table, expected, hashed, questions, swept, solved, open
        printf "%.1f s (sweeping %.1f, solver %.1f, check %.1f); proofs %s", seconds, sweep, solver, check, proofs
        sub(/:.*/, "", states)
        print (states ~ /states,/ ? "; " states : "") (witnesses ? "; " witnesses : "")
    }' | tee "$work/line"
[ $status != 0 ] || { echo "$key"; cat "$work/line"; } >"$PROVE_WORK/known/$tuple"
case $status in
    1) sed "1d; s/^/    $question: /" "$work/$question.settled" | head -n 60 ;;
    3) sed -n 's/^open //p' "$work/$question.settled" | sed 's/\[[0-9]*\]$//' | uniq -c | sed "s/^ *\([0-9]*\) \(.*\)/    $question: open: \2, \1/" | head -n 60 ;;
esac

# A counterexample, once more in both sides as they are compiled, and as a failure pack.
[ $status != 1 ] || [ -z "$PROVE_REPLAY" ] || sh "$PROVE_REPLAY" "$tuple" "$work" "$question"
exit $status
