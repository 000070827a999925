#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# The unit tests of the golden models are shown to fail: each plant puts one bug into a copy of a model in one tuple, and
# the case that the plant names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_models
plant_model warp_order n2_s1_across1 test_every_configuration_against_birth_dates \
    "late exit used early" 's/out->resident = q->resident/out->resident = q->resident \& ~in->exit/'
plant_model warp_order n2_s1_across1 test_every_configuration_against_birth_dates \
    "launch before exit" 's/in->launch & ~staying/in->launch \& ~q->resident/'
plant_model warp_order n2_s1_across1 test_every_configuration_against_birth_dates \
    "idle forgets exits" 's/return !(in->exit & q->resident) \&\&/return/'
plant_model warp_order n2_s1_across1 test_every_configuration_against_birth_dates \
    "who enters goes before who stays" 's/q->older\[i\] & staying : MASK/(q->older[i] \& staying) | entering : MASK/'
plant_model warp_order n2_s1_across1 test_every_configuration_against_birth_dates \
    "who leaves keeps his place" 's/d->resident & older_bits(i) & (staying/older_bits(i) \& (staying/;s/q->older\[i\] & staying/q->older[i] \& ~entering/'
plant_model warp_order n8_s2_across0 test_every_configuration_against_birth_dates \
    "pairs of different schedulers" 's/d->resident & older_bits(i)/d->resident \& MASK(i)/'
plant_model warp_rank n2_s1_numbers7 test_every_configuration_against_birth_dates \
    "an empty slot is counted" 's/bool     holds = in->resident \& warp/bool     holds = true/'
plant_model warp_rank n3_s2_numbers7 test_every_configuration_against_birth_dates \
    "empty slots run" 's/in->waiting | (~in->resident & MASK(N))/in->waiting/'
plant_model warp_rank n2_s1_numbers7 test_every_configuration_against_birth_dates \
    "waiting warps first" 's/behind & warp ? older\[w\] | running : older\[w\] & running/older[w] | running/'
plant_model warp_rank n3_s2_numbers7 test_every_configuration_against_birth_dates \
    "higher slots are all younger" 's/|= UINT64_C(1) << i/|= 0/'
plant_model warp_rank n3_s2_numbers7 test_every_configuration_against_birth_dates \
    "one oldest for all" 's/!(ahead & own)/!ahead/'
plant_model warp_rank n8_s2_numbers1 test_every_configuration_against_birth_dates \
    "what nobody asked for" 's/NUMBERS & NUMBERS_RANK_RUN \&\& //'
plant_model warp_arbiter n4_s2 test_every_configuration_against_the_definitions \
    "the youngest" 's/rivals & ~row;/rivals \& row;/;s/if (rivals & row)/if (rivals \& ~row)/'
plant_model warp_arbiter n4_s2 test_every_configuration_against_the_definitions \
    "greedy whoever it was" 's/(allowed & q->last)/q->last/'
plant_model warp_arbiter n4_s2 test_every_configuration_against_the_definitions \
    "exit not seen" 's/~(in->launch | in->exit)/~in->launch/'
plant_model warp_arbiter n4_s2 test_every_configuration_against_the_definitions \
    "group one slot too long" \
    's/group_size(in), end = first + group_size(in)/group_size(in), end = first + group_size(in) + 1/'
plant_model warp_arbiter n4_s2 test_every_configuration_against_the_definitions "hold ignored" 's/ \&\& !in->hold//'
plant_model oaws_ocw n2_s1_sets3 test_every_configuration_against_a_ledger \
    "off by one at saturation" 's/if (cnt < CNT_MAX)/if (cnt < CNT_MAX - 1)/'
plant_model oaws_ocw n2_s1_sets3 test_every_configuration_against_a_ledger \
    "half rounded up" 's/cnt - cnt \/ 2/cnt \/ 2/'
plant_model oaws_ocw n2_s1_sets3 test_every_configuration_against_a_ledger \
    "access after done" 's/in->done \&\& d->div \&\& d->fcl/in->done \&\& d->div \&\& q->fcl/'
plant_model oaws_ocw n2_s1_sets3 test_every_configuration_against_a_ledger \
    "threshold" 's/COHERENT_LINES = 2/COHERENT_LINES = 3/'
plant_model oaws_ocw n2_s1_sets3 test_every_configuration_against_a_ledger \
    "set index wraps" 's/if (in->access_set < SETS)/if (1)/'
plant_model oaws_dlc entries2 test_every_configuration_against_a_ledger \
    "a free entry hits" 's/ \&\& q->inst\[e\] > aged//'
plant_model oaws_dlc entries2 test_every_configuration_against_a_ledger \
    "tie to the second" 's/return lowest_bit(least);/return lowest_bit(least \& (least - 1) ? least \& (least - 1) : least);/'
plant_model oaws_dlc entries2 test_clear_restarts_the_period \
    "period one cycle too long" 's/q->timer + 1 >= in->cfg_age_period;/q->timer >= in->cfg_age_period;/'
plant_model oaws_dlc entries8 test_overflowing_sets_keep_inst_at_one \
    "inst halved to 0" 's/q->inst\[e\] > 1 ? q->inst\[e\] \/ 2 : 1;/q->inst[e] \/ 2;/'
plant_model oaws_dlc entries2 test_every_configuration_against_a_ledger "sensitive at one and a half" 's/> 3u/>= 3u/'
plant_model oaws_dlc entries2 test_every_configuration_against_a_ledger \
    "fills see this cycle" 's/find(q, in->fill_pc.*) != 0/in->coalesce \&\& in->fill_pc[i] == in->coalesce_pc ? true : &/'
plant_model oaws_dlc entries2 test_every_configuration_against_a_ledger \
    "clear leaves the entries" 's/in->clear ? 0 : q->inst\[e\] \/ 2;/q->inst[e] >> now.aged;/'
plant_model oaws_dlc entries2 test_every_configuration_against_a_ledger \
    "the sets of the entry's last load stay" 's/now.evicted ? 0 : (uint16_t)/(uint16_t)/'
plant_model oaws_dlc entries2 test_counts_up_to_the_ageing \
    "one short before the ageing" 's/(uint32_t)counted;/(uint32_t)(counted - (counted == left));/'
plant_model oaws_dlc entries2 test_counts_up_to_the_ageing \
    "counts through the ageing" 's/left = in->cfg_age_period - 1 - q->timer,/left = in->cfg_age_period - q->timer,/'
plant_model oaws_dlc entries2 test_counts_up_to_the_ageing \
    "counts under clear" '/oaws_dlc_count/,/^}/s/in->clear . in->coalesce . in->done/in->coalesce | in->done/'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists "rounded down" 's/ + 99//'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "saturates at M" 's/misses > LAST_MSHR ? LAST_MSHR/misses > M ? M/'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "issue beats flush" 's/flushed = in->flush/flushed = in->flush \& ~in->issue/'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "first fill wins" 's/for (int f = 0; f < 2; f++)/for (int f = 1; f >= 0; f--)/'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "slot 1 stays" 's/d->pred\[2 \* w + 1\] = 0;//'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "not predicted again" 's/q->slot1_divergent & warp ? again : //'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "all loads are predicted again" \
    's/q->slot1_divergent & warp ?/q->pred[2 * w + 1] ?/; s/issuing & q->slot1_divergent ? \(.*\) : 0;/\1;/'
plant_model oaws_misspred n64_s4_m512 test_dynamic_is_half_rounded_up_and_the_rank "never above 63" \
    's/LAST_MSHR = M - 1/LAST_MSHR = (M - 1) % 64/'
plant_model oaws_misspred n3_s2_m5 test_every_configuration_against_lists "one rank of several" 's/rank |= in/rank = in/'
plant_model oaws_misspred n3_s2_m5 test_every_configuration_against_lists \
    "threads of another scheduler" 's/in->issue_active\[s\]/in->issue_active[0]/'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "an issue leaves slot 1 divergent" 's/        d->slot1_divergent \&= ~warp;//'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "a flush leaves slot 1 divergent" 's/d->slot1_divergent \&= ~flushed;//'
plant_model oaws_misspred n2_s1_m2 test_every_configuration_against_lists \
    "stores and coherent loads count as divergent" \
    's/(in->fill_load\[f\] \& in->fill_divergent\[f\])/(in->fill_load[f] | in->fill_divergent[f])/'
plant_model oaws_qualify n64_m512 test_512_mshrs "a count of 8 bits" 's/(uint16_t)(charged/(uint8_t)(charged/'
plant_model oaws_qualify n64_m512 test_512_mshrs "a charge of 4 bits" 's/charged += out->charge\[in->issue_warp\]/charged += out->charge[in->issue_warp] \& 15/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "what is left wraps" 's/avail > q->inflight ? avail - q->inflight : 0/avail - q->inflight/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "what just fits is held back" 's/> room/>= room/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "locality warps in static" 's/in->cfg_mode == OAWS_DYNAMIC || in->cfg_mode == OAWS_THROTTLE/in->cfg_mode < 4/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "the oldest are always kept" 's/known \&\& in->cfg_keep_oldest/known/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "the oldest are never kept" 's/known \&\& in->cfg_keep_oldest/false/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "the oldest are kept in static" 's/known \&\& in->cfg_keep_oldest/in->cfg_keep_oldest/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "only ready warps charge" 's/throttle | locality\[w\] ?/throttle | locality[w] | !(ready >> w \& 1) ?/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "more MSHRs than there are" 's/in->avail < M ? in->avail : M/in->avail/'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "second release lost" 's/ + in->release\[1\]//'
plant_model oaws_qualify n2_m2 test_every_configuration_against_the_equation \
    "throttling charges" 's/throttle | locality\[w\] ?/locality[w] ?/'
plant_model ccws_lls n8 test_every_configuration_against_sort_and_sum \
    "an exchange leaves no mark below; the invariant is blind" \
    's/events.fell |= bit(below);/;/; s/return ordered(/return true || ordered(/'
plant_model ccws_lls n8 test_every_configuration_against_sort_and_sum \
    "the smaller of the two below is exchanged; the invariant is blind" \
    's/lls\[first + 1\] > lls\[first\]/lls[first + 1] < lls[first]/; s/return ordered(/return true || ordered(/'
plant_model ccws_lls n8 test_every_configuration_against_sort_and_sum \
    "a warp stays where it was; the invariant is blind" \
    's/            d->heap\[p\] = q->heap\[below\];/            d->heap[p] = q->heap[p];/; s/return ordered(/return true || ordered(/;
     s/^            return false;$/            continue;/; s/^                return false;$/                continue;/'
plant_model ccws_lls n8 test_ties_go_to_the_older "the oldest does not pass" \
    's/set & MASK(w) & ~q->walk_older\[w\]/set \& q->walk_older[w]/; s/none_younger &= ~q->walk_older\[w\]/none_younger \&= q->walk_older[w] | ~MASK(w)/'
plant_model ccws_lls n8 test_every_configuration_against_sort_and_sum "a cycle between two walks" \
    's/begins = q->stale \&\& (!q->walking || ends);/begins = q->stale \&\& !q->walking;/'
plant_model ccws_lls n8 test_worked_example_e6 "what just fits does not" \
    's/q->walk_sum + top <= q->walk_cutoff/q->walk_sum + top < q->walk_cutoff/'
plant_model ccws_lls n8 test_walks_begin_only_for_a_change "a slot that is reused is no change" \
    's/            events.changed = true;.*//'
plant_model ccws_lls n8 test_scores "a warp that stays is launched" 's/if (starts \&\& !(holds \&\& !exits))/if (starts)/'
plant_model ccws_lls n8 test_every_configuration_keeps_scores_by_the_rule "the later hit counts" \
    's/if (applied < decayed(hit_lls, .*/if (false)/'
plant_model ccws_lls n8 test_every_configuration_keeps_scores_by_the_rule "above the cutoff" \
    's/next < cutoff ? next : cutoff/next/'
plant_model ccws_lls n8 test_every_configuration_against_sort_and_sum "half a vector" 's/^    if (ends)$/    if (q->walking)/'
plant_model ccws_lls n8 test_reused_slots_change_nothing_in_the_walk "the ages are not copied" \
    's/^        d->walk_older\[p\] = .*//'
plant_model ccws_lls n8 test_ties_go_to_the_older "a walk ends before the last of a score" \
    's/(!fits \&\& next != top)/!fits/'
plant_model ccws_lls n8 test_the_first_always_may "the first may not" 's/q->walk_set == 0 || //'
plant_model ccws_lls n8 test_marks_of_every_heap_of_8_are_gone "one exchange a cycle" 's/takes |= bit(p);/takes = bit(p);/'
plant_model ccws_lls n8 test_every_configuration_against_sort_and_sum "idle while a walk goes on" \
    's/!(q->walking | q->stale | in->apply)/!(q->stale | in->apply)/'
plant_model kaws_progress n4_s2_c3_progress_w4 test_every_configuration_against_a_sort \
    "of as much progress the earlier first" 's/!before(q->later, j, i)/before(q->later, j, i)/'
plant_model kaws_progress n4_s2_c3_progress_w4 test_every_configuration_against_a_sort \
    "most progress first" 's/) < ((uint64_t)/) > ((uint64_t)/'
plant_model kaws_progress n64_s4_c32_progress_w32 test_saturation \
    "a counter wraps" 's/sum > MASK(PROGRESS_W) ? MASK(PROGRESS_W) : sum/sum \& MASK(PROGRESS_W)/'
plant_model kaws_progress n4_s2_c3_progress_w4 test_every_configuration_against_a_sort \
    "an issue beats the launch" 's/if (entering)$/if (entering \& ~issuing)/'
plant_model kaws_progress n4_s2_c3_progress_w4 test_every_configuration_against_a_sort \
    "launch before exit" 's/(q->resident & ~in->exit & (uint32_t)MASK(C)) | entering/(q->resident | entering) \& ~in->exit/'
plant_model kaws_progress n8_s4_c5_progress_w8 test_e8_mode_rises_after_the_last_cta \
    "one CTA early" 's/in->ctas_issued == in->ctas/in->ctas_issued + 1 >= in->ctas/'
plant_model kaws_progress n8_s4_c5_progress_w8 test_several_instructions_of_one_cta \
    "one instruction a scheduler" 's/\] += in->issued\[s\];/] += in->issued[s] != 0;/'
plant_model kaws_progress n8_s4_c5_progress_w8 test_class_of_each_warp \
    "a warp of no slot has the class of the first" 's/: 0;$/: out->rank[0];/'
plant_model kaws_share n64_s4 test_every_state_against_the_rule \
    "while another scheduler's register is empty" 's/return (open & (open - 1)) == 0 ? open/return 1 ? open \& (~open + 1)/'
plant_model kaws_share n64_s4 test_every_state_against_the_rule \
    "to a scheduler that issues its own" 's/open & ~(unsigned)in->issues : 0/open : 0/'
plant_model kaws_share n64_s4 test_every_state_against_the_rule "its own warps" 's/ & ~(1u << w % S)//'
plant_model kaws_share n8_s4 test_oldest_of_all_classes_offered \
    "each class its own" 's/rivals |= candidates\[v\];/rivals |= 0;/'
plant_model kaws_share n8_s4 test_e7_figure_3 \
    "the youngest" 's/if (rivals & row)/if (rivals \& ~row)/; s/rivals & ~row;/rivals \& row;/'
plant_model kaws_share n3_s2 test_every_configuration_against_the_rule \
    "the fourth class is MEM" 's/unit = in->unit\[w\];/unit = in->unit[w] == 3 ? KAWS_MEM : in->unit[w];/'
plant_model ccws_vta n2_ways2 test_every_configuration_against_lists \
    "a tag that is there is inserted once more" 's/held ? held : freed/freed/'
plant_model ccws_vta n8_ways8 test_hit_frees_the_entry "a free way hits" 's/return ways & q->valid\[set\]/return ways/'
plant_model ccws_vta n8_ways8 test_the_least_recently_inserted_gives_way \
    "the newest gives way" 's/is_newer(newer, other, k))/is_newer(newer, k, other))/'
plant_model ccws_vta n2_ways2 test_probe_then_insert_then_launch \
    "the freed way is not taken" 's/inserted == probed ? freed : 0/0/'
plant_model ccws_vta n2_ways2 test_probe_then_insert_then_launch \
    "no launch where something is inserted" 's/w < N; w++)$/w < N \&\& !in->insert; w++)/'
plant_model ccws_vta n8_ways8 test_launch_clears_its_section_alone \
    "a launch empties one of the two sets" 's/d->valid\[2 \* w\] = d->valid\[2 \* w + 1\] = 0/d->valid[2 * w] = 0/'
plant_model ccws_vta n3_ways4 test_each_warp_has_a_section_of_its_own "two warps share a section" 's/2 \* warp + (line/2 * (warp \& ~1u) + (line/'
plant_model ccws_llds n32_bits32 test_division_at_every_boundary \
    "what just fits does not" 's/partial >= q->divisor/partial > q->divisor/'
plant_model ccws_llds n32_bits32 test_division_at_every_boundary "not limited" 's/d->dividend > q->limit ? q->limit : //'
plant_model ccws_llds n32_bits32 test_division_of_random_operands "K above 8" 's/in->cfg_k & 8)/in->cfg_k == 8)/'
plant_model ccws_llds n8_bits32 test_totals_are_halved_together \
    "one total is halved" 's/overflows ? q->hits >> 1/q->hits == MASK(BITS) ? q->hits >> 1/'
plant_model ccws_llds n8_bits32 test_score_of_a_warp_that_is_gone_is_dropped \
    "a launch is not seen" 's/(in->launch | in->exit)/in->exit/'
plant_model ccws_llds n8_bits32 test_next_division_begins_as_one_ends \
    "busy in the cycle of its result" 's/return q->cycles > 1;/return q->cycles > 0;/'
plant_model ccws_llds n8_bits32 test_kernel_launch_beats_everything \
    "a kernel launch leaves the division" 's/d->cycles = d->live = 0;/d->live = 0;/'
plant_model bucl_bypass p12 test_every_degree_against_every_threshold \
    "at the threshold too" 's/in->load_acc > in->tucd/in->load_acc >= in->tucd/'
plant_model bucl_bypass p3 test_every_set_of_conditions_in_every_configuration \
    "a sub-partition that does not exist" 's/in->fail_partition < P \&\& (in->uib_low >> in->fail_partition \& 1)/in->uib_low >> in->fail_partition % P \& 1/'
plant_model bucl_bypass p12 test_every_set_of_conditions_in_every_configuration "a full queue" 's/ \&\& !in->queue_full//'
plant_model bucl_update sms15_p12 test_e13_tucd_follows_the_hit_rate "up at the threshold" 's/ \&\& sums->margin != 0//'
plant_model bucl_update sms2_p2 test_ratios_on_every_threshold \
    "a carry of hundredths is lost" 's/places(in) + (rest >= 100)/places(in)/'
plant_model bucl_update sms2_p2 test_ratios_on_every_threshold "low at the threshold" 's/d->limit + (d->rest != 0)/d->limit + 1/'
plant_model bucl_update sms2_p2 test_a_period_without_an_access \
    "no access is a hit rate of 0" 's/if (sums->accesses == 0)/if (0)/'
plant_model bucl_update sms2_p2 test_first_period_has_ratios_of_0 \
    "a threshold of 0" 's/ \&\& in->cfg_uib != 0//'
plant_model bucl_update sms2_p2 test_kernel_launch_drops_its_cycle \
    "the launch's cycle counts" 's/^    clear_sums(d);/    if (0) clear_sums(d);/'
plant_model bucl_update sms2_p2 test_limits_in_any_order \
    "the upper limit decides" 's/most > in->cfg_tucd_min ? most : in->cfg_tucd_min/tucd > in->cfg_tucd_min ? most : most < in->cfg_tucd_min ? most : in->cfg_tucd_min/'
plant_model bucl_update sms30_p6 test_every_arm_wins_and_ties_go_to_the_lowest \
    "of equal ones the higher" 's/if (most\[sm + step\] > most\[sm\])/if (most[sm + step] >= most[sm])/'
plant_model bucl_update sms15_p12 test_the_winner_stays_and_sampling_goes_on \
    "TUCD moves behind a profile" 's/if (in->cfg_profile == 0)/if (1)/'
plant_model bucl_update sms2_p2 test_every_configuration_against_fractions \
    "the hit rate of the period before" 's/d->l1dhr_hits = d->hits;/d->l1dhr_hits = d->l1dhr_accesses;/'
plant_model owl_groups n64_c32 test_e9 "the last group has n and the remainder a group" 's/ \&\& d->to_come >= d->size;/;/'
plant_model owl_groups n64_c32 test_e9 "a warp too few is enough" 's/m \* in->warps_per_cta < in->cfg_g_size/m * in->warps_per_cta + 1 < in->cfg_g_size/'
plant_model owl_groups n64_c32_core_w7 test_e9 "64 SMs at most" 's/remainder = in->cfg_core;/remainder = in->cfg_core % 64;/'
plant_model owl_groups n64_c32 test_e9 "the next core's rotation" 's/remainder = in->cfg_core;/remainder = in->cfg_core + 1u;/'
plant_model owl_groups n4_c3 test_every_configuration_against_a_queue "launch before exit" \
    's/leaving |= UINT32_C(1) << in->launch_cta;/leaving \&= ~(UINT32_C(1) << in->launch_cta);/'
plant_model owl_groups n8_c8 test_choice "Locality keeps its group" \
    's/if (in->cfg_scheme == OWL_CTA_AWARE)$/if (in->cfg_scheme <= OWL_LOCALITY)/; s/in->cfg_scheme == OWL_CTA_AWARE \&\& q->groups/in->cfg_scheme <= OWL_LOCALITY \&\& q->groups/'
plant_model owl_groups n64_c32 test_algorithm_1_up_to_16 "the order of the first fill is known at its end" \
    's/if (scheme < OWL_BLP || number >= q->first)/if (scheme < OWL_BLP || number >= q->first || q->to_come)/'
plant_model owl_groups n64_c32 test_algorithm_1_up_to_16 "n above the CTAs that come" 's/ \&\& m < n_cta//'
plant_model owl_groups n8_c8 test_choice "the switch shows a cycle later" \
    's/candidates = awake ? awake : /candidates = awake \& ~begin ? 0 : awake ? awake : /; s/return (uint32_t)lowest_bit(candidates \& begin/if (!candidates) return UINT32_C(1) << q->place; &/'
plant_model owl_groups n8_c8 test_all_blocked "nobody is allowed" 's/candidates = awake ? awake : (uint32_t)MASK(q->groups);/candidates = q->groups > 1 ? awake : (uint32_t)MASK(q->groups);/'
plant_model owl_groups n8_c5 test_warps_without_a_say "warps that have ended" 's/in->unfinished & ~in->blocked/~in->blocked/'
plant_model owl_groups n8_c8 test_place_of_a_group_that_is_gone "the place goes to the front" 's/count_ones(stays \& MASK(place))/0/'
plant_model owl_groups n8_c8 test_place_of_a_group_that_is_gone "behind the last there is nothing" \
    's/    if (d->place == d->groups)/    if (d->place == d->groups \&\& !d->place)/'
plant_model owl_groups n8_c8 test_later_ctas "into the front group" 's/return d->groups > front + 1 \&\& /return d->groups \&\& /'
plant_model owl_groups n8_c8 test_later_ctas "one more than n" 's/members < d->size;/members <= d->size;/'
plant_model owl_groups n8_c8 test_later_ctas_in_blp "the front is the lowest number" 's/front = scheme >= OWL_BLP \&\& d->rotated < d->first ? d->rotated : 0;/front = 0;/'
plant_model owl_groups n8_c8 test_later_ctas_in_blp "later groups are rotated too" 's/number + q->first - q->rotated/number + q->groups - q->rotated/'
plant_model owl_groups n8_c8 test_exits_within_the_first_fill "CTAs that are gone are made up for" \
    's/    d->open = q->open \&\& .*/&\n    if (!d->open)\n        d->joined = 0;/'
plant_model owl_groups n8_c8 test_exits_within_the_first_fill "a group that is gone is not opened anew" 's/opens = begins || !d->open;/opens = begins || !d->groups;/'
plant_model owl_groups n8_c8 test_order_within_a_cycle "a kernel's launch keeps the slots" 's/in->kernel_launch ? (uint32_t)MASK(C) : in->exit/in->exit/'
plant_model owl_groups n8_c8 test_sizes "n of no CTA" 's/n_cta = in->n_cta < C ? in->n_cta : (unsigned)C, n = 1/n_cta = in->n_cta < C ? in->n_cta : (unsigned)C, n = n_cta != 0/'
plant_model owl_prefetch banks4_lines32 test_example_of_the_header "one line more than C" \
    's/q->prefetched\[b\] < out->degree/q->prefetched[b] <= out->degree/'
plant_model owl_prefetch banks4_lines32 test_drops_and_clocks_without_room \
    "dropped lines count" 's/if (in->sent_kind == PREFETCH \&\& /if (in->sent_kind != DEMAND \&\& /'
plant_model owl_prefetch banks4_lines32 test_drops_and_clocks_without_room "held without room" \
    's/out->hold = offers/out->hold = (offers | ~in->room)/'
plant_model owl_prefetch banks4_lines32 test_c_follows_the_average_in_every_clock \
    "higher at the average" 's/in->waiting < q->average/in->waiting <= q->average/'
plant_model owl_prefetch banks2_lines2 test_ends_of_average_and_counters "the counter turns over" \
    's/ \&\& d->prefetched\[b\] < MOST_PREFETCHED/ \&\& (d->prefetched[b] < MOST_PREFETCHED || (d->prefetched[b] = 0))/'
plant_model owl_prefetch banks2_lines2 test_ends_of_average_and_counters "the period lacks a clock" \
    's/q->clocks == MASK(CLOCKS_W);/q->clocks == MASK(CLOCKS_W) - 1;/'
plant_model owl_prefetch banks2_lines2 test_counting_is_stepping "a steady sum of the clocks before" \
    's/waiting \* d->clocks :/waiting * q->clocks :/'
plant_model owl_prefetch banks8_lines16 test_streams_of_demands "scheme 1 goes on" \
    's/in->cfg_scheme ? below : 0/below/'
plant_model owl_prefetch banks8_lines16 test_streams_of_demands "the last line first" \
    's/first ? (uint8_t)bit_number(first) : 0/first ? LINES - 1 : 0/'
plant_model owl_prefetch banks4_lines32 test_scheme_2_with_c_0_is_scheme_1 "at least one line" \
    's/q->prefetched\[b\] < out->degree/q->prefetched[b] < out->degree + !out->degree/'
plant_model owl_prefetch banks3_lines5 test_every_configuration_against_sets "a line that is not there" \
    's/in->sent_line < LINES \&\& //'
plant_model owl_prefetch banks3_lines5 test_every_configuration_against_sets "a bank that is not there" \
    's/event \&\& bank < BANKS/event/;s/UINT64_C(1) << bank :/UINT64_C(1) << bank % BANKS :/'
plants_end
