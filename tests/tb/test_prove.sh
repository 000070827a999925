#!/bin/sh
# needs: prove/prove_step prove/prove_settle prove/prove_drat block_table
# The prover: the smallest tuple of each block is proven; a bug planted in a model or in the Verilog is refuted, with the field
# that lockstep names, and the compiled model and Icarus show the difference. The prover itself: 10,000 vectors through its
# functions and through the compiled model; errors planted in its adder, its loops and its reader of the Verilog are noticed;
# a proof that does not hold is refused; what cannot be read is refused; what changes after it was proven is stale.
# In `make test` ten blocks, vectors of two, a plant on either side.
set -u
. tests/lib.sh
work=$BUILD/tests/tb/prove
rm -rf "$work" && mkdir -p "$work"
tuples="oaws_ocw_n2_s1_sets3 oaws_qualify_n2_m2 warp_order_n2_s1_across1 warp_rank_n2_s1_numbers7 warp_arbiter_n4_s2 ccws_llds_n2_bits5
    kaws_progress_n2_s1_c2_progress_w4 kaws_share_n3_s2 bucl_bypass_p2 ccws_lls_n2"
tier_is_all && tuples="$tuples oaws_misspred_n2_s1_m2 oaws_dlc_entries2 ccws_vta_n2_ways2 owl_groups_n2_c2 bucl_update_sms2_p2 owl_prefetch_banks2_lines2"

# What a line of rtl_c/configs.def says of a tuple: block, config, flags.
line_of() { sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def | awk -v tuple="$1" '$1 "_" $2 == tuple'; }

# vectors TUPLE STEP: what STEP, a prove_step, makes of the model of a tuple that has been proven, against the compiled model.
vectors() {
    tuple=$1 step=$2
    # shellcheck disable=SC2046
    set -- $(line_of "$tuple")
    block=$1 config=$2
    shift 2
    ${CC:-gcc} -std=c11 -O1 -D_DEFAULT_SOURCE -I. "$@" -DCFG_NAME="$config" -DREPLAY_OPS="${block}_$config" -o "$work/vectors" \
        tb/prove/vectors.c tb/prove/aiger.c tb/prove/prove.c tb/field.c "rtl_c/$block.c" &&
        "$step" "$BUILD/prove/$tuple/step.bc" - "$work/model.aig" model && "$work/vectors" "$work/model.aig" 10000
}
for tuple in $tuples; do
    rm -f "$BUILD/prove/known/$tuple"
    sh tb/prove/prove.sh $tuple >"$work/log" 2>&1 || complain "$tuple is not proven"
    cat "$work/log"
    tier_is_all || case $tuple in oaws_ocw* | ccws_lls*) ;; *) continue ;; esac
    vectors $tuple "$BUILD/prove/prove_step" >"$work/log" 2>&1 || complain "$tuple: $(cat "$work/log")"
    grep -q '^10000 vectors, [1-9]' "$work/log" || complain "$tuple: no vectors: $(cat "$work/log")"
done
sh tb/prove/prove.sh ccws_lls_n2 >"$work/again" 2>&1 && [ "$(sed 1d "$BUILD/prove/known/ccws_lls_n2")" = "$(cat "$work/again")" ] ||
    complain "what was proven is not known: $(cat "$work/again")"

# refuted TUPLE SIDE FIELD SCRIPT: with the plant in that side's file.
refuted() {
    block=$(line_of "$1" | sed 's/ .*//')
    mkdir -p "$work/planted"
    planted=$((planted + 1))
    file=$2/$block.$([ "$2" = verilog ] && echo v || echo c)
    plant_copy "$file" "$work/planted/${file##*/}" "$4" "$3" || return
    if [ "$2" = verilog ]; then VERILOG=$work/planted sh tb/prove/prove.sh "$1" >"$work/log" 2>&1
    else RTL_C=$work/planted sh tb/prove/prove.sh "$1" >"$work/log" 2>&1; fi
    [ $? = 1 ] && grep -q "broken $3" "$work/log" && grep -qE "replayed: (output|register) ${3%_?}.*: C .*, Verilog " "$work/log" &&
        { echo "$1, $2: refuted, $3, as the compiled model and Icarus show"; return; }
    complain "$1, $2: not refuted at $3"; cat "$work/log"
}
planted=0
refuted oaws_qualify_n3_m5 rtl_c 'occlude_o' 's/in->pred\[w\] > room/in->pred[w] >= room/'
refuted oaws_qualify_n3_m5 verilog 'inflight_d' 's/SUM_W = COUNT_W + 2/SUM_W = COUNT_W/'
if tier_is_all; then
    refuted warp_order_n3_s2_across1 rtl_c 'resident_d' 's/q->resident & ~in->exit/q->resident/'
    refuted oaws_ocw_n2_s1_sets3 verilog 'ocw_d' 's/ocw_d > OCW_MIN/ocw_d > 0/'
fi

# wrong_prover FILE SCRIPT COMMAND...: a prove_step with the plant, in $work/tools; the command must fail.
sources=$(sed -n 's/^prove_step *:= $(addprefix tb\/prove\/,\(.*\))$/\1/p' tb/prove/prove.mk)
wrong_prover() {
    planted=$((planted + 1))
    plant_copy "tb/prove/$1" "$work/wrong_$1" "$2" "$1" || return
    mkdir -p "$work/tools/prove"
    objects=
    for source in $sources; do
        if [ "$source" = "$1" ]; then objects="$objects $work/wrong_$1"; else objects="$objects tb/prove/$source"; fi
    done
    file=$1
    shift 2
    # shellcheck disable=SC2086
    ${CC:-gcc} -std=gnu11 -O1 -w -I. -I"$(llvm-config-14 --includedir)" -o "$work/tools/prove/prove_step" $objects \
        -L"$(llvm-config-14 --libdir)" -lLLVM-14 || { complain "$file: the planted prover is not built"; return; }
    "$@" >"$work/log" 2>&1 && { complain "$file: the plant is not noticed: $(cat "$work/log")"; return; }
    echo "$file: noticed: $(tail -n 1 "$work/log")"
}
if tier_is_all; then
    wrong_prover word.c 's/carry = or2(and2(a.bits\[i\], b.bits\[i\])/carry = or2(or2(a.bits[i], b.bits[i])/' \
        vectors oaws_ocw_n2_s1_sets3 "$work/tools/prove/prove_step"
    wrong_prover flow.c 's/pending\[to\] = and2(common, or2(of_this, of_others));/pending[to] = where;/' \
        vectors oaws_ocw_n2_s1_sets3 "$work/tools/prove/prove_step"
    cp "$BUILD/prove/prove_settle" "$BUILD/prove/prove_drat" "$work/tools/prove/"
    wrong_reader() { BUILD=$work/tools sh tb/prove/prove.sh oaws_ocw_n2_s1_sets3; }
    wrong_prover rtl.c 's/function\[b >> 1\] ^ (b & 1)/function[b >> 1]/' wrong_reader
fi

# A proof by steps that do not follow, and one that does not end.
printf 'p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n' >"$work/question.cnf"
printf 'p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n' >"$work/satisfiable.cnf"
printf 'a\004\000a\000' >"$work/proof"
: >"$work/empty"
"$BUILD/prove/prove_drat" "$work/question.cnf" "$work/proof" || complain "a proof that holds is refused"
"$BUILD/prove/prove_drat" "$work/satisfiable.cnf" "$work/proof" && complain "a proof of what is not so"
"$BUILD/prove/prove_drat" "$work/question.cnf" "$work/empty" && complain "a proof without its end"

sh tb/prove/prove.sh no_such_tuple >"$work/log" 2>&1
[ $? = 2 ] && grep -q '^no_such_tuple, expected a tuple' "$work/log" || complain "an unknown tuple: $(cat "$work/log")"
echo 'aig 1 1 0 1 0' >"$work/damaged.aig"
"$BUILD/prove/prove_settle" "$work/damaged.aig" "$work" 1 1 1 >"$work/log" 2>&1
[ $? = 2 ] && [ "$(wc -l <"$work/log")" = 1 ] || complain "a damaged graph: $(cat "$work/log")"

# docs/proof.md says what the last run found; a change of a model makes its tuples stale, and no others.
sh tb/prove/state.sh tuples >"$work/want"
sed -n '/<!-- proven:begin/,/<!-- proven:end/p' docs/proof.md | sed '1d;$d' | cmp -s - "$work/want" || complain "docs/proof.md: its table is not that of tb/prove/results.txt; make readme mends it"
cp -r rtl_c "$work/changed" && echo '// changed' >>"$work/changed/bucl_bypass.c"
RTL_C=$work/changed sh tb/prove/state.sh tuples | diff "$work/want" - | grep '^>' >"$work/stale"
grep -q 'bucl_bypass_p2.*\*stale\*' "$work/stale" && ! grep -qv 'bucl_bypass' "$work/stale" || complain "what is stale: $(cat "$work/stale")"
echo "$planted planted, $failures failures"
[ "$failures" = 0 ]
