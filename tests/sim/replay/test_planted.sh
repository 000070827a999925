#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
# Plants one bug at a time in copies of the recording's and the replay's sources; the case of a unit test that the plant
# names notices it (tests/lib.sh).
set -u
. tests/lib.sh
plants_in planted_replay
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay optimal_is_the_most \
    "the line that is needed first is given up" 's/here->next > best->next/here->next < best->next/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay optimal_is_the_most \
    "a line that a store is about to evict is kept for it" 's/brings(&events\[i\]) ? i : NEVER/i/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay optimal_is_the_most \
    "uses by stores that bring nothing in count" 's/if (brings(&events\[i\]) || events\[i\].what == STREAM_STORE_EVICTS)/if (true)/;s/brings(&events\[i\]) ? i : NEVER/events[i].what == STREAM_STORE_EVICTS ? NEVER : i/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay lru_is_a_list \
    "a hit does not make a line young" 's/    if (event->what != STREAM_STORE_IN_FLIGHT)/    if (!hit)/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay lru_is_a_list \
    "a store to a line in flight makes it young" 's/    if (event->what != STREAM_STORE_IN_FLIGHT)/    if (true)/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay lru_is_a_list \
    "a store does not evict" 's/event->what == STREAM_STORE_EVICTS) {/event->what == STREAM_EMPTIED) {/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay unbounded_is_a_set \
    "a kernel start leaves the lines" 's/            r->epoch++;/            ;/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay example_e5 \
    "every set has one way less" 's/at < first + r->ways; at++/at < first + r->ways - 1; at++/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay origins \
    "the next warp of a slot is taken for the one before" 's/ ? started++ : warp_in\[slot\]/ ? warp_in[slot] : warp_in[slot]/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay geometries \
    "lines of another length are the recorded ones" 's/key = address \/ g->line_bytes/key = events[i].line/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay lru_is_a_list \
    "lines that are alike in 32 bits are one" 's/key = address \/ g->line_bytes/key = (uint32_t)(address \/ g->line_bytes)/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay unbounded_is_a_set \
    "warps start in the low slots alone" 's/event->line >> slot & 1/(uint32_t)event->line >> slot \& 1/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay a_file_is_the_sum_of_its_sms \
    "the first SM stands for all" 's/stream_events(file, sm, /stream_events(file, 0, /'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay comparable_with_the_run \
    "any L1D is the run's" 's/ \&\& memcmp(geometry, \&recorded, sizeof recorded) == 0//'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay a_figure_in_rows \
    "rows begin where labels do" 's/(width - LABEL) \/ WIDTH/width \/ WIDTH/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay names_of_many_lines \
    "behind Z comes BA" 's/left = (left - 1) \/ 26/left = left \/ 26/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream heads_that_cannot_be \
    "a number that is not there is the one before" 's/if (!get_value(f, at, key, value) || !whole_number/static char kept[64]; if (get_value(f, at, key, value)) memcpy(kept, value, 64); else memcpy(value, kept, 64); if (!whole_number/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream heads_that_cannot_be \
    "a head without an empty line" "s/f->bytes\[at\] != '.n'/false/"
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream damage_is_refused \
    "the check sum is not looked at" 's/return sum == get_number(f->bytes + f->length - 4, 4) ||/return sum != 1 ||/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream made_up_is_read_within_bounds \
    "any number is a warp" 's/ || warp >= STREAM_WARPS)/)/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream what_is_written_is_read \
    "lines step by a sign lost" 's/(step >> 63 ? UINT64_MAX : 0)/0/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream what_is_written_is_read \
    "the lanes of the access before" 's/same_lanes = event->lanes == last->lanes/same_lanes = event->lanes <= last->lanes/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch each_access \
    "every access serves all lanes" 's/if (first < access->address + access->bytes \&\& first + word > access->address)/if (word)/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch each_access \
    "a store to a line on its way evicts it" 's/    if (in_flight)/    if (in_flight \&\& watch->on_fill)/'
plant sim/memory/l1d.c sim/core/test_l1d_watch each_store \
    "allocated on fill, nothing is on its way" 's/found == LOOKUP_PENDING || asked_for/found == LOOKUP_PENDING/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch lanes_of_local_memory \
    "words of a thread lie side by side" 's/at \/ word \* local_stride/at/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch lanes_of_pieces \
    "a lane of a matrix moves its first word alone" 's/^        width \*= step->pieces;/        ;/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch lanes_of_pieces \
    "words of a matrix lie as those of a thread" 's/^        local_stride = step->piece_stride;/        ;/'
plant sim/core/route.c sim/core/test_l1d_watch lanes_of_half_warps \
    "an access serves the lanes of both halves" 's/return step->memory_lanes & lanes_of_part(part, parts);/return step->memory_lanes;/'
plant sim/memory/tag_array.c sim/core/test_l1d_watch time_shows \
    "the youngest way is taken for the oldest" 's/\[index\].used < tags->entries\[oldest\].used/[index].used > tags->entries[oldest].used/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch time_shows \
    "a merge with what has left is not told" 's/status == L1D_PENDING_HIT \&\& !before.in_tags/false/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch whose_lines \
    "a line stays its first warp's" 's/        \*reference = (first_reference)/        if (!reference->used) *reference = (first_reference)/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch whose_lines \
    "the next warp of a slot is taken for the one before" 's/watch->warp_in\[slot\] = watch->started++/watch->started++/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch loads_by_degree \
    "a line is reused by each hit" 's/reference->degree \&\& !reference->reused/reference->degree/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch loads_by_degree \
    "a line that comes again was reused before" 's/\.used = true, \.degree/.used = true, .reused = reference->reused, .degree/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch loads_by_degree \
    "a store that evicts a line reuses it" 's/watch->degrees \&\& degree)$/watch->degrees)/'
plant sim/core/l1d_watch.c sim/core/test_l1d_watch loads_by_degree \
    "a merge is reuse" 's/if (status == L1D_HIT || status == L1D_HIT_SENT) {/if (status != L1D_MISS) {/'
plant sim/core/ldst_count.c sim/core/test_l1d_watch loads_by_degree \
    "two accesses are un-coalesced" 's/slot->accesses > COALESCED_DEGREE/slot->accesses >= COALESCED_DEGREE/'
plant sim/core/ldst_count.c sim/core/test_l1d_watch loads_by_degree \
    "a load of one line is cached" 's/of->fully_cached += !slot->missed/of->fully_cached += slot->lines == 1/'
plant sim/core/ldst.c sim/core/test_l1d_watch loads_by_degree \
    "a load that merges has hit" 's/l1d_load_hits += status == L1D_HIT;/l1d_load_hits += status != L1D_MISS;/'
plant sim/report/degrees.c sim/core/test_l1d_watch loads_by_degree \
    "the last degree of a group is left out" 's/degree <= highest; degree++/degree < highest; degree++/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream accesses_that_end_early \
    "half of the lanes are enough" 's/if (!take(from, 4, &mask))$/if (!take(from, 2, \&mask))/'
plant sim/replay/l1d_replay.c sim/replay/test_l1d_replay origins_in_every_slot \
    "the last slot keeps its first warp" '/STREAM_WARPS_START/,/started++/s/slot < STREAM_WARPS; slot++/slot + 1 < STREAM_WARPS; slot++/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream the_last_line_there_can_be \
    "a line that has no address" 's/return last->line < lines;/return last->line <= lines;/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream what_cannot_be_read \
    "what cannot be read is empty" 's/    if (!ferror(file))/    if (true)/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream accesses_that_end_early \
    "a step goes on behind its chunk" 's/from->at < from->end \&\& shift < 64/from->at <= from->end \&\& shift < 64/'
plant sim/replay/l1d_stream.c sim/replay/test_l1d_stream files_of_every_length \
    "a last byte alone is none" 's/room - length, file)) > 0);/room - length, file)) > 1);/'
plants_end
