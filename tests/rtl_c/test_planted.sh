#!/bin/sh
# The unit tests of the models are shown to fail: each line plants one bug in a copy of a model, builds that block's unit
# test against the copy for the test's configurations, and demands that the test fails. The unchanged copy must pass.
set -u
build=${BUILD:-build}
work=$build/tests/rtl_c/planted
rm -rf "$work" && mkdir -p "$work"
failures=0

complain() { echo "$1"; failures=$((failures + 1)); }
compile() { gcc -std=c11 -O1 -I. -D_POSIX_C_SOURCE=200809L "$@"; }

sed -n 's/^CONFIG(\([a-z_]*\), *\([a-z0-9_]*\), *\(.*\))$/\1 \2 \3/p' rtl_c/configs.def >"$work/list"
sed 's/^\([^ ]*\) \([^ ]*\) .*/extern const block_ops \1_\2;/' "$work/list" >"$work/declared"

# run BLOCK: the unit test against $work/BLOCK.c in each of the block's configurations; its exit status.
run() {
    block=$1
    objects=
    {
        echo '#include "rtl_c/block.h"'
        grep " ${block}_" "$work/declared"
        echo 'const block_ops *const block_table[] = {'
        sed -n "s/^$block \([^ ]*\) .*/\&${block}_\1,/p" "$work/list"
        echo 'NULL};'
    } >"$work/table.c"
    for tuple in $(sed -n "s/^$block \([^ ]*\) \(.*\)/\1,\2/p" "$work/list" | tr ' ' ','); do
        config=${tuple%%,*}
        # shellcheck disable=SC2046
        compile $(echo "${tuple#*,}" | tr ',' ' ') "-DCFG_NAME=$config" -c "$work/$block.c" -o "$work/$config.o" || return 99
        objects="$objects $work/$config.o"
    done
    # shellcheck disable=SC2086
    compile "tests/rtl_c/test_$block.c" tests/rtl_c/models.c "$work/table.c" $objects -lcmocka -o "$work/test" || return 99
    "$work/test" >"$work/log" 2>&1
}

plant() {
    sed "s/$3/$4/" "rtl_c/$1.c" >"$work/$1.c"
    if cmp -s "rtl_c/$1.c" "$work/$1.c"; then complain "$1, planted $2: changes nothing"; return; fi
    run "$1"
    case $? in
        0) complain "$1, planted $2: not caught" ;;
        99) complain "$1, planted $2: does not compile" ;;
        *) echo "$1, planted $2: caught by $(sed -n 's/^\[  FAILED  \] \(test_[a-z0-9_]*\)$/\1/p' "$work/log" | sort -u | tr '\n' ' ')" ;;
    esac
}

for block in warp_order warp_arbiter oaws_ocw oaws_dlc oaws_misspred oaws_qualify; do
    cp "rtl_c/$block.c" "$work/$block.c"
    run "$block" || complain "$block: its unit test fails without a planted bug"
done
plant warp_order "waiting warps not masked" 'waits = in->waiting & q->resident' 'waits = in->waiting'
plant warp_order "late exit used early" 'out->resident = q->resident' 'out->resident = q->resident \& ~in->exit'
plant warp_order "launch before exit" 'in->launch & ~staying' 'in->launch \& ~q->resident'
plant warp_order "idle forgets exits" 'return !(in->exit & q->resident) \&\&' 'return'
plant warp_order "the oldest may wait" 'runs ? runs : own' 'own'
plant warp_order "none where all wait" 'runs ? runs : own' 'runs'
plant warp_order "the youngest" 'rank\[w\] < least' 'least == N || rank[w] > least'
plant warp_order "one oldest for all" 'own = resident \& scheduler_bits(S, s)' 'own = resident'
plant warp_arbiter "wrong tie" 'lowest_bit(smallest(in->rank, candidates))' 'smallest(in->rank, candidates)'
plant warp_arbiter "greedy without memory" 'q->last_valid \&\& (candidates' '(candidates'
plant warp_arbiter "exit not seen" '(in->launch | in->exit) >> d->last' 'in->launch >> d->last'
plant warp_arbiter "group one slot too long" 'group_size(in), end = first + group_size(in)' 'group_size(in), end = first + group_size(in) + 1'
plant warp_arbiter "hold ignored" ' \&\& !in->hold' ''
plant oaws_ocw "off by one at saturation" 'if (cnt < CNT_MAX)' 'if (cnt < CNT_MAX - 1)'
plant oaws_ocw "half rounded up" 'cnt - cnt \/ 2' 'cnt \/ 2'
plant oaws_ocw "access after done" 'in->done \&\& d->div \&\& d->fcl' 'in->done \&\& d->div \&\& q->fcl'
plant oaws_ocw "threshold" 'COHERENT_LINES = 2' 'COHERENT_LINES = 3'
plant oaws_ocw "set index wraps" 'if (in->access_set < SETS)' 'if (1)'
plant oaws_dlc "a free entry hits" ' \&\& q->inst\[e\] != 0' ''
plant oaws_dlc "tie to the highest index" 'q->inst\[e\] < q->inst\[chosen\]' 'q->inst[e] <= q->inst[chosen]'
plant oaws_dlc "period one cycle too long" 'd->timer + 1 < in' 'd->timer < in'
plant oaws_dlc "inst halved to 0" '^    if (d->inst\[e\] == 0)' '    if (0)'
plant oaws_dlc "sensitive at one and a half" '> 3u' '>= 3u'
plant oaws_dlc "fills see this cycle" 'find(q, in->fill_pc' 'find(seen, in->fill_pc'
plant oaws_dlc "clear leaves the entries" '        d->inst\[e\] = 0;' '        d->inst[e] += 0;'
plant oaws_dlc "the sets of the entry's last load stay" '        d->sets\[e\] = 0;' ''
plant oaws_misspred "rounded down" ' + 99' ''
plant oaws_misspred "saturates at M" 'misses > LAST_MSHR ? LAST_MSHR' 'misses > M ? M'
plant oaws_misspred "issue beats flush" 'flushed = in->flush' 'flushed = in->flush \& ~in->issue'
plant oaws_misspred "first fill wins" 'for (int f = 0; f < 2; f++)' 'for (int f = 1; f >= 0; f--)'
plant oaws_misspred "slot 1 stays" 'd->pred\[2 \* w + 1\] = 0;' ''
plant oaws_misspred "not predicted again" 'if (q->slot1_divergent \& warp)' 'if (0)'
plant oaws_misspred "all loads are predicted again" 'if (q->slot1_divergent \& warp)' 'if (q->pred[2 * w + 1])'
plant oaws_misspred "threads of another scheduler" 'in->issue_active\[s\]' 'in->issue_active[0]'
plant oaws_misspred "an issue leaves slot 1 divergent" '        d->slot1_divergent \&= ~warp;' ''
plant oaws_misspred "a flush leaves slot 1 divergent" 'd->slot1_divergent \&= ~flushed;' ''
plant oaws_misspred "stores and coherent loads count as divergent" '(in->fill_load\[f\] \& in->fill_divergent\[f\])' '(in->fill_load[f] | in->fill_divergent[f])'
plant oaws_qualify "what is left wraps" 'avail > q->inflight ? avail - q->inflight : 0' 'avail - q->inflight'
plant oaws_qualify "what just fits is held back" '> room' '>= room'
plant oaws_qualify "locality warps in static" 'in->cfg_mode == OAWS_DYNAMIC || in->cfg_mode == OAWS_THROTTLE' 'in->cfg_mode < 4'
plant oaws_qualify "the oldest are always kept" 'known \&\& in->cfg_keep_oldest' 'known'
plant oaws_qualify "the oldest are never kept" 'known \&\& in->cfg_keep_oldest' 'false'
plant oaws_qualify "the oldest are kept in static" 'known \&\& in->cfg_keep_oldest' 'in->cfg_keep_oldest'
plant oaws_qualify "only ready warps charge" 'throttle | locality\[w\] ?' 'throttle | locality[w] | !(ready >> w \& 1) ?'
plant oaws_qualify "more MSHRs than there are" 'in->avail < M ? in->avail : M' 'in->avail'
plant oaws_qualify "second release lost" ' + in->release\[1\]' ''
plant oaws_qualify "throttling charges" 'throttle | locality\[w\] ?' 'locality[w] ?'
[ "$failures" = 0 ]
