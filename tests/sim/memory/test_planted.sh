#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the LD/ST unit's and caches' sources; the case of a unit test that the plant names
# notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_ldst
plant sim/memory/cache_geometry.c sim/memory/test_cache set_index \
    '' 's/address_bit(address, 17)/address_bit(address, 16)/'
plant sim/memory/cache_geometry.c sim/memory/test_cache set_index \
    '' 's/fermi_hash(address, linear) & mask/fermi_hash(address, linear)/;s/& mask;$/\& mask \& 31;/'
plant sim/memory/cache_geometry.c sim/memory/test_cache ipoly_set_index \
    'sets by IPOLY are those of the index' 's/geometry->index == INDEX_IPOLY/false/'
plant sim/memory/tag_array.c sim/memory/test_cache lru_order '' 's/\.used = time;$/.used = time \/ 1024;/'
plant sim/memory/tag_array.c sim/memory/test_cache lru_order '' 's/!entry->reserved && entry->used/entry->used/'
plant sim/memory/tag_array.c sim/memory/test_cache lru_order \
    'the first empty way is taken' 's/return behind > first ? behind - 1 : end;/for (behind = first; behind < end \&\& lines[behind] != NO_LINE; behind++) ; return behind;/'
plant sim/memory/tag_array.c sim/memory/test_cache random_lookups_in_sets_of_many_ways \
    'a chain is searched up to its first way' 's/while (way != NO_WAY \&\& tags->lines\[way\] != line)/if (way != NO_WAY \&\& tags->lines[way] != line)/'
plant sim/memory/tag_array.c sim/memory/test_cache random_lookups_in_sets_of_many_ways \
    'chains end with the way that is taken out' 's/^    \*at = tags->next\[way\];/    *at = NO_WAY;/'
plant sim/memory/tag_array.c sim/memory/test_cache random_lookups_in_sets_of_many_ways \
    'of sixteen lines side by side the first is not looked at' 's/unsigned i = 0; i < SIDE_BY_SIDE/unsigned i = 1; i < SIDE_BY_SIDE/'
plant sim/memory/tag_array.c sim/memory/test_cache sector_states '' 's/!(sectors & ~entry->readable)/true/'
plant sim/memory/tag_array.c sim/memory/test_cache lru_order '' 's/entry->readable |= sectors;/;/'
plant sim/memory/mshr.c sim/memory/test_cache mshr_merging '' 's/\.count < table->merges/.count <= table->merges/'
plant sim/memory/mshr.c sim/memory/test_cache mshr_merging '' 's/first + 1u == table->merges/first == table->merges/'
plant sim/memory/mshr.c sim/memory/test_cache mshr_merging '' 's/entry->atomic |= atomic/entry->atomic = false/'
plant sim/memory/mshr.c sim/memory/test_cache mshr_merging '' 's/table->free_entries++;/;/'
plant sim/memory/read_only_cache.c sim/memory/test_cache read_only_misses_merge_and_fill \
    '' 's/if (!mshr_has(cache->mshrs, line))/if (true)/'
plant sim/memory/read_only_cache.c sim/memory/test_cache read_only_misses_merge_and_fill \
    '' 's/queue_count >= cache->config.miss_queue/queue_count > cache->config.miss_queue/'
plant sim/memory/l1d.c sim/memory/test_l1d fail_miss_queue \
    '' 's/queue_count + 1 >= cache->miss_queue/queue_count >= cache->miss_queue/'
plant sim/memory/l1d_store.c sim/memory/test_l1d fail_miss_queue \
    '' 's/    if (cache->queue_count >= cache->miss_queue)/    if (cache->queue_count > cache->miss_queue)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d write_evict \
    '' 's/    tag_array_invalidate(cache->tags, way);/    tag_array_fill(cache->tags, way, 1);/'
plant sim/memory/l1d.c sim/memory/test_l1d_random random_streams_agree_with_lists \
    '' 's/if (found == LOOKUP_PENDING)/if (false)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d write_through '' 's/hit && policy == WRITE_THROUGH/false/'
plant sim/memory/l1d.c sim/memory/test_l1d write_back '' 's/victim->valid && victim->dirty_sectors/victim->valid/'
plant sim/memory/l1d.c sim/memory/test_l1d fail_merge \
    '' 's/return merge ? L1D_FAIL_MERGE : L1D_FAIL_MSHR/return merge ? L1D_FAIL_MSHR : L1D_FAIL_MERGE/'
plant sim/memory/l1d.c sim/memory/test_l1d invalidated_with_a_line_on_its_way \
    '' 's/tag_array_reserved(cache->tags, way) && tag_array_line(cache->tags, way) == line/true/'
plant sim/memory/l1d.c sim/memory/test_l1d write_evict '' 's/request_is_write(head) ? head->bytes : 0/0/'
plant sim/memory/l1d_store.c sim/memory/test_l1d local_stores_write_back \
    '' \
    's/kind == REQUEST_LOCAL_WRITE ? (uint32_t)WRITE_BACK : cache->global_write/kind == REQUEST_LOCAL_WRITE ? (uint32_t)WRITE_EVICT : cache->global_write/'
plant sim/memory/l1d_store.c sim/memory/test_l1d write_back_allocates '' 's/way, FETCH_OF_STORE/way, OPENED_BY_LOAD/'
plant sim/memory/l1d_store.c sim/core/test_write_back a_store_that_misses_fetches_its_line 'a store that misses allocates nothing' \
    's/!hit \&\& cache->global_write == WRITE_BACK/false/'
plant sim/memory/l1d_store.c sim/memory/test_l1d write_back_reservation_fails '' 's/queue_count + 2 >=/queue_count + 1 >=/'
plant sim/memory/l1d_store.c sim/memory/test_l1d write_back_reservation_fails '' 's/L1D_FAIL_LINE/L1D_FAIL_MSHR/'
plant sim/memory/l1d_store.c sim/memory/test_l1d write_back_reservation_fails '' 's/L1D_FAIL_MSHR/L1D_FAIL_LINE/'
plant sim/memory/l1d_store.c sim/memory/test_l1d write_back_reservation_fails \
    'a store to a line on its way fetches it again' 's/!mshr_has(cache->mshrs, .*/true)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d flush_sends_every_dirty_line '' 's/if (cause == EVICT_FLUSH)/if (false)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d flush_sends_every_dirty_line \
    'a flush needs no room' 's/    if (cache->queue_count >= cache->miss_queue)$/    if (false)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d flush_sends_every_dirty_line \
    'a flush leaves one line behind' 's/while (cache->flush_way < tag_array_ways(cache->tags)/while (cache->flush_way + 1 < tag_array_ways(cache->tags)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d flush_sends_every_dirty_line \
    'a flush under every mode' 's/cache->global_write != WRITE_BACK/false/'
plant sim/core/gpu.c sim/core/test_write_back dirty_lines_reach_the_l2 \
    'a kernel ends without a flush' 's/g->dispatcher.total \&\& !flushing(g)/g->dispatcher.total/'
plant sim/core/gpu.c sim/core/test_write_back dirty_lines_reach_the_l2 \
    'a kernel ends when the last line has left the L1D' 's/return busy || .*/return busy;/'
plant sim/memory/mshr.c sim/memory/test_l1d miss_fill_hit '' 's/\.first\] == item/.first] != 0/'
plant sim/memory/coalescer.c sim/core/test_route an_access_lies_in_one_line "a segment is longer than a line" \
    "s/return segment < line_bytes ? segment : line_bytes;/return segment;/"
plant sim/memory/coalescer.c sim/memory/test_coalescer misaligned_warp_takes_two '' 's/if (lower && upper)/if (lower)/'
plant sim/memory/coalescer.c sim/memory/test_coalescer segments_follow_the_width \
    '' 's/width == 2 ? 64/width == 2 ? 128/'
plant sim/memory/coalescer.c sim/memory/test_coalescer atomics_part_where_lanes_meet \
    '' 's/if (!marks_any(&all->entry\[place\], first, bytes))/if (true)/'
plant sim/memory/coalescer.c sim/memory/test_coalescer atomics_part_where_lanes_meet \
    '' 's/segment >= segment)/segment > segment)/'
plant sim/memory/coalescer.c sim/memory/test_coalescer misaligned_warp_takes_two \
    '' 's/bytes == UINT32_MAX/bytes > UINT32_MAX \/ 2/'
plant sim/memory/shared_banks.c sim/memory/test_coalescer bank_conflicts '' 's/word\[bank\]\[known\] != wanted/1/'
plant sim/memory/shared_banks.c sim/memory/test_coalescer bank_conflicts '' 's/wanted % banks/wanted % 32/'
plant sim/memory/shared_banks.c sim/memory/test_coalescer half_warps_take_the_banks_in_turn \
    'the whole warp at once' 's/part < geometry->parts/part < 1/'
plant sim/memory/shared_banks.c sim/memory/test_coalescer half_warps_take_the_banks_in_turn \
    'no word is shared' 's/saved = same - 1/saved = 0/'
plant sim/memory/shared_banks.c sim/memory/test_coalescer random_shared_words_agree_with_a_reference \
    'the first shared word in lane order' 's/(bank < shared_bank .*))) {/shared_bank == banks) {/'
plant sim/memory/coalescer.c sim/core/test_route half_warps_are_coalesced_by_themselves \
    'a line of both halves counts twice' 's/ \&\& !among(.*)//'
plant sim/core/route.c sim/core/test_route half_warps_are_coalesced_by_themselves \
    'the second half behind the first, in its place' 's/, out + count)/, out)/'
plant sim/core/ldst.c sim/core/test_ldst stepping_at_events_only_changes_nothing \
    '' 's/cycle - unit->last_cycle - 1;$/cycle - unit->last_cycle;/'
plant sim/core/ldst.c sim/core/test_ldst_found without_room_in_the_miss_queue \
    'a fail in front of the MSHRs is a miss' 's/case L1D_FAIL_MISS_QUEUE: return .*/case L1D_FAIL_MISS_QUEUE: return FOUND_NOWHERE;/'
plant sim/core/ldst.c sim/core/test_ldst_found of_what_is_served \
    'a full entry is no entry' 's/    case L1D_FAIL_MERGE:      return/    return/'
plant sim/core/ldst.c sim/core/test_ldst reservation_fail_blocks_the_queue \
    '' 's/tried, !again \&\& !blocked, cycle)/tried, true, cycle)/'
plant sim/core/ldst.c sim/core/test_ldst store_that_stays_is_acknowledged_at_once \
    '' 's/    if (!done->load \&\& status == L1D_HIT)/    if (false)/'
plant sim/core/ldst.c sim/core/test_ldst reservation_fail_blocks_the_queue \
    '' 's/ \&\& would_still_fail(unit, tried);/;/'
plant sim/core/ldst.c sim/core/test_ldst stepping_at_events_only_changes_nothing \
    '' 's/unit->shared\[unit->shared_head\].ready < next/false/'
plant sim/core/ldst.c sim/core/test_ldst_evictions a_fill_and_a_store_evict_in_one_cycle \
    'the second eviction of a cycle takes the place of the first' \
    's/^    tell_event(unit->events, l1d_evict, /    unit->events->l1d_evict_count = 0;&/'
plant sim/memory/l1d_store.c sim/core/test_ldst_evictions a_fill_and_a_store_evict_in_one_cycle '' 's/(uint8_t)cause/EVICT_REPLACED/'
plant sim/memory/l1d.c sim/core/test_ldst_evictions a_fill_and_a_store_evict_in_one_cycle \
    '' 's/.owner = victim.owner, .cause = EVICT_REPLACED/.owner = warp, .cause = EVICT_REPLACED/'
plant sim/core/ldst_loads.c sim/core/test_ldst write_back_turns \
    '' 's/first_client = (client + 1)/first_client = (client + 0)/'
plant sim/core/ldst_loads.c sim/core/test_ldst miss_comes_back_through_the_write_back_register \
    '' 's/!insn || !sm_write_register(unit->sm, insn)/!insn/'
plant sim/core/ldst_loads.c sim/core/test_ldst shared_memory_conflicts_and_latency \
    '' 's/unit->shared\[unit->shared_head\].ready <= cycle/true/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst hit_takes_the_latency \
    '' 's/cycle + unit->machine->l1d.latency/cycle + unit->machine->l1d.latency - 1/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst latency_queue_shifts_as_an_array \
    '' 's/unit->bank\[b\].count == unit->queue_places/unit->bank[b].count + 1 == unit->queue_places/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst accesses_go_from_the_highest_address \
    '' 's/!route_is_load(unit->route, insn->step.insn)/true/'
plant sim/frontend/local_memory.c sim/frontend/test_steps test_addresses \
    '' 's/l->warps_per_cta \* WARP_LANES \* 4;/l->warps_per_cta * 4;/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_past_l1d atomics_pass_the_l1d_by \
    '' 's/== MEMORY_LOAD ? 0 : access.bytes/!= MEMORY_NONE ? 0 : access.bytes/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_past_l1d cg_loads_go_to_the_l2_by_sectors \
    '' 's/== MEMORY_LOAD ? 0 : access.bytes/== MEMORY_NONE ? 0 : access.bytes/'
plant sim/core/route.c sim/core/test_ldst_past_l1d cg_loads_go_to_the_l2_by_sectors \
    '' 's/case ROUTE_L2:    return .*/case ROUTE_L2: return machine->l1d.line_bytes;/'
plant sim/core/route.c sim/core/test_ldst_past_l1d without_sectors_lines_are_asked_for \
    '' 's/coalesce_atomic(\(.*\), segment, out)/coalesce_atomic(\1, 32, out)/'
plant sim/core/route.c sim/core/test_ldst_past_l1d without_sectors_lines_are_asked_for \
    '' 's/L2_SEGMENT_MIN ? L2_SEGMENT_MIN : machine->l2.sector_bytes/999 ? L2_SEGMENT_MIN : 0/'
plant sim/core/route.c sim/core/test_route every_kind_and_space '' 's/    case SPACE_GENERIC: //'
plant sim/core/route.c sim/core/test_route every_kind_and_space \
    '' 's/step->memory_lanes ? route_to(step->insn, step->space, global) : ROUTE_NONE/route_to(step->insn, step->space, global)/'
plant sim/core/route.c sim/core/test_route a_generic_address_resolves '' 's/route_to(step->insn, step->space, global)/route_of_insn(step->insn, global)/'
plant sim/core/route.c sim/core/test_route each_way_has_its_accesses '' 's/? CONST_BASE : PARAM_BASE/? PARAM_BASE : PARAM_BASE/'
plant sim/core/route.c sim/core/test_route each_way_has_its_accesses \
    '' 's/if (step->space == SPACE_LOCAL)/if (false)/'
plant sim/workload/job_functional.c sim/core/test_cache_operators test_functional_counts_the_same_loads \
    '' 's/!route_is_load(route, step->insn)/step->insn->memory != MEMORY_LOAD/'
plant sim/core/route.c sim/core/test_ldst_past_l1d cg_loads_go_to_the_l2_by_sectors \
    '' 's/insn->memory == MEMORY_ATOMIC || insn->flags \& INSN_PAST_L1D/insn->memory == MEMORY_ATOMIC/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_past_l1d cg_stores_leave_the_l1d_as_it_is \
    '' 's/request->warp = access->warp/request->warp = 0/'
plant sim/core/ldst_loads.c sim/core/test_ldst_past_l1d cg_loads_go_to_the_l2_by_sectors \
    "replies of loads past the L1D are lost" \
    's/unit->next_memory = reply;/unit->next_memory = reply->kind == REQUEST_GLOBAL_READ ? NULL : reply;/'
plant sim/core/ldst.c sim/core/test_ldst_count cached_means_a_hit_at_the_first_attempt \
    '' 's/missed |= !first_try || status != L1D_HIT/missed |= status == L1D_MISS/'
plant sim/core/ldst.c sim/core/test_ldst_count settling_counts_every_cycle_once \
    '' 's/    unit->last_cycle = cycle - 1;/    ;/'
plant sim/core/ldst.c sim/core/test_ldst_count settling_counts_every_cycle_once \
    '' 's/    ldst_count_time(unit, cycles);/    ;/'
plant sim/core/ldst_loads.c sim/core/test_ldst_count others_are_no_loads \
    '' 's/.to_l1d = unit->route == ROUTE_L1D/.to_l1d = true/'
plant sim/memory/l1d.c sim/core/test_ldst_count a_miss_and_a_hit \
    '' 's/geometry.mshrs - mshr_free_entries/geometry.mshrs + 1 - mshr_free_entries/'
plant sim/core/ldst_count.c sim/core/test_ldst_count loads_of_more_than_two_accesses_are_divergent \
    '' 's/slot->lines <= COHERENT_LINES/slot->lines <= 3/'
plant sim/core/ldst_count.c sim/core/test_ldst_count loads_of_more_than_two_accesses_are_divergent \
    '' 's/slot->lines <= COHERENT_LINES/slot->lines <= 1/'
plant sim/memory/coalescer.c sim/memory/test_coalescer lines_are_counted_once \
    '' 's/unsigned lines = count != 0/unsigned lines = 1/'
plant sim/memory/coalescer.c sim/memory/test_coalescer lines_are_counted_once \
    '' 's/!repeated \&\& //'
plant sim/core/ldst_count.c sim/core/test_ldst_count lines_make_a_load_divergent_not_accesses \
    '' 's/slot->lines <= COHERENT/slot->accesses <= COHERENT/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_count lines_make_a_load_divergent_not_accesses \
    '' 's/(uint16_t)coalesced_lines(.*)/(uint16_t)unit->accesses_left/'
plant sim/core/ldst.c sim/core/test_ldst_count lines_make_a_load_divergent_not_accesses \
    '' 's/.lines = slot->lines/.lines = slot->accesses/'
plant sim/core/ldst_count.c sim/core/test_ldst_count a_miss_and_a_hit \
    '' 's/slot->accepted + slot->turns + /slot->accepted + /'
plant sim/core/ldst_count.c sim/core/test_ldst_count a_miss_and_a_hit \
    '' 's/unit->due <= unit->last_cycle/unit->due < UINT64_MAX/'
plant sim/core/ldst_count.c sim/core/test_ldst_count loads_of_more_than_two_accesses_are_divergent \
    '' 's/loads_sets_touched += slot->sets/loads_sets_touched += slot->accesses/'
plant sim/core/ldst.c sim/core/test_ldst_count loads_of_more_than_two_accesses_are_divergent \
    '' 's/unit->loads_started += first;/;/'
plant sim/core/ldst.c sim/core/test_ldst_count loads_of_more_than_two_accesses_are_divergent \
    '' 's/    unit->set_touched_by\[set\] = unit->loads_started;/    ;/'
plant sim/core/ldst.c sim/core/test_ldst_count loads_of_more_than_two_accesses_are_divergent \
    '' 's/uint32_t set = l1d_set_of/uint8_t set = (uint8_t)l1d_set_of/'
plant sim/core/ldst_count.c sim/core/test_ldst_count occlusion_is_what_a_fail_delays \
    '' 's/if (l1d_free_mshrs(unit->l1d) == 0/if (l1d_free_mshrs(unit->l1d) <= 1/'
# --- re-execution queue
queue=sim/core/test_ldst_reexecute
once=every_load_is_answered_once_and_stepping_at_events_changes_nothing
plant sim/core/ldst.c $queue hits_pass_an_access_that_was_set_aside \
    "nothing is set aside" 's/ || unit->aside_count == unit->aside_places / || true /'
plant sim/core/ldst.c $queue without_places_nothing_is_set_aside \
    "one more than there is room for" 's/unit->aside_count == unit->aside_places/unit->aside_count > unit->aside_places/'
plant sim/core/ldst.c $queue a_full_queue_blocks_as_without_one \
    "a place that gets free is not taken" 's/if (!head->load || unit->aside/if (unit->blocked >> b \& 1 || !head->load || unit->aside/'
plant sim/core/ldst.c $queue a_store_waits_for_loads_of_its_line \
    "stores go before loads of their own line" 's/ \&\& !(unit->aside_count \&\& ldst_must_wait(unit, head))/ \&\& (true || ldst_must_wait(unit, head))/'
plant sim/core/ldst_reexecute.c $queue a_store_waits_for_loads_of_its_line \
    "stores wait for loads of any line" 's/ \&\& l1d_line_of(unit->l1d, before->address) == line)/ \&\& line != 1)/'
plant sim/core/ldst_reexecute.c $queue a_store_waits_for_loads_of_its_line \
    "stores wait for loads of any warp" 's/before->warp == access->access.warp \&\& //'
plant sim/core/ldst_reexecute.c $queue the_oldest_goes_first \
    "last in, first out" 's/\*waiting(unit, unit->aside_count++) = \*failed;/unit->aside_head = unit->aside_head ? unit->aside_head - 1 : unit->aside_places - 1, unit->aside_count++, *waiting(unit, 0) = *failed;/'
plant sim/core/ldst.c $queue hits_pass_an_access_that_was_set_aside \
    "tried again in every cycle" 's/again = unit->aside_count \&\& .*;/again = unit->aside_count;/'
plant sim/core/ldst.c $queue hits_pass_an_access_that_was_set_aside \
    "a retry is a first attempt" 's/tried, !again \&\& !blocked, cycle)/tried, !blocked, cycle)/'
plant sim/core/ldst.c $queue a_load_begins_once \
    "the first of a load is first again" 's/ \&\& !slot->set_aside \&\& slot->tried + first_try <= 1;/;/'
plant sim/core/ldst.c $queue $once "what waits in the queue is slept through" 's/unit->waits = unit->blocked || unit->aside_count || unit->asked.fail;/unit->waits = unit->blocked;/'
plant sim/core/ldst.c $queue $once "waiting is not counted in its sleep" 's/stalls_ldst_replay += cycles;/stalls_ldst_replay++;/'
plant sim/core/ldst_count.c $queue $once "the unit is idle while accesses wait in the queue" 's/unit->dispatch || unit->aside_count || unit->due/unit->dispatch || unit->due/'
plant sim/core/ldst_dispatch.c $queue $once "two stalls in one cycle" 's/\*counter += unit->stalled_at != unit->last_cycle;/(*counter)++;/'
# --- bypass path
bypass=sim/core/test_ldst_bypass
plant sim/core/ldst_bypass.c $bypass a_load_waits_for_a_store_to_its_line \
    "a load overtakes stores in front of the lookup" 's/!overtakes(unit, address, UINT32_MAX)/!overtakes(unit, address, 0)/'
plant sim/core/ldst_bypass.c $bypass room_alone_lets_no_access_overtake_a_store \
    "an access overtakes stores" 's/^        overtakes(unit, past.address, .*/        false)/'
plant sim/memory/l1d.c $bypass a_load_waits_for_a_store_to_its_line \
    "stores in the miss queue are not seen" 's/request_is_write(request) \&\& cache_line_of(\&cache->geometry, request->line) == line)/request_is_write(request) \&\& line == 1)/'
plant sim/core/ldst_bypass.c $bypass a_load_waits_for_a_store_to_its_line \
    "a load waits for stores to any line" 's/!before->load \&\& l1d_line_of.* == line)/!before->load)/'
plant sim/core/ldst_bypass.c $bypass bytes_are_those_of_the_access_or_of_the_line \
    "always the bytes of the access" 's/== BYPASS_LINE)/== BYPASS_LINE + 1)/'
plant sim/core/ldst_bypass.c $bypass bytes_are_those_of_the_access_or_of_the_line \
    "a line of which the first sector alone is asked for" 's/past.sector_mask = request_sectors(past.address, past.bytes);/;/'
plant sim/core/ldst.c $bypass it_is_asked_about_in_every_cycle_in_which_it_fails \
    "asked at lookups alone" 's/may_ask = unit->answers.access_passes \&\& head->load/may_ask = unit->answers.access_passes \&\& head->failed_at == unit->last_cycle \&\& head->load/'
plant sim/core/ldst.c $bypass it_is_asked_about_in_every_cycle_in_which_it_fails \
    "what is asked about is slept through" 's/if (unit->asked.load || unit->asked.fail ||/if (/'
plant sim/core/ldst.c $bypass it_is_asked_about_in_every_cycle_in_which_it_fails \
    "the next one is taken for a retry" '/ldst_access_passes(unit, head, cycle)/,/return;/s/unit->blocked \&= ~(1u << b);/;/'
plant sim/core/ldst.c $bypass one_goes_a_cycle_without_a_stall \
    "it has gone and stalls all the same" 's/^        ldst_count_fail(head->cell, bank->blocked_by, 1);/        ldst_count_blocked(unit, bank, 1);/'
plant sim/core/ldst_bypass.c $bypass it_is_asked_about_in_every_cycle_in_which_it_fails \
    "the load is not done at the L1D with its last access" 's/^    ldst_serviced_one(unit, .past, cycle);/    ;/'
plant sim/core/ldst_dispatch.c $bypass a_load_passes_whole_though_its_lines_are_there \
    "the answer is not taken" 's/unit->route = ROUTE_L2;/;/'
plant sim/core/ldst_bypass.c $bypass a_load_passes_whole_though_its_lines_are_there \
    "a load that passes is fully cached" 's/unit->slots\[unit->slot\].missed = true;/;/'
plant sim/core/ldst_bypass.c $bypass a_load_that_stays_goes_as_without_a_policy \
    "a load is asked about as long as nothing is slept" '/^void ldst_forget_asked/,/^}/s/unit->asked = .*;/;/'
plant sim/core/ldst_bypass.c $bypass a_load_that_stays_goes_as_without_a_policy \
    "local memory is global" 's/load_global = load->step.space != SPACE_LOCAL/load_global = load != NULL/'
plant sim/core/ldst.c $bypass stores_atomics_and_cg_are_not_asked_about "stores are asked about" 's/access_passes \&\& head->load \&\&/access_passes \&\&/'
plant sim/core/ldst_bypass.c $bypass $once "a store that waits in front of the lookup is overtaken" 's/i < bank->count; i++)/i < bank->count \/ 2; i++)/'
plant sim/memory/texture_cache.c sim/memory/test_texture_cache what_comes_back_keeps_its_order \
    "a texture is read as constants are" 's/REQUEST_TEXTURE_READ/REQUEST_CONST_READ/'
plant sim/memory/read_only_cache.c sim/memory/test_cache read_only_misses_merge_and_fill \
    "whatever reads reads constants" 's/cache->config.client, cache->config.kind/cache->config.client, REQUEST_CONST_READ/'
plant sim/memory/texture_cache.c sim/memory/test_texture_cache what_comes_back_keeps_its_order \
    "a texture access does not wait for its data" 's/|| cache->here\[cache->reorder.head\]/|| cache->here/'
plant sim/memory/texture_cache.c sim/memory/test_texture_cache what_comes_back_keeps_its_order \
    "a texture line is there when its data are" 's/        tag_array_fill(cache->tags, way, 1);/        ;/'
plant sim/memory/texture_cache.c sim/memory/test_texture_cache full_queues_refuse \
    "any number of results" 's/full(&cache->results) || //'
plant sim/memory/texture_cache.c sim/memory/test_texture_cache any_accesses_come_back_once_and_in_order \
    "a hit is no use" 's/        tag_array_touch(cache->tags, way, cycle);/        ;/'
plant sim/core/ldst_dispatch.c sim/core/test_texture test_accesses_are_lines \
    "lookups of textures go to the constant cache" 's/unit->route == ROUTE_TEXTURE ? ldst_look_up_texture/false ? ldst_look_up_texture/'
plant sim/core/route.c sim/core/test_texture test_accesses_are_lines \
    "an access of a texture is a texel" 's/return coalesce_blocks(step->memory_lanes, step->address, segment, out);/return coalesce_blocks(step->memory_lanes, step->address, 4, out);/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice host_copy_without_a_place \
    "what finds no place is counted" '/^void l2_slice_host_copy/,/^}/s/^        return;/        { slice->accesses++; return; }/'
plant sim/memory/l1d.c sim/memory/test_l1d write_back_of_sectors \
    "sectors nobody has written are written back" 's/request->sector_mask = victim->dirty_sectors;/;/'
plant sim/memory/l1d_store.c sim/memory/test_l1d flush_sends_every_dirty_line \
    "what is stored once all are clean is never flushed" 's/        cache->may_be_dirty = true;/;/'
# Banks of the L1D
plant sim/core/ldst_dispatch.c sim/core/test_ldst_banks a_bank_takes_one_access_a_cycle \
    'a bank takes several accesses a cycle' 's/if (entered >> b \& 1)$/if (false)/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_banks a_bank_takes_one_access_a_cycle \
    'behind a conflict others go on' '/static bool cache_turn/,/^}/s/if (entered >> b \& 1)$/if (entered >> b \& 1 \&\& unit->accesses_left--)/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_banks four_sectors_of_a_line_enter_in_one_cycle \
    'one access a cycle for all banks' '/static bool cache_turn/,/^}/s/i < unit->n_banks \&\&/i < 1 \&\&/'
plant sim/core/ldst.c sim/core/test_ldst_banks charges_of_a_cycle_fit_into_one_release \
    'all charges of a cycle come back at once' 's/(charge \&\& had->charges + charge > unit->answers.charges_done)/false/'
plant sim/core/ldst.c sim/core/test_ldst_banks charges_of_a_cycle_fit_into_one_release \
    'a load of which accesses are left has given its charge back' 's/ \&\& slot->lookups_left == 1 ? slot->insn->policy_charge/ ? slot->insn->policy_charge/'
plant sim/core/ldst.c sim/core/test_ldst_banks accesses_to_one_bank_are_a_cycle_each \
    'a bank lies in 32 bytes whatever the machine says' 's/unit->bank_shift = .*/unit->bank_shift = 5;/'
plant sim/core/ldst.c sim/core/test_ldst_banks a_bank_that_fails_leaves_the_others_alone \
    'a fail blocks the banks behind it' 's/if (b == of_aside || head_is_due(unit, \&unit->bank\[b\], cycle))/if (b == of_aside || (!unit->blocked \&\& head_is_due(unit, \&unit->bank[b], cycle)))/'
plant sim/core/ldst.c sim/core/test_ldst_banks a_bank_that_fails_leaves_the_others_alone \
    'each bank that fails is a stall' 's/if (unit->stalled_at != cycle)  .*/if (true)/'
plant sim/core/ldst.c sim/core/test_ldst_banks steps_at_events_are_enough \
    'one bank stands for all in cycles that are left out' '/static void settle_blocked/,/^}/s/left; left \&= left - 1/left; left = 0/'
plant sim/core/ldst.c sim/core/test_ldst_banks steps_at_events_are_enough \
    'a blocked bank hides when others look up next' 's/unit->blocked ? earliest(unit, ~unit->blocked) : unit->due/unit->blocked ? UINT64_MAX : unit->due/'
plant sim/core/ldst.c sim/core/test_ldst_banks a_second_fail_is_set_aside_in_the_next_cycle \
    'a second fail of a cycle stays in its bank' 's/if (unit->n_banks > 1 \&\& unit->blocked \&\& unit->aside_count < unit->aside_places)/if (false)/'
plant sim/memory/l1d.c sim/core/test_ldst_banks what_another_bank_does_may_let_an_access_through \
    'what another bank does is no change' 's/cache->changes += cache->banked;/;/'
plant sim/core/ldst_dispatch.c sim/core/test_ldst_banks a_full_bank_holds_the_load_up \
    'a full bank holds nobody up' 's/^            unit->held_up++;/            ;/'
# Stores that are sent and stay
plant sim/memory/l1d_store.c sim/memory/test_l1d_lazy a_store_stays \
    'a store that misses takes no way' 's/^    if (cache->lazy)$/    if (cache->lazy \&\& tag_array_lookup(cache->tags, access->address, 1, true, \&(uint32_t){0}) == LOOKUP_HIT)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d_lazy a_part_is_fetched_when_it_is_read \
    'what is written in part can be read' 's/const bool whole = .*/const bool whole = true;/'
plant sim/memory/l1d_store.c sim/memory/test_l1d_lazy a_part_is_fetched_when_it_is_read \
    'parts never cover a sector' 's/if (!whole \&\& tag_array_note_written(/if (false \&\& tag_array_note_written(/'
plant sim/memory/tag_array.c sim/memory/test_l1d_lazy a_store_stays \
    'a hit in part makes a sector unreadable' '/^void tag_array_write/,/^}/s/    if (whole)$/    entry->readable \&= (uint8_t)~sector;\n    if (whole)/'
plant sim/memory/tag_array.c sim/memory/test_l1d_lazy a_store_to_a_sector_on_its_way \
    'a sector that is written stays on its way' '/^void tag_array_write/,/^}/s/entry->reserved \&= (uint8_t)~sector;/;/'
plant sim/memory/l1d.c sim/memory/test_l1d_lazy a_store_to_a_sector_on_its_way \
    'a load that merges with what was written since is a pending hit' 's/cache->merged_anew = cache->lazy \&\& found != LOOKUP_PENDING/cache->merged_anew = false/'
plant sim/memory/l1d.c sim/memory/test_l1d_lazy a_random_stream \
    'who merges with data that are here waits for them' 's/ \&\& !mshr_is_here(cache->mshrs, sector))/)/'
plant sim/memory/l1d.c sim/memory/test_l1d_lazy a_store_to_a_sector_on_its_way \
    'only a sector that is waited for is filled' 's/if (found != LOOKUP_MISS \&\& found != LOOKUP_NO_WAY)/if (found == LOOKUP_PENDING)/'
plant sim/memory/l1d.c sim/memory/test_l1d_lazy a_store_on_its_way_is_one_to_its_line \
    'a store is to its first sector' 's/cache_line_of(\&cache->geometry, request->line) == line/request->line == line/'
plant sim/memory/l1d.c sim/memory/test_l1d_lazy a_written_line_leaves_without_a_word \
    'what was sent is written back, too' 's/    if (!cache->lazy)$/    if (true)/'
plant sim/memory/l1d_store.c sim/memory/test_l1d_lazy no_way_and_no_place \
    'a store without a way fails for an MSHR' '/send_and_write/,/^}/s/return L1D_FAIL_LINE;/return L1D_FAIL_MSHR;/'
plant sim/memory/tag_array.c sim/memory/test_l1d_lazy written_lines_are_kept \
    'written lines leave as others' 's/\&\& !(keeps \&\& is_written(entry))//'
plant sim/memory/tag_array.c sim/memory/test_l1d_lazy written_lines_are_kept \
    'more than that share must be written' 's/100 \* (uint64_t)tags->written_lines < percent/100 * (uint64_t)tags->written_lines <= percent/'
plant sim/memory/tag_array.c sim/memory/test_l1d_lazy written_lines_are_kept \
    'a line on its way counts as written' 's/return entry->dirty \& (uint8_t)~entry->reserved;/return entry->dirty;/'
plant sim/memory/tag_array.c sim/memory/test_l1d_lazy what_is_kept_may_leave_no_way \
    'an emptied cache has written lines' '/^void tag_array_invalidate(/,/^}/s/leave_written(tags, \&tags->entries\[way\]);//'
plant sim/memory/tag_array.c sim/memory/test_l1d_lazy ways_change_when_it_is_empty \
    'the number of ways stays' 's/^    tags->geometry.ways = ways;//'
plant sim/machine/l1d_ways.c sim/machine/test_l1d_ways the_least_step_that_holds_the_ctas \
    'a step is taken only beyond its size' 's/if (shared_bytes <= (uint64_t)steps/if (shared_bytes < (uint64_t)steps/'
plant sim/machine/l1d_ways.c sim/machine/test_l1d_ways the_least_step_that_holds_the_ctas \
    'ways are rounded down' 's/(all - step) + all)/(all - step))/'
plant sim/machine/l1d_ways.c sim/machine/test_l1d_ways the_least_step_that_holds_the_ctas \
    'an L1D has its ways in any kernel' 's/^    if (!m->l1d.unified_kib)$/    if (true)/'
plant sim/machine/l1d_ways.c sim/machine/test_l1d_ways a_streaming_l1d_takes_ways_by_kernel \
    'a streaming L1D is on fill in every kernel' 's/return shared_bytes == 0 ? ALLOCATE_ON_MISS/return false ? ALLOCATE_ON_MISS/'
plant sim/machine/l1d_ways.c sim/machine/test_l1d_ways what_does_not_go_together \
    'a streaming L1D may have one size' 's/if (!all \&\& m->l1d.allocate == ALLOCATE_STREAMING)/if (false)/'
plant sim/core/ldst.c sim/core/test_microbenchmarks test_a_streaming_l1d_is_that_of_the_kernel \
    'a kernel does not change when ways are taken' 's/^    l1d_set_allocation(.*/    ;/'
plant sim/core/ldst.c sim/core/test_microbenchmarks test_a_streaming_l1d_is_that_of_the_kernel \
    'a kernel does not change the ways' 's/^    l1d_set_ways(.*/    ;/'
plants_end
