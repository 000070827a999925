// SPDX-License-Identifier: BSD-3-Clause
// Lines, or sectors, that a memory controller sends to its L2 slice unasked.
//
// The slice is asked when one is sent, and looks again when its data are there: whatever it holds or fetches itself is never
// touched. An access that is served while the line is on its way has overtaken it: the line is dropped, whatever has
// become of the access's own line, since a store may have written it, and even left the slice again, behind the read. So a
// line that a prefetch brings is never older than the last store to it. The access itself goes its way as without the
// prefetch; it does not wait for it. Neither look changes anything, LRU included; a line that is filled counts as used last.
// With sectors a line is one sector: it comes alone, into a line that is there or takes a way of its own. One that a store has written
// in part is there.
#include "sim/memory/l2_slice_internal.h"

// Owner of a line: bits of its sectors that nobody has asked for yet. note_owner counts them.
static inline uint8_t bit_of(const l2_slice *slice, uint64_t place)
{
    return (uint8_t)(1u << (place / slice->sector_bytes % slice->line_sectors));
}

// A write-back begins with its line, whichever sectors of it are dirty; all else is of one sector.
bool l2_prefetch_meets(const l2_slice *slice, const request_list *list, uint64_t address)
{
    const uint32_t line_bytes = slice->line_sectors * slice->sector_bytes;
    for (const memory_request *at = list->head; at; at = at->next)
        if ((at->address ^ address) < (at->kind == REQUEST_L2_WRITE_BACK ? line_bytes : slice->sector_bytes))
            return true;
    return false;
}

// Not here, not on its way, whoever has asked for it, and not on its way back to DRAM.
bool l2_prefetch_wanted(const l2_slice *slice, uint64_t address)
{
    const uint64_t place = dram_map_locate(slice->map, address).place;
    uint32_t way;
    const lookup_status found = tag_array_lookup(slice->tags, place, bit_of(slice, place), true, &way);
    if ((found != LOOKUP_MISS && found != LOOKUP_SECTOR_MISS) || mshr_has(slice->mshrs, place))
        return false;
    for (uint32_t i = 0; i < slice->room_from_dram; i++)
        if (slice->prefetch[i].taken && slice->prefetch[i].place == place)
            return false;
    return !l2_prefetch_meets(slice, &slice->miss, address) && !l2_prefetch_meets(slice, &slice->to_dram, address);
}

memory_request *l2_prefetch_sent(l2_slice *slice, uint64_t address)
{
    memory_request *request = request_pool_take(slice->pool);
    request->kind = REQUEST_PREFETCH;
    request->address = request->line = address;
    request->bytes = slice->sector_bytes;
    l2_locate(slice->map, request);
    request->sector_mask = bit_of(slice, request->place);
    while (slice->prefetch[request->slot].taken)
        request->slot++;
    slice->prefetch[request->slot] = (struct l2_prefetch){.place = request->place, .taken = true};
    slice->prefetches++;
    return request;
}

void l2_prefetch_arrives(l2_slice *slice, memory_request *request)
{
    request_list_push(&slice->prefetched, request);
    slice->wake = 0;
}

void l2_prefetch_accessed(l2_slice *slice, uint64_t place)
{
    const uint64_t line = place & ~(uint64_t)(slice->sector_bytes - 1);
    const uint8_t bit = bit_of(slice, place);
    uint32_t way;
    for (uint32_t i = 0; i < slice->room_from_dram; i++) {
        struct l2_prefetch *at = &slice->prefetch[i];
        if (!at->taken || at->place != line || at->overtaken)
            continue;
        at->overtaken = true;
        slice->counters->prefetch_late++;
    }
    if (!slice->unused || tag_array_lookup(slice->tags, place, bit, true, &way) != LOOKUP_HIT || !(tag_array_owner(slice->tags, way) & bit))
        return;
    tag_array_set_owner(slice->tags, way, tag_array_owner(slice->tags, way) & (uint8_t)~bit);
    slice->unused--;
    slice->counters->prefetch_used++;
}

// False: the line that it would evict is dirty, and has no place to go to.
static bool keep(l2_slice *slice, const memory_request *request, uint32_t way, bool line_is_here)
{
    cache_victim victim;
    const uint8_t bit = request->sector_mask;
    if (line_is_here) {
        VERSIONS(version_l2_prefetched(request);)
        tag_array_take_sectors(slice->tags, way, bit, slice->accesses);
        tag_array_fill(slice->tags, way, bit);
        tag_array_set_owner(slice->tags, way, tag_array_owner(slice->tags, way) | bit);
        slice->fill_port += l2_slice_cycles(slice, bit);
        slice->unused++;
        return true;
    }
    if (tag_array_dirty(slice->tags, way, &victim) && slice->miss.count >= slice->room_miss)
        return false;
    VERSIONS(version_l2_prefetched(request);)
    tag_array_take(slice->tags, way, request->place, bit, bit, slice->accesses, &victim);
    tag_array_fill(slice->tags, way, bit);
    l2_slice_evicted(slice, &victim);
    slice->fill_port += l2_slice_cycles(slice, bit);
    slice->unused++;
    return true;
}

void l2_prefetch_fill(l2_slice *slice)
{
    memory_request *request = slice->prefetched.head;
    struct l2_prefetch *sent = &slice->prefetch[request->slot];
    uint32_t way;
    const lookup_status found = tag_array_lookup(slice->tags, request->place, request->sector_mask, true, &way);
    const bool wanted = !sent->overtaken && !mshr_has(slice->mshrs, request->place) && (found == LOOKUP_MISS || found == LOOKUP_SECTOR_MISS);
    if (wanted && !keep(slice, request, way, found == LOOKUP_SECTOR_MISS))
        return;
    slice->counters->prefetch_dropped += !wanted;
    sent->taken = false;
    slice->prefetches--;
    slice->prefetches_over++;
    request_pool_give(slice->pool, request_list_pop(&slice->prefetched));
}
