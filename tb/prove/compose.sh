#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# compose.sh SYSTEM_SIZE: proves the wiring of one front end, "oaws_paper" (docs/proof.md): of verilog/warp_front_end.v with its
# instances cut out and of the same wiring in C, tb/systemc/front_end.c, every input of every block and every output is the
# same, whatever the front end's inputs and the blocks' outputs are. BUILD/prove/front_ends has a line for each, with its flags.
#
# Prints one line: proven, refuted or open; the front end; obligations, how many were closed by hashing, and into how many
# questions the others came apart; seconds; how many of the tuples of its blocks are proven as they are now, and which are not.
# Then what is refuted, by name of the wire and with values, a line each. Exit status as prove.sh's: 0, 1, 2, 3.
#
# FRONT_END (tb/systemc/front_end.c), VERILOG (verilog), WIRES (rtl_c/wires.def): what is compared; RTL_C: models; BUILD, PROVE_WORK, PROVE_SECONDS, PROVE_SECONDS_IN_ALL,
# PROVE_CONFLICTS, PROVE_SWEEP, PROVE_CHECK as in prove.sh, but nothing is swept: cadical is faster alone here.
set -u
name=$1
export BUILD="${BUILD:-build}" VERILOG="${VERILOG:-verilog}" FRONT_END="${FRONT_END:-tb/systemc/front_end.c}" WIRES="${WIRES:-rtl_c/wires.def}"
export PROVE_SECONDS="${PROVE_SECONDS:-120}" PROVE_SECONDS_IN_ALL="${PROVE_SECONDS_IN_ALL:-400}" PROVE_CONFLICTS="${PROVE_CONFLICTS:-2000}"
export PROVE_SWEEP="${PROVE_SWEEP-}" PROVE_CHECK="${PROVE_CHECK-$BUILD/prove/prove_drat}" PROVE_WORK="${PROVE_WORK:-$BUILD/prove}"
work=$PROVE_WORK/front_end_$name
tools=$BUILD/prove
flags=$(sed -n "s/^$name //p" "$tools/front_ends")
[ -n "$flags" ] || { echo "$name, expected one of $(cut -d' ' -f1 "$tools/front_ends" | tr '\n' ' ')" >&2; exit 2; }
[ -z "$(find tb/prove -name '*.[ch]' -newer "$tools/built")" ] || { echo "$tools: not built of tb/prove as it is: make prove-front-ends" >&2; exit 2; }
contents=$(sh tb/prove/compose_key.sh "$name") || exit 2
export PROVE_TOOLS="${PROVE_TOOLS:-$(sh tb/prove/tools.sh)}"
# What was proven with the same contents and tools before is not proven again; how its tuples stand is looked up.
key="$contents $PROVE_SWEEP $PROVE_CHECK $PROVE_TOOLS" known=$PROVE_WORK/known/front_end_$name
mkdir -p "$PROVE_WORK/known" || exit 2
if [ -s "$known" ] && [ "$(sed -n 1p "$known")" = "$key" ] && [ -s "$work/tuples" ]; then
    echo "$(sed -n 2p "$known") $(sh tb/prove/compose_rests.sh "$work/tuples")"
    exit 0
fi
rm -rf "$work" "$known" && mkdir -p "$work" || exit 2

refuse() { echo "$name: $1" >&2; [ -z "${2:-}" ] || tail -n 5 "$2" >&2; exit 2; }
value_of() { printf '%s\n' $flags | sed -n "s/^-DCFG_$1=//p"; }
# timed LOG COMMAND...: within so many seconds of processor time.
timed() {
    log=$1
    shift
    # shellcheck disable=SC3045
    (ulimit -t "$PROVE_SECONDS_IN_ALL"; exec "$@") >"$log" 2>&1 </dev/null
}

# Instances in the order in which C evaluates them, with their blocks; of each its late inputs.
sed -n 's/^    ONE(FE_[A-Z]*\( + [0-9]\)\{0,1\}, \([a-z_]*\), \([a-z_0-9]*\)).*/\3 \2/p' tb/prove/compose.c >"$work/instances"
while read -r instance block; do
    echo "$instance $(sed -n 's/^IN_LATE\(_VEC\)\{0,1\}([a-z0-9_]*, *\([a-z_0-9]*\),.*/\2/p' "rtl_c/$block.def" | tr '\n' ' ')"
done <"$work/instances" >"$work/late"

# Both sides in one graph.
# shellcheck disable=SC2086
timed "$work/clang.log" sh tb/prove/compile.sh "$work/step.bc" $flags -DPROVE_PLAIN -DFRONT_END="\"$FRONT_END\"" -DWIRES="\"$WIRES\"" tb/prove/compose.c ||
    refuse "clang refuses the wiring in C" "$work/clang.log"
verilog=$(for table in rtl_c/*_*.def; do echo "$VERILOG/$(basename "$table" .def).v"; done | tr '\n' ' ')
parameters=$(for p in N S M SETS ENTRIES C P SYSTEM; do echo "-chparam $p $(value_of $p)"; done | tr '\n' ' ')
timed "$work/yosys.log" yosys -q -p "read_verilog -nosynthesis -defer -sv $verilog $VERILOG/warp_front_end.v; hierarchy -check -top warp_front_end $parameters;
    write_rtlil $work/all.il; cd warp_front_end; dump -o $work/cells.il t:*; proc; expose -evert -sep __ t:*;
    opt_expr; opt_clean; setundef -undriven -anyseq; setundef -anyseq; techmap -map tb/prove/cells.v; techmap; setundef -anyseq;
    opt_expr; opt_clean; select -assert-none t:\$*ff* t:\$*latch* t:\$_*FF*_ t:\$_DLATCH*_ t:\$_SR_*_; aigmap; opt_clean;
    write_aiger -ascii -symbols $work/whole.aag" || refuse "Yosys refuses the Verilog" "$work/yosys.log"
awk -v loops="$work/loops" -f tb/prove/compose_cut.awk "$work/late" "$work/whole.aag" >"$work/rtl.aag" || refuse "the Verilog's names"
timed "$work/wires.log" "$tools/prove_step" "$work/step.bc" "$work/rtl.aag" "$work/wires" || refuse "the wiring" "$work/wires.log"

# The parameters of each instance in Verilog are those that C has, and so is its tuple.
awk '/^module /{ module = $2 } /^  parameter /{ print module, substr($2, 2), $3 }' "$work/all.il" >"$work/parameters"
awk '
    function number(text,    i, n) {
        if (!index(text, "\047")) return text
        sub(/.*\047/, "", text)
        for (i = 1; i <= length(text); i++) n = 2 * n + substr(text, i, 1)
        return n + 0
    }
    FILENAME == ARGV[1] { block[$1] = $2; next }
    FILENAME == ARGV[2] { given[$1] = given[$1] " " $2 "=" number($3); next }
    /^ *cell / {
        instance = substr($3, 2)
        if (match(instance, /^scheduler\[[0-9]+\]\.arbiter$/)) { gsub(/[^0-9]/, "", instance); instance = "arbiter_" instance }
        sub(/^[a-z_]+\./, "", instance)
        if (instance in block) print instance, block[instance] given[$2]
        else if (substr($2, 1, 6) == "$param" || substr($2, 1, 1) == "\\") print instance, "unknown"
    }' "$work/instances" "$work/parameters" "$work/cells.il" >"$work/given"
! grep ' unknown$' "$work/given" >&2 || refuse "an instance that compose.c has not got"
while read -r instance block given; do
    wanted=
    for parameter in $(sed -n 's/^PARAM(\([A-Z_]*\),.*/\1/p' "rtl_c/$block.def"); do
        verilog=$(printf '%s\n' $given | sed -n "s/^$parameter=//p") c=$(value_of "$parameter")
        wanted="$wanted -DCFG_$parameter=$c"
        [ "$verilog" = "$c" ] || echo "broken $parameter of $instance: C $c, Verilog ${verilog:-none}" >>"$work/broken"
    done
    config=$(sed -n "s/^CONFIG($block, *\([a-z0-9_]*\), *\(.*\))\$/\1 \2/p" rtl_c/configs.def | awk -v wanted="$wanted" '
        { n = split(wanted, one, " "); good = NF == n + 1; for (i = 1; i <= n; i++) good = good && index($0 " ", " " one[i] " "); if (good) print $1 }')
    [ -n "$config" ] || refuse "$instance: no tuple of rtl_c/configs.def has$wanted"
    echo "${block}_$config"
done <"$work/given" >"$work/tuples_of_instances" || exit 2
LC_ALL=C sort -u "$work/tuples_of_instances" >"$work/tuples"

# Settled: what the wiring relies on of its blocks, then the wiring.
status=0
worse() { case $1$status in 10 | 13 | 30) status=$1 ;; esac; }
while read -r tuple; do
    sh tb/prove/compose_facts.sh "$tuple" >"$work/$tuple.settled"
    result=$?
    [ $result != 2 ] || refuse "what is relied on of $tuple" "$work/$tuple.settled"
    worse $result
done <"$work/tuples"
mkdir -p "$work/wires"
"$tools/prove_settle" "$work/wires.aig" "$work/wires" "$PROVE_SECONDS" "$PROVE_SECONDS_IN_ALL" "$PROVE_CONFLICTS" "$PROVE_SWEEP" "$PROVE_CHECK" >"$work/wires.settled"
result=$?
[ $result != 2 ] || refuse "the wiring cannot be settled" "$work/wires.settled"
left=$(sed -n 's/.*, pieces left \([0-9]*\),.*/\1/p' "$work/wires.log")
[ $result != 0 ] || [ "pieces ${left:-?}" = "$(sed -n '1s/.*; //p' "$work/wires.settled")" ] || refuse "of ${left:-no} pieces: $(sed -n 1p "$work/wires.settled")"
worse $result
for file in "$work/broken" "$work/loops"; do [ ! -s "$file" ] || worse 1; done
[ "$(sh tb/prove/compose_key.sh "$name")" = "$contents" ] || refuse "changed while it was proven"

case $status in 0) verdict=proven ;; 1) verdict=refuted ;; *) verdict=open ;; esac
times >"$work/times"
cat "$work/times" "$work/wires.log" "$work"/*.settled | awk -v verdict="$verdict" -v name="$name" '
    NR == 2 { gsub(/[ms]/, " "); seconds = 60 * ($1 + $3) + $2 + $4 }
    /^obligations/ { gsub(/,/, ""); all += $2; hashed += $10 }
    /^questions/ { gsub(/[,;]/, ""); questions += $2; proofs = proofs (proofs ? "+" : "") $26 }
    END { printf "%-8s %-10s %6d obligations, %6d by hashing, the others %5d questions; %.1f s; proofs %s;\n", verdict, name, all, hashed, questions, seconds, proofs }' >"$work/line"
[ $status != 0 ] || { echo "$key"; cat "$work/line"; } >"$known"
echo "$(cat "$work/line") $(sh tb/prove/compose_rests.sh "$work/tuples")"
cat "$work/broken" "$work/loops" "$work"/*.settled 2>/dev/null | sed '/^questions /d; s/__\([a-z_0-9]*_[io]\)_[io]\([^a-z]\)/.\1\2/g; s/^/    /' | head -n 60
exit $status
