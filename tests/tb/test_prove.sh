#!/bin/sh
# tier: all
# needs: prove/prove_step prove/prove_settle
# The prover: a small tuple of each of thirteen blocks is proven; a bug planted in a model or in the Verilog is refuted, with
# the field that lockstep names, and the compiled model and Icarus show the difference; what cannot be read is refused.
set -u
. tests/lib.sh
work=$BUILD/tests/tb/prove
rm -rf "$work" && mkdir -p "$work"
for tuple in oaws_ocw_n2_s1_sets3 oaws_qualify_n3_m5 oaws_misspred_n2_s1_m2 oaws_dlc_entries2 warp_order_n3_s2_across1 \
    warp_rank_n2_s1_numbers7 warp_arbiter_n4_s2 ccws_vta_n2_ways2 ccws_llds_n2_bits5 kaws_progress_n2_s1_c2_progress_w4 \
    kaws_share_n3_s2 bucl_bypass_p3 owl_groups_n2_c2; do
    sh tb/prove/prove.sh $tuple >"$work/log" 2>&1 || complain "$tuple is not proven"
    cat "$work/log"
done

# refuted TUPLE SIDE FIELD SCRIPT: with the plant in that side's file.
refuted() {
    block=$(sed -n "s/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\),.*/\1 \1_\2/p" rtl_c/configs.def | sed -n "s/ $1\$//p")
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
refuted oaws_qualify_n3_m5 rtl_c 'occlude_o' 's/in->pred\[w\] > room/in->pred[w] >= room/'
refuted oaws_qualify_n3_m5 verilog 'inflight_d' 's/SUM_W = COUNT_W + 2/SUM_W = COUNT_W/'
refuted warp_order_n3_s2_across1 rtl_c 'resident_d' 's/q->resident & ~in->exit/q->resident/'
refuted oaws_ocw_n2_s1_sets3 verilog 'ocw_d' 's/ocw_d > OCW_MIN/ocw_d > 0/'

sh tb/prove/prove.sh no_such_tuple >"$work/log" 2>&1
[ $? = 2 ] && grep -q '^no_such_tuple, expected a tuple' "$work/log" || complain "an unknown tuple: $(cat "$work/log")"
echo 'aig 1 1 0 1 0' >"$work/damaged.aig"
"$BUILD/prove/prove_settle" "$work/damaged.aig" "$work" 1 1 1 >"$work/log" 2>&1
[ $? = 2 ] && [ "$(wc -l <"$work/log")" = 1 ] || complain "a damaged graph: $(cat "$work/log")"
echo "$planted planted, $failures failures"
[ "$failures" = 0 ]
