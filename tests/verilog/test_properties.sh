#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Properties: those of verilog/<block>_properties.v are proven by temporal induction from reset with Yosys's SAT solver (z3
# 4.8 takes exponential time to expand the formulas of yosys-smtbmc for these blocks), each of their covers is reached, and a
# planted bug per property is refuted by a trace of at most two cycles. `make test` proves the smaller configuration of three
# blocks, reads the others, asks for no cover and refutes the first plant of one of the three.
set -u
. tests/lib.sh
build=$BUILD
work=$build/tests/verilog/properties proven=0
rm -rf "$work" && mkdir -p "$work"

# solve FILE BLOCK SETTINGS COMMANDS: Yosys's exit status. Deferred: without, Yosys would elaborate the block with its
# default parameters as well, which takes longer than most proofs. Of a memory each word is a register.
solve() { elaborated "$1" "$2" "$3" "proc; memory_collect; memory_map; prep -flatten; async2sync; dffunmap; $4"; }
elaborated() {
    timeout 1200 yosys -q -l "$work/log" -p "read_verilog -defer -formal -sv $1 verilog/$2_properties.v;
        hierarchy -check -top $2_properties $3; $4" >"$work/screen" 2>&1
}

few=" warp_order oaws_qualify kaws_progress "
prove() {
    block=$1 settings=$2 proven=$((proven + 1))
    tier_is_all || case $few in *" $block "*) ;; *)
        if elaborated "verilog/$block.v" "$block" "$settings" "proc; select -assert-min 1 t:\$assert"
        then echo "$block ($settings): $(grep -c ': assert' "verilog/${block}_properties.v") assertions read"
        else complain "$block ($settings): not read"; cat "$work/screen"; fi
        return ;;
    esac
    if solve "verilog/$block.v" "$block" "$settings" "sat -verify -tempinduct -prove-asserts -set-assumes -seq 1"
    then echo "$block ($settings): $(grep -c ': assert' "verilog/${block}_properties.v") assertions proven"
    else complain "$block ($settings): not proven"; cat "$work/screen"; fi
}

# Every cover in one run: the script stops at the first that cannot be reached.
cover() {
    tier_is_all || return 0
    block=$1 settings=$2
    commands=
    for number in $(sed -n 's/.*assign reached_o\[\([0-9]*\)\].*/\1/p' "verilog/${block}_properties.v"); do
        commands="$commands sat -falsify -prove reached_o[$number] 0 -set-assumes -seq 1;"
    done
    if solve "verilog/$block.v" "$block" "$settings -chparam FROM_RESET 0" "$commands"
    then echo "$block ($settings): $(grep -c 'assign reached_o' "verilog/${block}_properties.v") covers reached"
    else complain "$block ($settings): a cover is not reached"; cat "$work/screen"; fi
}

# within BLOCK SETTINGS PROPERTY CYCLES: that property holds in the first so many cycles from any state of the invariant.
within() {
    if solve "verilog/$1.v" "$1" "$2 -chparam FROM_RESET 0" \
        "delete t:\$assert c:p$3 %d; select -assert-count 1 t:\$assert; sat -verify -prove-asserts -set-assumes -seq $4"
    then echo "$1 ($2): property $3 proven of all sequences of $4 cycles"
    else complain "$1 ($2): property $3 not proven"; cat "$work/screen"; fi
}

# plant BLOCK SETTINGS "PROPERTY: NAME" PATTERN REPLACEMENT: `sat -falsify` fails unless it finds a violation; only the
# assertions of that property (p<number>, p<number>_...) are left, so another one cannot stand in for it.
plant() {
    planted=$((planted + 1))
    plant_copy "verilog/$1.v" "$work/$1.v" "s/$4/$5/" "$3" || return 0
    tier_is_all || [ "$1" = warp_order ] || return 0
    first_of "$1" || return 0
    if solve "$work/$1.v" "$1" "$2 -chparam FROM_RESET 0" \
        "delete t:\$assert c:p${3%%:*} c:p${3%%:*}_* %u %d; select -assert-min 1 t:\$assert; sat -falsify -prove-asserts -set-assumes -seq 2"
    then echo "$1, planted $3: refuted"
    else complain "$1, planted $3: not refuted"; cat "$work/screen"; fi
}

prove oaws_ocw "-chparam N 2 -chparam S 1 -chparam SETS 3"
! tier_is_all || prove oaws_ocw "-chparam N 48 -chparam S 2 -chparam SETS 32"
cover oaws_ocw "-chparam N 48 -chparam S 2 -chparam SETS 32"
small="-chparam N 8 -chparam S 2 -chparam SETS 4"
plant oaws_ocw "$small" "1: no lower bound" 'ocw_d > OCW_MIN' 'ocw_d > 0'
plant oaws_ocw "$small" "2: output not limited" 'ocw_o = ocw_q > wmax ? wmax : ocw_q' 'ocw_o = ocw_q'
plant oaws_ocw "$small" "3: wrong set counted" '|(touched & ~kept)' '|touched'
plant oaws_ocw "$small" "4: coherent loads count" 'cached = done_i & div_d' 'cached = done_i'
plant oaws_ocw "$small" "5: counter wraps" "more = cnt_d < CNT_MAX ? cnt_d + 8'd1 : CNT_MAX" "more = cnt_d + 8'd1"
plant oaws_ocw "$small" "6: half rounded up" 'sensitive_i ? cnt_d >> 1' "sensitive_i ? (cnt_d + 8'd1) >> 1"
plant oaws_ocw "$small" "7: two steps up" "? ocw_d + 1'b1" "? ocw_d + 2'd2"
plant oaws_ocw "$small" "8: sets kept at start" 'kept = sets_touched_q & {SETS{~start_i}}' 'kept = sets_touched_q'

prove warp_arbiter "-chparam N 6 -chparam S 2"
! tier_is_all || prove warp_arbiter "-chparam N 8 -chparam S 2"
cover warp_arbiter "-chparam N 8 -chparam S 2"
small="-chparam N 6 -chparam S 2"
plant warp_arbiter "$small" "1: two slots are remembered" '? grant_mask_o : last_q) &' '? grant_mask_o | last_q : last_q) \&'
plant warp_arbiter "$small" "2: loads without permission" '(can_issue_i | ~load_i)' '(can_issue_i | load_i)'
plant warp_arbiter "$small" "2: highest class" '= priority_i\[c\*6' '= ~priority_i[c*6'
plant warp_arbiter "$small" "3: group moves backwards" 'first_after(candidates, after_group)' 'first_after(candidates, ~after_group)'
plant warp_arbiter "$small" "4: youngest" 'er\(.*\) = older_i' 'er\1 = ~older_i'
plant warp_arbiter "$small" "4: not greedy" 'last_q & {W{greedy}}' 'last_q \& {W{!greedy}}'
plant warp_arbiter "$small" "5: starts at the last slot" 'above(last_q) &' '(above(last_q) | last_q) \&'
plant warp_arbiter "$small" "6: the groups before it too" '== active_group_q' '<= active_group_q'
plant warp_arbiter "$small" "7: hold ignored" 'grant_valid_o \&\& !hold_i' 'grant_valid_o'
plant warp_arbiter "$small" "7: exit not seen" '(launch_i | exit_i)' 'launch_i'

prove warp_order "-chparam N 3 -chparam S 2"
! tier_is_all || prove warp_order "-chparam N 8 -chparam S 2"
! tier_is_all || prove warp_order "-chparam N 8 -chparam S 2 -chparam ACROSS 0"
cover warp_order "-chparam N 6 -chparam S 2"
small="-chparam N 3 -chparam S 2"
plant warp_order "$small" "1: both halves of the matrix" 'for (j = 0; j < i; j' 'for (j = 0; j <= i; j'
plant warp_order "$small" "2: the third of those that enter is older than the first" '(~staying\[i\] |' '(~staying[i] \& (i != 2 || j != 0) |'
plant warp_order "$small" "3: who leaves keeps his place" 'resident_d\[j\] & (~staying' '(~staying'
plant warp_order "$small" "4: launch before exit" 'entering = launch_i & ~staying' 'entering = launch_i \& ~resident_q'
plant warp_order "$small" "5: of those that enter the higher is the older" '(~staying\[i\] |' '(~staying[i] \& ~entering[j] |'
plant warp_order "$small" "5: who enters is older than who stays" 'older_q\[i\*N + j\] & staying\[j\]' 'older_q[i*N + j] | entering[j]'

prove warp_rank "-chparam N 3 -chparam S 2"
! tier_is_all || prove warp_rank "-chparam N 5 -chparam S 2"
cover warp_rank "-chparam N 4 -chparam S 2"
small="-chparam N 3 -chparam S 2"
plant warp_rank "$small" "1: an empty slot has a rank" 'w)) & {RANK_W{resident_i\[w\]}};' 'w));'
plant warp_rank "$small" "1: a carry is lost" 'carries\[k\] = (line\[3\*k\] & line\[3\*k + 1\]) |' 'carries[k] ='
plant warp_rank "$small" "2: empty slots run" 'behind = waiting_i | ~resident_i' 'behind = waiting_i'
plant warp_rank "$small" "3: waiting warps first" '| (behind\[i\] & ~behind\[j\])' '| (~behind[i] \& behind[j])'
plant warp_rank "$small" "4: the oldest may wait" '(ahead\[w\*N +: N\] & own)' '(older[w*N +: N] \& own)'
plant warp_rank "$small" "4: of all schedulers" 'j % S == w % S' "1'b1"

prove oaws_dlc "-chparam ENTRIES 2"
! tier_is_all || prove oaws_dlc "-chparam ENTRIES 3"
cover oaws_dlc "-chparam ENTRIES 3"
small="-chparam ENTRIES 2"
plant oaws_dlc "$small" "1: the same PC twice" 'held\[l\] = in_use' 'held[l] = (l != 0) \& in_use'
plant oaws_dlc "$small" "1: inst not counted" '(inst >> full) + 7.d1' "(inst >> full) + (|held ? 7'd0 : 7'd1)"
plant oaws_dlc "$small" "2: a free entry hits" 'in_use\[l\] = above_one\[l\] | inst_q\[l\*7\];' "in_use[l] = 1'b1;"
plant oaws_dlc "$small" "3: lookup before the events" 'same_load | (|kept)' 'same_load | (|serviced)'
plant oaws_dlc "$small" "3: nothing is entered" ' | evicted;' ';'
plant oaws_dlc "$small" "4: what is entered is not found" 'same_load | (|kept)' '(|kept)'
plant oaws_dlc "$small" "5: done counts for every load" '& same(pc_q\[l\*40 +: 40\], done_pc_i)' ''
plant oaws_dlc "$small" "6: halved one too early" 'INST_MAX | acc_sum\[10\]' "INST_MAX | acc_sum >= 11'd1023"
plant oaws_dlc "$small" "6: inst halved to 0" ' & overflows & ~above_one\[e\]' " \& 1'b0"
plant oaws_dlc "$small" "7: always the first entry" ' & ~(inst_q\[v\*7 + b\] & (b != 0 | ~aged))' ''
plant oaws_dlc "$small" "8: period one cycle too long" 'cycles >= {' 'cycles > {'
plant oaws_dlc "$small" "9: clear leaves the entries" ' & ~clear_i & ~halves' ' \& ~halves'
plant oaws_dlc "$small" "9: clear takes more than inst" '(acc_q\[e\*10 +: 10\] & {10{' '(acc_q[e*10 +: 10] \& {10{~clear_i \& '

prove oaws_misspred "-chparam N 3 -chparam S 2 -chparam M 5"
! tier_is_all || prove oaws_misspred "-chparam N 8 -chparam S 2 -chparam M 32"
cover oaws_misspred "-chparam N 4 -chparam S 2 -chparam M 8"
small="-chparam N 3 -chparam S 2 -chparam M 5"
plant oaws_misspred "$small" "1: not saturated" 'misses > LAST_MSHR ? LAST_MSHR\[PRED_W-1:0\] : ' ''
plant oaws_misspred "$small" "2: issue beats flush" 'pred_d\[2\*w\*PRED_W +: PRED_W\] = {PRED_W{~flush_i\[w\]}}' \
    'pred_d[2*w*PRED_W +: PRED_W] = {PRED_W{~flush_i[w] | issue_i[w]}}'
plant oaws_misspred "$small" "3: shifts without issue" 'shifts = issue_i\[w\]' "shifts = 1'b1"
plant oaws_misspred "$small" "4: slot 1 stays" 'keeps_1 = ~issue_i\[w\] & ' 'keeps_1 = '
plant oaws_misspred "$small" "4: all is predicted again" 'again = issue_i\[w\] & slot1_divergent_q\[w\]' 'again = issue_i[w]'
plant oaws_misspred "$small" "5: both fills of a slot" ' && !overwritten' ''
plant oaws_misspred "$small" "6: coherent at miss rate 0" "cfg_dynamic_i || cfg_smr_i != 7'd0" "1'b1"
plant oaws_misspred "$small" "7: rounded down" ' + 13.d99' ''
plant oaws_misspred "$small" "8: half rounded down" ' + {{MISSES_W-1{1.b0}}, active\[0\]}' ''
plant oaws_misspred "$small" "9: the prediction of scheduler 0" '(2 + w % S)' '2'
plant oaws_misspred "$small" "9: not predicted again" 'again = issue_i\[w\]' "again = 1'b0"
plant oaws_misspred "$small" "9: the ranks of those that do not issue too" ' && issue_i\[r\]' ''
plant oaws_misspred "$small" "10: kept at issue" '(slot1_divergent_q\[w\] & keeps_1)' 'slot1_divergent_q[w]'
plant oaws_misspred "$small" "10: set by coherent loads" 'divergent = fill_load_i & fill_divergent_i' 'divergent = fill_load_i'

prove oaws_qualify "-chparam N 3 -chparam M 5"
! tier_is_all || prove oaws_qualify "-chparam N 48 -chparam M 32"
cover oaws_qualify "-chparam N 4 -chparam M 8"
small="-chparam N 3 -chparam M 5"
plant oaws_qualify "$small" "1: not clamped" 'above\[SUM_W-1\] ? charged\[COUNT_W-1:0\] : ALL_MSHRS\[COUNT_W-1:0\]' 'charged[COUNT_W-1:0]'
plant oaws_qualify "$small" "2: what is left wraps" 'avail > inflight_q ? avail - inflight_q : {COUNT_W{1.b0}}' 'avail - inflight_q'
plant oaws_qualify "$small" "3: what just fits is held back" 'wanted > room' 'wanted >= room'
plant oaws_qualify "$small" "4: locality warps in static" 'locality = knows_locality$' "locality = 1'b1"
plant oaws_qualify "$small" "4: the oldest are left out" ' || kept\[w\]' ''
plant oaws_qualify "$small" "6: the oldest are kept whatever is configured" ' & {N{cfg_keep_oldest_i}}' ''
plant oaws_qualify "$small" "5: throttling charges" '{PRED_W{!throttle \&\& !locality}}' '{PRED_W{!locality}}'
plant oaws_qualify "$small" "6: warps that are not ready" 'if (ready_i\[w\])' "if (1'b1)"
plant oaws_qualify "$small" "6: only ready warps charge" '{PRED_W{!throttle \&\& !locality}}' '{PRED_W{!throttle \&\& !locality \&\& ready_i[w]}}'
plant oaws_qualify "$small" "7: second release lost" ' + {{SUM_W-PRED_W{1.b0}}, release_i\[PRED_W +: PRED_W\]}' ''
plant oaws_qualify "$small" "7: locality warps charge" '(charge_o\[v' '(pred_i[v'
plant oaws_qualify "$small" "8: charges without issue" 'issue_i \&\& issue_warp_i' 'issue_warp_i'
plant oaws_qualify "$small" "9: more MSHRs than there are" 'avail_i < ALL_MSHRS\[COUNT_W-1:0\] ? avail_i : ALL_MSHRS\[COUNT_W-1:0\]' 'avail_i'
prove ccws_vta "-chparam N 2 -chparam WAYS 2"
! tier_is_all || prove ccws_vta "-chparam N 3 -chparam WAYS 4"
cover ccws_vta "-chparam N 3 -chparam WAYS 4"
small="-chparam N 2 -chparam WAYS 4"
plant ccws_vta "$small" "1: the same tag twice" 'held = insert_valid & insert_same' "held = {WAYS{1'b0}}"
plant ccws_vta "$small" "1: a circle of ways" ' | written\[first\]) & ~written\[second\];' ') \& ~written[second];'
plant ccws_vta "$small" "2: a free way hits" 'freed = probe_valid & probe_same' 'freed = probe_same'
plant ccws_vta "$small" "3: not freed" ' & ~(freed & {WAYS{probed\[d\]}})' ''
plant ccws_vta "$small" "3: freed in every set" '(freed & {WAYS{probed\[d\]}})' 'freed'
plant ccws_vta "$small" "4: a refreshed tag stays as old as it was" '(inserted\[d\]) newer_d' '(inserted[d] \& ~|held) newer_d'
plant ccws_vta "$small" "5: free ways are taken last" '(~insert_valid\[k\] & insert_valid\[other\])' '(insert_valid[k] \& ~insert_valid[other])'
plant ccws_vta "$small" "5: the newest gives way" '& other_newer));' '\& ~other_newer));'
plant ccws_vta "$small" "6: a probe renews" '(inserted\[d\]) newer_d' '(inserted[d] | probed[d]) newer_d'
plant ccws_vta "$small" "7: one of the two sets stays" 'launch_i\[d\/2\]}}' 'launch_i[d\/2] \& d % 2 == 0}}'
plant ccws_vta "$small" "7: every launch empties all" 'launch_i\[d\/2\]}}' '|launch_i}}'
plant ccws_vta "-chparam N 3 -chparam WAYS 2" "8: a warp that does not exist" 'tags_write = |inserted' 'tags_write = insert_i'
plant ccws_vta "$small" "8: the set of the probe" 'tags_index = {insert_set' 'tags_index = {probe_set'

prove ccws_llds "-chparam N 2 -chparam BITS 5"
! tier_is_all || prove ccws_llds "-chparam N 48 -chparam BITS 32"
cover ccws_llds "-chparam N 3 -chparam BITS 6"
small="-chparam N 3 -chparam BITS 6"
plant ccws_llds "$small" "1: divides what it has multiplied with" 'if (cycles_q == LAST_MULTIPLY) remainder_d = .*;' ''
plant ccws_llds "$small" "1: nothing is taken off" 'fits ? less\[BITS-1:0\] : partial\[BITS-1:0\]' 'partial[BITS-1:0]'
plant ccws_llds "$small" "2: a warp that does not exist" 'wire hit = |hit_warp' 'wire hit = hit_i'
plant ccws_llds "$small" "2: the result to whoever hits" 'busy ? hit_warp_i : warp_q' 'hit_warp_i'
plant ccws_llds "$small" "3: without this cycle's instructions" 'divisor_d = starts ? insts_after' 'divisor_d = starts ? insts_q'
plant ccws_llds "$small" "3: K above 8" 'factor = cfg_k_i\[3\]' "factor = cfg_k_i == 4'd8"
plant ccws_llds "$small" "4: a hit starts anew" 'starts = hit \&\& !busy' 'starts = hit'
plant ccws_llds "$small" "5: one total is halved" 'hits_after = (overflows' 'hits_after = (hit \& \&hits_q'
plant ccws_llds "$small" "6: the quotient stays" 'if (kernel_launch_i) quotient_d' "if (1'b0) quotient_d"
plant ccws_llds "$small" "7: not limited" 'divided > .* ? limit_q : divided' 'divided'
plant ccws_llds "$small" "8: a launch is not seen" 'gone = launch_i | exit_i' 'gone = exit_i'
plant ccws_llds "$small" "8: who exits in the cycle of its hit" 'starts ? hit_warp\[g\] : ' ''
plant ccws_llds "$small" "9: the second bit of the factor" 'BITS{dividend_q\[0\]}' 'BITS{dividend_q[1]}'
plant ccws_llds "$small" "9: what just fits does not" '| ~less\[BITS\]' '| (~less[BITS] \& |less)'
prove ccws_lls "-chparam N 2"
! tier_is_all || prove ccws_lls "-chparam N 3"
within ccws_lls "-chparam N 3 -chparam MARKS 1" 9 3
! tier_is_all || within ccws_lls "-chparam N 4 -chparam MARKS 1" 9 5
cover ccws_lls "-chparam N 4"
small="-chparam N 4"
plant ccws_lls "$small" "1: a warp stays where it was" 'heap_d\[x\*WARP_W +: WARP_W\] = .*;' ''
plant ccws_lls "$small" "2: the place of a score that falls is not marked" 'disturbed\[m\] = fell\[m\] |' 'disturbed[m] ='
plant ccws_lls "$small" "2: nor those above one that is hit" 'rose = hit | enters' 'rose = enters'
plant ccws_lls "$small" "2: an exchange leaves no mark below" '= {fell\[x\], 1.b1}' "= {fell[x], 1'b0}"
plant ccws_lls "$small" "3: the copy has no marks" 'walk_mark_d = mark_q' "walk_mark_d = {PARENTS{1'b0}}"
plant ccws_lls "$small" "3: the smaller moves up" 'wire \[PARENTS-1:0\] walk_second = ' 'wire [PARENTS-1:0] walk_second = ~'
plant ccws_lls "$small" "4: who does not pass is still tied" 'tied & walk_set_d' 'tied'
plant ccws_lls "$small" "5: half a vector" 'if (ends) can_issue_d' 'if (pops) can_issue_d'
plant ccws_lls "$small" "6: a slot that is reused is empty" ' == 13.d0 || leaves\[p\])' " == 13'd0)"
plant ccws_lls "$small" "7: above the cutoff" 'next < cutoff ? next : cutoff' 'next'
plant ccws_lls "$small" "7: below base" 'next = score > {6.d0, base} ? score - 13.d1 : {6.d0, base}' "next = score - 13'd1"
plant ccws_lls "$small" "8: the first may not always" 'fits = walk_set_q == {N{1.b0}} || ' 'fits = '

prove kaws_progress "-chparam N 4 -chparam S 2 -chparam C 3 -chparam PROGRESS_W 4"
! tier_is_all || prove kaws_progress "-chparam N 4 -chparam S 4 -chparam C 5 -chparam PROGRESS_W 6"
cover kaws_progress "-chparam N 4 -chparam S 2 -chparam C 3 -chparam PROGRESS_W 4"
small="-chparam N 4 -chparam S 2 -chparam C 3 -chparam PROGRESS_W 4"
plant kaws_progress "$small" "1: later than the lower slots alone" '(entering | later_q' '(later_q'
plant kaws_progress "$small" "2: of as much the earlier first" "~own_later} < {own, 1'b1}" "own_later} < {own, 1'b1}"
plant kaws_progress "$small" "2: the lower of two that issues is not compared" 'moved | {C{issuing\[u\*C + i\]}} | issuing\[u\*C +: C\]' 'moved | {C{issuing[u*C + i]}}'
plant kaws_progress "$small" "2: an empty slot keeps its place" '({C{~resident_d\[i\]}}' "({C{1'b0}}"
plant kaws_progress "$small" "3: ranks in mode 0" 'mode_q & resident_q\[r\]' 'resident_q[r]'
plant kaws_progress "$small" "4: the ranks of lower slots too" '== k\[CTA_W-1:0\]' '>= k[CTA_W-1:0]'
plant kaws_progress "$small" "5: a kernel without CTAs" " \&\& ctas_i != 32'd0" ''
plant kaws_progress "$small" "5: the comparison beats the launch" '~kernel_launch_i & (mode_q | (' '(~kernel_launch_i \& mode_q | ('
plant kaws_progress "$small" "6: a counter wraps" '(sum\[PROGRESS_W-1:0\] | {PROGRESS_W{sum\[PROGRESS_W\]}})' 'sum[PROGRESS_W-1:0]'
plant kaws_progress "$small" "6: the last scheduler's instructions alone" 'more = more + (' 'more = ('
plant kaws_progress "$small" "6: an issue beats the launch" '{PROGRESS_W{~entering\[c\]}}' "{PROGRESS_W{~entering[c] | more != 4'd0}}"
plant kaws_progress "$small" "7: an exit beats the launch" '(resident_q & ~exit_i) | entering' '(resident_q | entering) \& ~exit_i'
plant kaws_progress "$small" "7: a launch is not the latest" '{C{~entering\[i\]}} & (entering | later_q\[i\*C +: C\])' 'later_q[i*C +: C] | entering'
plant kaws_progress "$small" "8: who does not issue moves" 'moved | {C{issuing\[u\*C + i\]}}' "{C{1'b1}}"

prove kaws_share "-chparam N 4 -chparam S 3"
! tier_is_all || prove kaws_share "-chparam N 8 -chparam S 4"
cover kaws_share "-chparam N 8 -chparam S 4"
small="-chparam N 4 -chparam S 3"
plant kaws_share "$small" "1: two schedulers for one warp" ' & ~others' ''
plant kaws_share "$small" "2: to one that issues its own" ' & ~issues_i\[x\]' ''
plant kaws_share "$small" "3: while a lower scheduler's is empty" 'if (y != x)' 'if (y > x)'
plant kaws_share "$small" "4: the scheduler's own warp" "elsewhere\[w % S\] = 1'b0" 'elsewhere[w % S] = elsewhere[w % S]'
plant kaws_share "$small" "4: a warp that is not ready" 'ready_i\[w\] & (unit' '(unit'
plant kaws_share "$small" "5: the oldest of each class" '{N{|(offered\[k\*S +: S\] & offered\[v\*S +: S\])}}' '{N{k == v}}'
plant kaws_share "$small" "5: the youngest" 'older\[i\*N +: N\]) == NO_WARP' '~older[i*N +: N] \& ~({{N-1{1'"'"'b0}}, 1'"'"'b1} << i)) == NO_WARP'
plant kaws_share "$small" "6: each of two is before the other" '= older_i' '= ~older_i'
plant kaws_share "$small" "7: a number without a loan" ' & {WARP_W{offered\[m\*S + to\]}}' ''

prove bucl_bypass "-chparam P 3"
! tier_is_all || prove bucl_bypass "-chparam P 24"
cover bucl_bypass "-chparam P 12"
small="-chparam P 3"
plant bucl_bypass "$small" "1: at the threshold too" 'load_acc_i > tucd_i' 'load_acc_i >= tucd_i'
plant bucl_bypass "$small" "1: loads that are not global" 'load_i & load_global_i' 'load_i'
plant bucl_bypass "$small" "2: without a fail" 'fail_i & fail_global_i' 'fail_global_i'
plant bucl_bypass "$small" "3: whatever the hit rate" 'fail_global_i & l1dhr_low_i' 'fail_global_i'
plant bucl_bypass "$small" "3: any sub-partition's room" '(fail_partition_i == p\[PARTITION_W-1:0\] & uib_low_i\[p\])' 'uib_low_i[p]'
plant bucl_bypass "$small" "4: into a full queue" ' & ~queue_full_i' ''
plant bucl_bypass "$small" "5: the last sub-partition never" 'p < P; p' 'p < P - 1; p'
plant bucl_bypass "$small" "6: not beside a load" 'fail_i & fail_global_i' 'fail_i \& fail_global_i \& ~load_i'

prove bucl_update "-chparam SMS 2 -chparam P 2"
! tier_is_all || prove bucl_update "-chparam SMS 3 -chparam P 3"
cover bucl_update "-chparam SMS 3 -chparam P 2"
small="-chparam SMS 2 -chparam P 2"
plant bucl_update "$small" "1: a period without an end" 'cycles_after >= cfg_period_i' 'cycles_after == cfg_period_i'
plant bucl_update "$small" "1: a ratio of no access" 'latches = period_ends & accessed' 'latches = period_ends'
plant bucl_update "$small" "2: below the least" 'limited = below > least ? below : least' 'limited = below'
plant bucl_update "$small" "2: a profile knows no limits" '? limited(\(.*\), cfg_tucd_min_i, cfg_tucd_max_i) : tucd_q' "? limited(\1, 6'd0, 6'd63) : tucd_q"
plant bucl_update "$small" "3: buffers are latched in every cycle" 'period_ends ? filled_after : uib_q' 'sampling ? filled_after : uib_q'
plant bucl_update "$small" "3: and with each access the hit rate" 'latches ? hits_after' 'access_i ? hits_after'
plant bucl_update "$small" "4: without the last cycle" 'latches ? hits_after' 'latches ? hits_q'
plant bucl_update "$small" "4: the sums go on" "filled_d = restart ?" 'filled_d = kernel_launch_i ?'
plant bucl_update "$small" "5: the hundredths are dropped" " + {21'd0, rest_after != 7'd0}" ''
plant bucl_update "$small" "5: no carry" " + {21'd0, carry}" ''
plant bucl_update "$small" "5: low at the threshold" '< uib_limit_q' '<= uib_limit_q'
plant bucl_update "$small" "6: up at the threshold" " & margin_after != 22'd0" ''
plant bucl_update "$small" "6: TUCD moves behind a profile" "latches & cfg_profile_i == 14'd0" 'latches'
plant bucl_update "$small" "7: the end of a period beats the launch" "kernel_launch_i ? 22'd1 : period_ends ? \(.*\) : uib_limit_q" "period_ends ? \1 : kernel_launch_i ? 22'd1 : uib_limit_q"
plant bucl_update "$small" "8: of equal ones the higher" 'most\[23\*(i + step) +: 23\] > most' 'most[23*(i + step) +: 23] >= most'
plant bucl_update "$small" "8: one cycle longer" 'profiled_after >= cfg_profile_i' 'profiled_after > cfg_profile_i'
plant bucl_update "$small" "9: each hit, also without an access" 'access_i & hit_i' 'hit_i'
plant bucl_update "$small" "9: a period of 0 cycles" "sampling = cfg_period_i != 14'd0" "sampling = 1'b1"

prove owl_groups "-chparam N 4 -chparam C 3"
! tier_is_all || prove owl_groups "-chparam N 4 -chparam C 5"
cover owl_groups "-chparam N 4 -chparam C 3"
small="-chparam N 4 -chparam C 3"
plant owl_groups "$small" "4: a blocked group" 'unfinished_i & ~blocked_i' 'unfinished_i'
plant owl_groups "$small" "1: no group moves up" '(lower\[f\*COUNT_W +: GROUP_W\] & {GROUP_W{slots' '(f[GROUP_W-1:0] \& {GROUP_W{slots'
plant owl_groups "$small" "1: the place stays at a group that is gone" 'place_left == groups_left ? {GROUP_W{1.b0}} : ' ''
plant owl_groups "$small" "2: each group of the first fill is rotated" "opens & filling & to_rotate_d != {GROUP_W{1'b0}}" 'opens \& filling'
plant owl_groups "$small" "3: the slot's bit alone" 'chosen_slots | (slots\[k\*C +: C\]' 'chosen_slots | (lowest(slots[k*C +: C])'
plant owl_groups "$small" "3: nobody when all are blocked" '|awake ? awake : below(groups_q)' 'awake'
plant owl_groups "$small" "4: groups of ended warps" ' & unfinished_i & ~blocked_i' ' \& ~blocked_i'
plant owl_groups "$small" "5: from the first in every scheme" '|(candidates & begin_with) ? lowest(candidates & begin_with) : ' ''
plant owl_groups "$small" "6: the place does not follow" 'cta_aware ? chosen\[f\] : place_q' 'place_q'
plant owl_groups "$small" "7: priorities in CTA-Aware" 'resident_q\[c\] & ~cta_aware' 'resident_q[c]'
plant owl_groups "$small" "7: later groups are rotated" '~rotates | widen(number) >= first ? number' '~rotates ? number'
plant owl_groups "$small" "8: the first fill is as long as before" 'first_left = first_left | (lower\[f\*COUNT_W +: COUNT_W\]' 'first_left = first_left | (f[COUNT_W-1:0]'
plant owl_groups "$small" "9: into the front group" "front + 1'b1 &" 'front \&'
plant owl_groups "$small" "9: more than n" 'total(youngest) < size_d' 'total(youngest) <= size_d'
plant owl_groups "$small" "9: in the slot of another, whose group stays" '{C{kernel_launch_i}} | exit_i | entering' '{C{kernel_launch_i}} | exit_i'
plant owl_groups "$small" "10: a warp too few" "warps\[m\*PRODUCT_W +: PRODUCT_W\] >= {{PRODUCT_W-7{1'b0}}, cfg_g_size_i}" "warps[m*PRODUCT_W +: PRODUCT_W] + 1'b1 >= {{PRODUCT_W-7{1'b0}}, cfg_g_size_i}"
plant owl_groups "$small" "10: the SM's number plus one" "left = {{32-CORE_W{1'b0}}, core};" "left = {{32-CORE_W{1'b0}}, core} + 32'd1;"

prove owl_prefetch "-chparam BANKS 2 -chparam LINES 2"
! tier_is_all || prove owl_prefetch "-chparam BANKS 4 -chparam LINES 32"
cover owl_prefetch "-chparam BANKS 4 -chparam LINES 32"
small="-chparam BANKS 3 -chparam LINES 5"
plant owl_prefetch "$small" "1: every number counts whole" 'waiting_i < MOST_WAITING ? waiting_i : MOST_WAITING' 'waiting_i'
plant owl_prefetch "$small" "2: a drop takes bits back" '| (sent_line & {LINES{sends\[n\] & opened_d\[n\]}})' '\& ~(sent_line \& {LINES{sends[n] \& opened_d[n] \& sent_kind_i[1]}})'
plant owl_prefetch "$small" "2: the vector of another opening" ' & {LINES{~opens\[n\]}})' ')'
plant owl_prefetch "$small" "3: while a demand to the row waits" ' & ~demand_open_i' ''
plant owl_prefetch "$small" "3: into a full path" ' & room_i' ''
plant owl_prefetch "$small" "4: the highest line first" 'left\[l\] ? number\[LINE_W\*l +: LINE_W\]' '~left[l + step] ? number[LINE_W*l +: LINE_W]'
plant owl_prefetch "$small" "5: held above C" 'lasts = below &' 'lasts ='
plant owl_prefetch "$small" "5: held without a demand" 'hold_o = offers & demand_other_i' 'hold_o = offers'
plant owl_prefetch "$small" "6: scheme 1 goes on too" ' & {BANKS{cfg_scheme_i}}' ''
plant owl_prefetch "$small" "6: and one line more" '+: 6\] < degree_o' '+: 6] <= degree_o'
plant owl_prefetch "$small" "7: at the average too" 'waiting_i < {1' 'waiting_i <= {1'
plant owl_prefetch "$small" "8: a dropped line counts" 'sent_kind_i == PREFETCH' 'sent_kind_i != 2'"'d0"
plant owl_prefetch "$small" "8: a closed row is sent to" 'sends\[n\] & opened_d\[n\]}})' 'sends[n]}})'
plant owl_prefetch "$small" "8: the counter turns over" 'prefetched != MOST_PREFETCHED' "1'b1"
plant owl_prefetch "$small" "9: without the last clock" 'sum_after\[16:10\] : average_q' 'sum_q[16:10] : average_q'
plant owl_prefetch "$small" "9: periods of 1,023" 'period_ends = &clocks_q' 'period_ends = \&clocks_q[9:1]'
[ "$failures" = 0 ]
