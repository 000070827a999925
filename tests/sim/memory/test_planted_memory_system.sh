#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the memory system's sources; the case of a unit test that the plant names notices
# it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_memory
plant sim/memory/clocks.c sim/memory/test_clocks gtx480_order \
    "edges that coincide are served one by one" \
    's/clocks->time\[domain\] == time)/clocks->time[domain] == time \&\& !due)/'
plant sim/memory/clocks.h sim/memory/test_clocks gtx480_order \
    "an edge on the core edge is left for the next" 's/clocks->soonest > cycle ?/clocks->soonest >= cycle ?/'
plant sim/memory/clocks.c sim/memory/test_clocks skipping_does_not_drift \
    "skipping stops one edge early" 's/core_rate + 1;/core_rate;/'
plant sim/memory/dram_map.c sim/memory/test_dram_map worked_examples \
    "remainder of the low bits" 's/high - quotient \* map->controllers/address \& (map->controllers - 1)/'
plant sim/memory/dram_map.c sim/memory/test_dram_map worked_examples \
    "slice bits are not taken out" 's/location.place >> (bit + 1) << bit/location.place >> bit << bit/'
plant sim/memory/dram_map.c sim/memory/test_dram_map worked_examples \
    "slice from the high bank bits" \
    's/location.bank \& (map->slices_per_controller - 1)/location.bank >> 3 \& (map->slices_per_controller - 1)/'
plant sim/memory/dram_map.c sim/memory/test_dram_map controllers_take_turns \
    "the factor is rounded down" 's|UINT64_MAX / machine->dram.controllers + 1|UINT64_MAX / machine->dram.controllers|'
plant sim/memory/dram_map.c sim/memory/test_dram_map every_geometry \
    "inverse forgets the controller" 's/map->controllers + controller;/map->controllers;/'
plant sim/memory/dram_map.c sim/memory/test_dram_map inverse_by_row_and_column \
    "the inverse drops what the map does not name" 's/ | beyond;/;/'
plant sim/memory/dram_map.c sim/memory/test_dram_map inverse_by_row_and_column \
    "the inverse packs the column again" 's/unpack(&map->column, column)/column/'
plant sim/memory/crossbar.c sim/memory/test_crossbar one_flit_a_cycle \
    "the pointer stays at the winner" 's/(winner + 1) % PORTS/winner/'
plant sim/memory/crossbar.c sim/memory/test_crossbar latency \
    "a channel takes one cycle" 's/CHANNEL_CYCLES = 2/CHANNEL_CYCLES = 1/'
plant sim/memory/crossbar.c sim/memory/test_crossbar one_flit_a_cycle \
    "the tail does not free the output" 's/    number_set_drop(&net->held, o);/    if (o + 1 < PORTS \/ 2) number_set_drop(\&net->held, o);/'
plant sim/memory/crossbar.c sim/memory/test_crossbar latency \
    "the output is freed before the tail" \
    's/if (--input->send_left)$/if (--input->send_left \&\& input->send_left != 1)/'
plant sim/memory/crossbar.c sim/memory/test_crossbar one_flit_a_cycle \
    "ejection does not give the credit back" 's/    port->credits++;/    port->credits += port->boundary_buffer \& 1;/'
plant sim/memory/crossbar.c sim/memory/test_crossbar back_pressure \
    "the boundary buffer never fills" 's/port->boundary_buffer >= net->boundary_flits/0/'
plant sim/memory/crossbar.c sim/memory/test_crossbar beyond_a_word \
    "ports beyond a word are not looked at" 's/inputs > 64 || outputs > 64/false/'
plant tb/number_set.h tb/test_number_set ends_of_words \
    "the lowest number beyond a word is 64 less" 's/    return 64 + lowest;/    return lowest;/'
plant tb/number_set.h tb/test_number_set ends_of_words \
    "numbers beyond a word are looked at from the first on" 's/~UINT64_C(0) << (first - 64)/~UINT64_C(0)/'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar conflicts_at_one_output \
    "the pointer stays at the input that was served" 's/pointer = i + 1;/pointer = i;/'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar each_output_has_a_pointer \
    "one pointer for all outputs" 's/net->output\[o\].pointer/net->output[0].pointer/g'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar several_of_an_input_in_one_step \
    "the next packet of an input waits for the next step" \
    's/for (unsigned o = 0; (o = number_set_from(&net->wanted, o)) < NUMBER_SET_MAX; o++)/for (number_set w = net->wanted; number_set_any(\&w);)/;s/        if (is_full(net, o))$/        unsigned o = number_set_take_lowest(\&w); if (is_full(net, o))/'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar limits \
    "an output is never full" 's/== net->packets_out;/== net->packets_out + 1;/'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar limits \
    "a packet of one more than fits" 's/< net->packets_in;/<= net->packets_in;/'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar one_pointer_for_all \
    "the pointer counts the inputs alone" 's/net->nodes = inputs + outputs;/net->nodes = inputs;/'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar one_pointer_for_all \
    "an output is given several in a step" 's/number_set_has(&given, o) || //'
plant sim/memory/local_crossbar.c sim/memory/test_local_crossbar a_packet_is_one_unit \
    "a packet has flits" 's/\.flit_bytes = NETWORK_ONE_UNIT/.flit_bytes = machine->icnt.flit_bytes/'
plant sim/memory/memory_system.c sim/memory/test_memory_system steps_of_a_local_network \
    "steps of launches that have ended are forgotten" 's/    m->steps += clocks;//'
plant sim/memory/network.h sim/memory/test_crossbar flits_of_a_packet \
    "flits are rounded down" 's/(bytes + net->flit_bytes - 1)/(bytes + net->flit_bytes \/ 2)/'
plant sim/memory/crossbar.c sim/memory/test_crossbar latency \
    "two flits a cycle leave an output" \
    's/if (!--net->output\[o\].output_buffer)/if (!(net->output[o].output_buffer -= net->output[o].output_buffer > 1 ? 2 : 1))/'
plant sim/memory/crossbar.c sim/memory/test_crossbar back_pressure \
    "room is not looked at" 's/<= net->injection_flits;/<= net->injection_flits + 1;/'
plant sim/memory/clocks.c sim/memory/test_clocks half_a_megahertz 'kHz are forgotten' 's/ + machine->clock.dram_khz//'
plant sim/memory/dram_map.c sim/memory/test_dram_map ipoly_by_hand 'a bit too many is spread' 's/controller_bit + map->slice_bits;/controller_bit;/'
plant sim/memory/dram_map.c sim/memory/test_dram_map ipoly_spreads \
    'an address comes back by the slice of the map' 's/^        slice = spread_slice(map, rest, slice);/        ;/'
plant sim/memory/dram_map.c sim/memory/test_dram_map ipoly_spreads \
    'a row of the controller of the map' 's/controller ^= spread_slice.*/controller += 0;/'
plant sim/memory/dram_banks.c sim/memory/test_dram hbm_and_gddr6 \
    'a beat a clock' 's/machine->dram.burst \/ machine->dram.data_rate;/machine->dram.burst;/'
plant sim/memory/dram_map.c sim/memory/test_dram_map ipoly_by_hand \
    'every slice is that of the map' 's/if (map->indexing == PARTITION_IPOLY)/if (false)/'
plant sim/memory/dram_banks.c sim/memory/test_dram two_commands_a_clock 'one bus' 's/    if (b->dual_bus) {/    if (false) {/'
plant sim/memory/dram_banks.c sim/memory/test_dram two_commands_a_clock \
    'a row command only without a column' 's/    try_banks(b, clock, turned(b, b->busy, b->priority), b->priority, ROWS);/    if (!column) &/'
plant sim/memory/dram_banks.c sim/memory/test_dram waits_and_rows \
    "a bank that is closed holds row 0" 's/at != NULL \&\& bank->open;/at != NULL;/'
plant sim/memory/dram_banks.c sim/memory/test_dram waits_and_rows \
    "who is served waits in the same clock" 's/b->pending--;/b->counters->dram_queued++, b->pending--;/'
plant sim/memory/dram_banks.c sim/memory/test_dram bandwidth \
    "RRD forgotten" 's/b->activate_ok = clock + b->rrd/b->activate_ok = clock + 1/'
plant sim/memory/dram_banks.c sim/memory/test_dram isolated_requests \
    "RCD one short" 's/bank->read_ok = clock + b->rcd;/bank->read_ok = clock + b->rcd - 1;/'
plant sim/memory/dram_banks.c sim/memory/test_dram every_rule_holds \
    "RC forgotten" 's/bank->activate_ok = clock + b->rc;/;/'
plant sim/memory/dram_banks.c sim/memory/test_dram isolated_requests \
    "RP one short" 's/clock + b->rp)/clock + b->rp - 1)/'
plant sim/memory/dram_banks.c sim/memory/test_dram a_waiting_bank_holds_nobody_up \
    "RAS forgotten" 's/clock + b->ras)/clock)/'
plant sim/memory/dram_banks.c sim/memory/test_dram bandwidth \
    "CCD one short" 's/b->column_ok = clock + b->ccd;/b->column_ok = clock + b->ccd - 1;/'
plant sim/memory/dram_banks.c sim/memory/test_dram bursts \
    "CCDL not per group" 's/group->ccd_ok = clock + b->ccdl/group->ccd_ok = clock/'
plant sim/memory/dram_banks.c sim/memory/test_dram every_rule_holds "RTPL forgotten" 's/clock + b->rtpl;/clock;/'
plant sim/memory/dram_banks.c sim/memory/test_dram isolated_requests \
    "write to read without CDLR" 's/b->burst_clocks + machine->dram.cdlr/b->burst_clocks/'
plant sim/memory/dram_banks.c sim/memory/test_dram every_rule_holds \
    "read to write one short" 's/b->burst_clocks + 2)/b->burst_clocks + 1)/'
plant sim/memory/dram_banks.c sim/memory/test_dram every_rule_holds \
    "write recovery forgotten" 's/b->burst_clocks + machine->dram.wr;/b->burst_clocks;/'
plant sim/memory/dram_banks.c sim/memory/test_dram bursts \
    "activate to write as to read less one" 's/(int32_t)(b->wl + 1))/(int32_t)(b->wl + 2))/'
plant sim/memory/dram_banks.c sim/memory/test_dram bandwidth \
    "groups by the high bits" 's/index \& b->group_mask/index \/ 4 \& b->group_mask/'
plant sim/memory/dram_banks.c sim/memory/test_dram first_ready_first_come \
    "youngest row hit first" \
    's/while (at \&\& at->row != bank->row) {/while (at \&\& (at->row != bank->row || (at->next \&\& at->next->row == bank->row))) {/'
plant sim/memory/dram_banks.c sim/memory/test_dram isolated_requests \
    "row hits are not preferred" 's/while (at \&\& at->row != bank->row) {/while (0) {/'
plant sim/memory/dram_banks.c sim/memory/test_dram bus_stands_still \
    "the bus moves on without room" 's/room ? bus_step(b) : NULL/bus_step(b)/'
plant sim/memory/dram_banks.c sim/memory/test_dram isolated_requests \
    "CL one short" 's/b->bus_position + (delay ? delay - 1 : 0)/b->bus_position + (delay ? delay - 2 : 0)/'
plant sim/memory/dram_banks.c sim/memory/test_dram bursts \
    "one burst whatever the size" 's/(bytes + b->atom_bytes - 1) \/ b->atom_bytes/1/'
plant sim/memory/dram_banks.c sim/memory/test_dram a_waiting_bank_holds_nobody_up \
    "sleeps past a new request" 's/^    b->quiet_until = 0;$/    ;/'
plant sim/memory/dram.c sim/memory/test_dram controller \
    "credit of a write-back is lost" 's/^        give_credit(d, inner);/        ;/'
plant sim/memory/dram.c sim/memory/test_dram controller \
    "full slice queue is ignored" 's/    if (slice->from_dram.count >= slice->room_from_dram)$/    if (0)/'
plant sim/memory/dram.c sim/memory/test_memory_system isolated_miss \
    "latency one short" 's/cycle + d->latency;/cycle + d->latency - 1;/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice breakdown \
    "sectors by mask for 128 bytes too" 's/write \&\& request->bytes < SEGMENT_BYTES/write/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice breakdown \
    "dirty sectors that are no neighbours: the last is lost" \
    's/by_mask ? base + SEGMENT_BYTES :/0 ? 0 :/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice breakdown \
    "partial writes count as whole" 's/whole ? mask : 0/mask/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice lazy_fetch_on_read \
    "a write fetches nothing, ever" \
    's/tag_array_set_dirty(slice->tags, way, request->sector_mask, request->byte_mask_sectors)/tag_array_set_dirty(slice->tags, way, request->sector_mask, request->sector_mask)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice partial_writes_that_fill_a_sector \
    "partial writes are never joined" \
    's/    if (!request->byte_mask_sectors \&\& tag_array_note_written/    if (0 \&\& tag_array_note_written/'
plant sim/memory/tag_array.c sim/memory/test_l2_slice partial_writes_that_fill_a_sector \
    "bytes of an evicted line are kept" 's/if (tags->entries\[way\].dirty)/if (0)/'
plant sim/memory/tag_array.c sim/memory/test_l2_slice partial_writes_that_fill_a_sector \
    "one byte short is whole" 's/if (line\[chunk\] != UINT16_MAX)/if (line[chunk] < UINT16_MAX \/ 2)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice write_back_of_dirty_sectors \
    "write-back of the whole line" \
    's/(uint32_t)__builtin_popcount(victim->dirty_sectors) \* slice->sector_bytes;/slice->line_sectors * slice->sector_bytes;/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice write_back_of_dirty_sectors \
    "an atomic hit stays clean" 's/if (request->kind == REQUEST_GLOBAL_ATOMIC)/if (0)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice atomic_on_its_way_makes_dirty \
    "a merged atomic stays clean" \
    's/mshr_add(slice->mshrs, key, (uintptr_t)request, request->kind == REQUEST_GLOBAL_ATOMIC)/mshr_add(slice->mshrs, key, (uintptr_t)request, false)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice miss_merges_and_fills \
    "every merge fetches" 's/    if (!merged)/    if (1)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice constants_share_an_mshr \
    "each sector of constants has its own address" 's/sector->parent->bytes == HALF_SEGMENT_BYTES/false/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice longer_constants_do_not \
    "all sectors of constants bear one address" 's/ \&\& sector->parent->bytes == HALF_SEGMENT_BYTES//'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice constants_share_an_mshr \
    "a fetch for one sector of constants fills both" \
    's/tag_array_fill(slice->tags, way, request->sector_mask);/tag_array_fill(slice->tags, way, request->kind == REQUEST_CONST_READ ? 15 : request->sector_mask);/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice constants_share_an_mshr \
    "the other sector of constants waits for its line" 's/ \&\& !bears_first_address(request));/);/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice constants_share_an_mshr \
    "what merges with the other sector is a miss" 's/mshr_has(slice->mshrs, mshr_key(slice, request)) ? LOOKUP_PENDING : status/status/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice constants_share_an_mshr \
    "the second sector of constants is the first" 's/sector_bit(slice, whole_request->place + behind)/sector_bit(slice, whole_request->place)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice l1_write_back_is_not_answered \
    "L1 write-backs are answered" 's/    if (request->wants_reply)/    if (1)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice data_port \
    "data port is free" 's/        !slice->data_port)/        1)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines full_queues \
    "reply queue is not looked at" 's/ \&\& slice->to_icnt.count < slice->room_to_icnt//'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_read_miss_needs_two_places \
    "a read miss takes the miss queue's last place" 's/slice->miss.count + 1 >= slice->room_miss/slice->miss.count >= slice->room_miss/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice breakdown \
    "ROP latency one short" 's/cycle + slice->latency;/cycle + slice->latency - 1;/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice miss_merges_and_fills \
    "sleeps with an MSHR ready" \
    's/^        mshr_has_ready(slice->mshrs))$/        0)/;s/slice->data_port || slice->fill_port ||/slice->data_port || slice->fill_port || 0 ||/;s/wake = cycle + 1/wake = cycle + 1 + mshr_has_ready(slice->mshrs)/;s/    if (mshr_has_ready(slice->mshrs) \&\&/    if (slice->wake <= cycle \&\& mshr_has_ready(slice->mshrs) \&\& slice->from_dram.head \&\&/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_line_comes_again_too_soon \
    "a fetch merges with one that is over" 's/        comes_too_soon(slice, request, status) || !mshr_can_add/        !mshr_can_add/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_fill_for_a_line_that_came_again \
    "a sector that nobody has reserved is filled" 's/bool present = .*/bool present = status != LOOKUP_MISS \&\& status != LOOKUP_NO_WAY;/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_that_misses_goes_on \
    "a store that misses stays here" 's/slice->write_miss == WRITE_MISS_FETCH/0/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_that_misses_goes_on \
    "the line of a store is not fetched" \
    's/^    fetch(slice, fetched, status, way);/    request_pool_give(slice->pool, fetched);/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_that_misses_goes_on \
    "the fetch for a store is answered" 's/fetched->wants_reply = false;/fetched->wants_reply = true;/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_that_misses_goes_on \
    "the fetch for a store begins where the store does" 's/    fetched->address &= .*/    ;/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_needs_three_places \
    "a store needs two places" 's/slice->miss.count + 2 >= slice->room_miss/slice->miss.count + 1 >= slice->room_miss/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_that_misses_goes_on \
    "a store that hits goes on too" 's/if (status != LOOKUP_HIT \&\& slice->write_miss/if (slice->write_miss/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_that_misses_goes_on \
    "the line of a store is dirty" \
    's/mshr_add(slice->mshrs, key, (uintptr_t)request, request->kind == REQUEST_GLOBAL_ATOMIC)/mshr_add(slice->mshrs, key, (uintptr_t)request, request->kind == REQUEST_GLOBAL_ATOMIC || request->kind == REQUEST_L2_FILL)/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_store_that_misses_goes_on \
    "acknowledgements of DRAM stay" 's/} else if (slice->to_icnt.count < slice->room_to_icnt) {/} else if (0) {/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines full_queues \
    "DRAM's acknowledgement finds room without looking" \
    's/} else if (slice->to_icnt.count < slice->room_to_icnt) {/} else {/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_port_without_limit \
    "an unlimited port takes a hit a cycle more" \
    's/(bytes + slice->port_bytes - 1) \/ slice->port_bytes : 0;/(bytes + slice->port_bytes - 1) \/ slice->port_bytes : 2;/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice_lines a_port_without_limit \
    "an unlimited port takes a fill a cycle more" \
    's/slice->sector_bytes \/ slice->port_bytes : 0;/slice->sector_bytes \/ slice->port_bytes : 2;/'
plant sim/memory/dram.c sim/memory/test_memory_system isolated_store_miss \
    "stores are not acknowledged" 's/!done->wants_reply \&\& //'
plant sim/memory/dram.c sim/memory/test_dram controller \
    "the credit of an acknowledged store is lost" \
    's/    give_credit(d, inner);$/    if (!d->slices[inner].from_dram.tail || d->slices[inner].from_dram.tail->kind != REQUEST_GLOBAL_WRITE) give_credit(d, inner);/'
plant sim/memory/request_pool.c sim/memory/test_l2_slice l1_write_back_is_not_answered \
    "each sector answers for the whole" 's/return --whole->pending ? NULL : whole;/return whole;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system one_packet_a_cycle \
    "several packets a cycle to a cluster" 's/number_set_add(&m->handed_over, /number_set_drop(\&m->handed_over, /'
plant sim/memory/memory_system.c sim/memory/test_memory_system one_packet_a_cycle \
    "sectors do not take their cycle" \
    's/more_to_come(replies->head))/more_to_come(replies->head) \&\& (take_packet(m, cluster), replies->head) \&\& more_to_come(replies->head))/'
plant sim/memory/memory_system.c sim/memory/test_memory_traffic nothing_lost \
    "a slice that has sent one reply has sent all" 's/^        if (!m->slices\[i\].to_icnt.head)$/        if (true)/'
plant sim/memory/dram.c sim/memory/test_dram controller \
    "a request in the latency queue is none" 's/^    if (!d->delayed.head)$/    if (true)/'
plant sim/memory/memory_system.c sim/memory/test_memory_system write_without_sectors \
    "write acknowledgements carry the data" 's/(request_is_write(packet) ? 0 : packet->bytes)/packet->bytes/'
plant sim/memory/memory_system.c sim/memory/test_memory_system isolated_hit \
    "replies of reads carry no control" \
    's/uint32_t bytes = CONTROL_BYTES + (request_is_write(packet)/uint32_t bytes = (request_is_write(packet)/'
plant sim/memory/memory_system.c sim/memory/test_memory_system an_atomic_carries_its_data \
    "an atomic takes no data along" 's/ || request->kind == REQUEST_GLOBAL_ATOMIC;/;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system host_copies_fill_what_they_touch \
    "a copy's last sector is left out where it is partial" 's/at < address + bytes; at += HOST/at + HOST_COPY_BYTES <= address + bytes; at += HOST/'
plant sim/memory/memory_system.c sim/memory/test_memory_system host_copies_bypass_the_l2 \
    "host copies fill every L2" 's/m->host_copy == HOST_COPY_BYPASSES/0/'
plant sim/memory/memory_system.c sim/memory/test_memory_system isolated_hit \
    "write requests carry no data" 's/(carries_data ? request->bytes : 0)/0/'
plant sim/memory/memory_system.c sim/memory/test_memory_traffic nothing_lost \
    "response queue without end" 's/replies->count < m->response_room/1/'
plant sim/memory/memory_system.c sim/memory/test_memory_system isolated_hit \
    "network before L2" \
    's/        if (due \& DOMAIN_L2)/        if (due \& DOMAIN_ICNT) { network_step(m->to_memory); network_step(m->to_sms); }\n        if (due \& DOMAIN_L2)/;s/^        if (due \& DOMAIN_ICNT) {$/        if (0) {/'
plant sim/memory/memory_system.c sim/memory/test_memory_system bandwidth \
    "slice room is not looked at" 's/ \&\& l2_slice_has_room(slice))/)/'
plant sim/memory/memory_system.c sim/memory/test_memory_traffic leaving_out_idle_cycles \
    "next event forgets the L2's replies" \
    's/event = times_first(m->slice_wake, m->n_slices)/event = times_first(m->slice_wake, m->n_slices) + 1/'
plant sim/memory/memory_system.c sim/memory/test_memory_system timers_run_while_idle \
    "cycles that are rested through are no time" 's/^        m->rests = true;/        ;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system timers_run_while_idle \
    "a request wakes nobody" 's/^    m->wake = 0;/    ;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system isolated_miss \
    "a slice wakes no controller" 's/^                m->dram_wake.* = 0;/                ;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system timers_run_while_idle \
    "idle DRAM clocks are not passed" \
    's/m->dram_time += clocks_skip(/(void)clocks_skip(/;s/core_cycle - m->origin - 1/0/'
plant sim/memory/memory_system.c sim/memory/test_memory_system kernel_end \
    "clocks run on over a kernel's end" 's/    m->in_phase = false;/    ;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system isolated_hit \
    "host copies of 128 bytes" 's/HOST_COPY_BYTES = 32/HOST_COPY_BYTES = 128/'
plant sim/memory/memory_system.c sim/memory/test_memory_system input_buffers \
    "a buffer with a place left is full" 's/held == m->slices\[i\].room_from_icnt/held + 1 >= m->slices[i].room_from_icnt/'
plant sim/memory/memory_system.c sim/memory/test_memory_system input_buffers \
    "what the ROP queue holds counts" 's/held = m->slices\[i\].from_icnt.count/held = m->slices[i].from_icnt.count + m->slices[i].rop.count/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice breakdown \
    "all sectors of a request have its column" 's/        sector->column += .*/        ;/'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram the_rest_of_a_line \
    "the rest of an unasked line waits for ever" 's/    if (b->unasked_bank >> index \& 1)/    if (0)/;s/return b->hold >> index \& 1 ?/return (b->hold | b->unasked_bank) >> index \& 1 ?/'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram the_rest_of_a_line \
    "a row is closed under an unasked line" 's/    if (b->unasked_bank >> index \& 1)/    if (0)/'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram a_held_row \
    "hold is not looked at where requests get their bank" 's/    if (candidates \& b->hold)/    if (0)/'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram held_behind_its_request \
    "hold is not looked at where a row is closed" 's/return b->hold >> index \& 1 ? NEXT_HELD : NEXT_ROW;/return NEXT_ROW;/'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram a_closed_bank_is_held \
    "beside a held bank without an open row the first one waits a clock longer" 's/at || !bank->open ? 0 :/at || !bank->open ? 1 :/'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram levels \
    "the levels stay when a row is opened" 's/    b->changed |= UINT64_C(1) << index;/    ;/;s/    b->changed |= UINT64_C(1) << request->bank;/    b->changed |= b->bank[request->bank].open ? UINT64_C(1) << request->bank : 0;/'
plant sim/memory/dram.c sim/memory/test_prefetch_dram requests_win_the_bus \
    "an unasked line goes beside a request's column" 's/    if (!(busy \&\& \(dram_banks_command(.*)\)) \&\& d->offered.offers)$/    if (d->offered.offers)\n        dram_prefetch(d, clock);\n    if (busy \&\& \1 \&\& 0)/'
plant sim/memory/dram.c sim/memory/test_prefetch_dram lines_of_a_row \
    "the controller asks while it rests" 's/d->place.looks \&\& !goes_on_resting(d), busy/d->place.looks, busy/'
plant sim/memory/dram.c sim/memory/test_prefetch_dram room \
    "the controller rests when there is room again" 's/ \&\& (!d->prefetches || d->levels.room == dram_prefetch_room(d))//'
plant sim/memory/dram_prefetch.c sim/memory/test_prefetch_dram room \
    "a place of the slice stays empty" 's/return l2_prefetch_has_room(.*bank.*);/return d->slices[0].prefetches + 1 < d->slices[0].room_from_dram;/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 not_sent_if_here_or_on_its_way \
    "a line that a load has asked for is sent" 's/if ((found != .*) || mshr_has(slice->mshrs, place))/if (found == LOOKUP_HIT)/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 not_sent_if_here_or_on_its_way \
    "a line is sent twice" 's/if (slice->prefetch\[i\].taken \&\& slice->prefetch\[i\].place == place)/if (0)/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 not_sent_if_its_newest_data_are_behind_the_slice \
    "write-backs of the miss queue are not looked at" 's/return !l2_prefetch_meets(slice, \&slice->miss, address) \&\&/return/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 not_sent_if_its_newest_data_are_behind_the_slice \
    "write-backs to DRAM are not looked at" 's/ \&\& !l2_prefetch_meets(slice, \&slice->to_dram, address);/;/'
plant sim/memory/dram_prefetch.c sim/memory/test_prefetch_l2 not_sent_if_its_newest_data_are_behind_the_slice \
    "write-backs within the controller are not looked at" 's/ || l2_prefetch_meets(slice, \&d->delayed, address)//'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 overtaken_by_a_store_that_is_gone \
    "the second look asks the tags alone" 's/!sent->overtaken \&\& //'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 a_dirty_victim \
    "the fill does not wait for a place" 's/ \&\& slice->miss.count >= slice->room_miss)/ \&\& 0)/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 a_dirty_victim \
    "the line that the fill evicts is lost" 's/    l2_slice_evicted(slice, &victim);/    victim.dirty_sectors = 0, l2_slice_evicted(slice, \&victim);/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 a_line_is_filled_and_used \
    "every hit counts as use" 's/    tag_array_set_owner(slice->tags, way, tag_array_owner(slice->tags, way) \& .*/    slice->unused++;/'
plant sim/memory/l2_slice.c sim/memory/test_prefetch_l2 no_way_and_no_use \
    "lines that leave unused are not counted" 's/slice->counters->prefetch_evicted += unused;/;/'
plant sim/memory/l2_slice.c sim/memory/test_prefetch_l2 never_older_than_a_store \
    "a store does not overtake" 's/^    const uint64_t place = request->place;/&\n    const bool stores = request_is_write(request);/;s/^    if (slice->prefetches || slice->unused)/    if (!stores \&\& (slice->prefetches || slice->unused))/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 other_lines_overtake_nothing \
    "an access of any line overtakes" 's/ || at->place != line || at->overtaken/ || at->overtaken/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 filled_is_used_last \
    "a line that is filled is the next to leave" 's/bit, bit, slice->accesses, \&victim/bit, bit, 0, \&victim/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 a_line_is_filled_and_used \
    "the slice sleeps on when a line arrives" 's/    slice->wake = 0;/    ;/'
plant sim/memory/l2_prefetch.c sim/memory/test_prefetch_l2 fills_take_the_port \
    "a fill takes no time of the port" 's/    slice->fill_port += .*/    ;/'
plant sim/memory/l2_slice.c sim/memory/test_prefetch_l2 fills_take_the_port \
    "a fill does not wait for the port" 's/ \&\& !slice->fill_port)$/)/'
plant sim/memory/dram_prefetch.c sim/memory/test_prefetch_l2 to_the_slice_of_the_bank \
    "all lines go to the first slice" 's/return \&d->slices\[dram_map_locate.*/return \&d->slices[0];/'
plant sim/memory/dram_prefetch.c sim/memory/test_prefetch_l2 lines_beyond_the_map \
    "a line has no bits beyond the map" 's/dram_map_beyond(d->map, opened_for)/0 * opened_for/'
plant sim/memory/dram_prefetch.c sim/memory/test_prefetch_dram banks_in_turn \
    "the lowest bank first" 's/UINT64_MAX << dram_banks_first(d->banks)/UINT64_MAX/'
sectors=sim/memory/test_prefetch_sectors
plant sim/memory/dram_prefetch.c $sectors in_the_slice_of_its_address "all sectors of a row go to the slice of its bank" \
    's/return \&d->slices\[dram_map_locate.*/return \&d->slices[dram_map_locate(d->map, address).bank \& (d->slice_count - 1)];/'
plant sim/memory/dram_prefetch.c $sectors in_the_slice_of_its_address "data arrive in the slice of their bank" 's/\[request->slice % d->slice_count\]/[request->bank % d->slice_count]/'
plant sim/memory/l2_prefetch.c $sectors in_the_slice_of_its_address "each is the first sector of its line" 's/return (uint8_t)(1u << (place.*/return 1;/'
plant sim/memory/dram_banks.c $sectors a_demand_tells_its_sector "a demand is of a line" 's/\.line = request->column . b->read_bytes,/.line = request->column \/ (4 * b->read_bytes),/'
plant sim/memory/dram_prefetch.c $sectors room_of_all_slices "the room of the first slice counts" 's/    for (uint32_t i = 0; i < d->slice_count; i++)/    for (uint32_t i = 0; i < 1; i++)/'
plant sim/memory/dram_prefetch.c $sectors room_of_all_slices "the room of the slice of the bank counts" 's/if (d->map->indexing == PARTITION_CONSECUTIVE)/if (1)/'
plant sim/memory/dram_prefetch.c $sectors room_of_the_slice_of_a_bank "the room of all slices counts" 's/if (d->map->indexing == PARTITION_CONSECUTIVE)/if (0)/'
plant sim/memory/dram_prefetch.c $sectors room_of_the_slice_of_a_bank "the room of the first slice counts" 's/bank \& (d->slice_count - 1)/0/'
plant sim/memory/l2_prefetch.c $sectors alone_into_its_line "a sector is not used by itself" 's/tag_array_owner(slice->tags, way) \& (uint8_t)~bit/0/'
plant sim/memory/l2_prefetch.c $sectors alone_into_its_line "a sector that comes into its line is nobody's" 's/        tag_array_set_owner(slice->tags, way, tag_array_owner(slice->tags, way) | bit);/        ;/'
plant sim/memory/l2_slice.c $sectors alone_into_its_line "a line that leaves is one unused" 's/__builtin_popcount(victim->owner)/(victim->owner != 0)/'
plant sim/memory/l2_prefetch.c $sectors alone_into_its_line "a sector throws its line out" 's/, found == LOOKUP_SECTOR_MISS))/, false))/'
plant sim/memory/l2_prefetch.c $sectors alone_into_its_line "no sector comes into a line that is here" 's/ \&\& (found == LOOKUP_MISS || found == LOOKUP_SECTOR_MISS)/ \&\& found == LOOKUP_MISS/'
plant sim/memory/l2_prefetch.c $sectors the_line_is_used_last "the line is used when it was" 's/tag_array_take_sectors(slice->tags, way, bit, slice->accesses)/tag_array_take_sectors(slice->tags, way, bit, 0)/'
plant sim/memory/l2_prefetch.c $sectors the_line_is_used_last "a sector that comes into its line takes no time of the port" 's/^        slice->fill_port += .*/        ;/'
plant sim/memory/l2_prefetch.c $sectors not_over_a_part_that_is_written "a part that is written counts as nothing" \
    '/^bool l2_prefetch_wanted/,/^}/s/place), true, /place), false, /'
plant sim/memory/l2_prefetch.c $sectors overtaken_alone "an access of its line overtakes a sector" 's/ || at->place != line || / || (at->place ^ line) >= 128 || /'
plant sim/memory/l2_prefetch.c $sectors not_sent_if_its_line_is_on_its_way_back "a write-back is of its first sector" \
    's/(at->kind == REQUEST_L2_WRITE_BACK ? line_bytes : slice->sector_bytes)/slice->sector_bytes/'
plant sim/memory/dram.c sim/memory/test_prefetch_l2 a_line_is_filled_and_used \
    "a line on its way to a slice wakes nobody" 's/ || d->prefetched.head || / || /'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram lines_are_sent_whole \
    "another line goes before the rest of one" 's/    return b->bus_taken || b->unasked_bank;/    return b->bus_taken;/'
plant sim/memory/dram_banks.c sim/memory/test_dram a_full_bus_opens_rows 'a full bus holds rows up' 's/if (allowed <= clock \&\& column \&\& bus_full(b))/if ((allowed <= clock || column) \&\& bus_full(b))/'
plant sim/memory/dram_banks.c sim/memory/test_dram_turn a_write_behind_its_activate "the last bank but one ends the turn" 's/place >= b->banks - 1)/place >= b->banks - 2)/'
plant sim/memory/dram_banks.c sim/memory/test_dram_turn a_write_behind_its_activate "a turn goes round" 's/    if (place >= b->banks - 1)/    if (place >= b->banks)/;s/ \& UINT64_MAX << (place + 1);/ \& UINT64_MAX << (place + 1 < b->banks ? place + 1 : 0);/'
plant sim/memory/l2_slice.c sim/memory/test_l2_slice data_port_of_other_bytes "the last bytes of a hit take no time" 's/(bytes + slice->port_bytes - 1) \/ slice->port_bytes/bytes \/ slice->port_bytes/'
plant sim/memory/dram.c sim/memory/test_dram a_full_slice_asks_for_nothing 'a slice may have a line more than it has room for' 's/slice->from_dram.count >= slice->room_from_dram/slice->from_dram.count > slice->room_from_dram/'
plant sim/memory/dram_banks.c sim/memory/test_prefetch_dram a_held_row \
    "the first bank's requests wait for every held row" 's/ ? 0 : mask \& -mask;/ ? 0 : 1;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system each_part_has_its_clock \
    "the network steps at every clock that is due" 's/        if (due \& DOMAIN_ICNT) {$/        if (due) {/'
plant sim/memory/memory_system.c sim/memory/test_memory_system rows_have_numbers "rows of all banks are one" 's/ | (uint64_t)location.bank << 48//'
plant sim/memory/memory_system.c sim/memory/test_memory_system what_passes_a_slice "what is in a buffer has left it" 's/\*left = m->slices\[slice\].left;/*left = m->slices[slice].entered;/'
plant sim/memory/memory_system.c sim/memory/test_memory_system host_copies_of_many_turns "a copy goes through the L2 as often as it fills it" 's/bytes > turns ? address + bytes - turns : address/address/'
plant sim/memory/dram_map.c sim/memory/test_dram_map slices_that_are_drawn "pieces beyond 2^30 are drawn otherwise" 's/(piece ^ piece >> 30)/(piece | piece >> 30)/'
plant sim/memory/dram.c sim/memory/test_dram places_that_slices_share "no place is shared when each has one" 's/places > count - 1 ?/places >= count - 1 ?/'
plant sim/memory/crossbar.c sim/memory/test_full_ports full_ports "another port is named" 's/(unsigned long long)net->time, input);/(unsigned long long)net->time, output);/'
plant sim/memory/shared_banks.c sim/memory/test_coalescer strides_agree_with_a_reference "bytes one beside the other have no conflict" 's/lanes_step_by(lanes, address, 0))/lanes_step_by(lanes, address, 1))/'
plant sim/memory/clocks.c sim/memory/test_clocks any_ratio "periods are cut to whole cycles" 's/clocks->whole\[domain\] + later;/clocks->whole[domain];/'
plant sim/memory/clocks.c sim/memory/test_clocks any_ratio "of three clocks the last decides" 's/clocks->at\[domain\] < clocks->soonest ?/1 ?/'
plant sim/memory/clocks.c sim/memory/test_clocks far_from_the_beginning "a time that wraps is an early one" 's/(int64_t)(clocks->time\[domain\] - clocks->time\[first\]) < 0/clocks->time[domain] < clocks->time[first]/'
plant sim/memory/clocks.c sim/memory/test_clocks skipping_does_not_drift "skipped time is forgotten" 's/^        clocks->time\[domain\] = next .*/        ;/'
plants_end
