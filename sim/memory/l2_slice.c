// SPDX-License-Identifier: BSD-3-Clause
// L2 slice. Order within a clock as in memory_sub_partition::cache_cycle: replies of filled MSHRs, a fill, a miss to the
// DRAM queue, one access, one request out of the ROP queue.
#include "sim/memory/l2_slice_internal.h"

#include <stdlib.h>

enum { SEGMENT_BYTES = 128, CHUNK_BYTES = 32 };      // what the sector masks of a request are about
enum { HALF_SEGMENT_BYTES = 64 };                    // a line of the L1C that GPGPU-Sim breaks down in a way of its own

void l2_slice_open(l2_slice *slice, const machine *machine, unsigned index, const dram_map *map, request_pool *pool,
                   counters *counters)
{
    cache_geometry geometry = { .sets = machine->l2.sets, .ways = machine->l2.ways, .line_bytes = machine->l2.line_bytes,
                                .sector_bytes = machine->l2.sector_bytes, .index = machine->l2.index,
                                .mshrs = machine->l2.mshrs, .mshr_merges = machine->l2.mshr_merges };
    *slice = (l2_slice){ .wake = UINT64_MAX, .room_from_icnt = machine->l2.queue_from_icnt,
                         .room_to_dram = machine->l2.queue_to_dram, .room_from_dram = machine->l2.queue_from_dram,
                         .room_to_icnt = machine->l2.queue_to_icnt, .room_miss = machine->l2.miss_queue,
                         .sector_bytes = machine->l2.sector_bytes, .sector_shift = (unsigned)__builtin_ctz(machine->l2.sector_bytes),
                         .port_bytes = machine->l2.port_bytes,
                         .write_miss = machine->l2.write_miss, .perfect = machine->l2.perfect,
                         .latency = machine->l2.latency, .line_sectors = machine->l2.line_bytes / machine->l2.sector_bytes,
                         .index = index, .map = map, .pool = pool, .counters = counters };
    slice->tags = tag_array_new(&geometry);
    slice->mshrs = mshr_table_new(geometry.mshrs, geometry.mshr_merges);
    slice->prefetch = calloc(slice->room_from_dram, sizeof *slice->prefetch);
    if (!slice->prefetch)
        abort();
}

void l2_slice_close(l2_slice *slice)
{
    tag_array_free(slice->tags);
    mshr_table_free(slice->mshrs);
    free(slice->prefetch);
}

bool l2_slice_has_room(const l2_slice *slice)
{
    return slice->from_icnt.count + slice->line_sectors <= slice->room_from_icnt;
}

static inline uint8_t sector_bit(const l2_slice *slice, uint64_t address)
{
    return (uint8_t)(1u << (address >> slice->sector_shift & (slice->line_sectors - 1)));
}

static void enter(l2_slice *slice, memory_request *sector, uint8_t mask, bool whole, uint64_t cycle)
{
    sector->sector_mask = mask;
    sector->byte_mask_sectors = whole ? mask : 0;
    sector->ready = cycle + slice->latency;
    request_list_push(&slice->rop, sector);
    if (sector->ready < slice->wake)
        slice->wake = sector->ready;
}

// Bits of a 32-byte chunk mask that the sector at `address` covers, given that bit 0 stands for `base`; *all: the sector
// lies within the mask's 128 bytes and every chunk of it is set.
static inline uint8_t covered(const l2_slice *slice, uint8_t mask, uint64_t base, uint64_t address, bool *all)
{
    if (!mask) {                                    // of what is written in a read
        *all = false;
        return 0;
    }
    uint64_t from = address < base ? base : address;
    uint64_t to = address + slice->sector_bytes;
    bool inside = address >= base && to <= base + SEGMENT_BYTES;
    if (to > base + SEGMENT_BYTES)
        to = base + SEGMENT_BYTES;
    unsigned first = (unsigned)(from - base) / CHUNK_BYTES, last = (unsigned)(to - base - 1) / CHUNK_BYTES;
    uint8_t bits = (uint8_t)((2u << last) - (1u << first));
    *all = inside && (mask & bits) == bits;
    return mask & bits;
}

// The two sectors of a line of 64 bytes that the L1C asks for: both bear the address of the first, so they share an MSHR, and a fetch
// fills the sector that it was sent for.
static inline bool bears_first_address(const memory_request *sector)
{
    return sector->kind == REQUEST_CONST_READ && sector->parent && sector->parent->bytes == HALF_SEGMENT_BYTES;
}

static void add_sector(l2_slice *slice, memory_request *whole_request, uint64_t address, bool whole, uint64_t cycle)
{
    memory_request *sector = request_pool_copy(slice->pool, whole_request);
    sector->parent = whole_request;
    sector->bytes = slice->sector_bytes;
    whole_request->pending++;
    const uint64_t behind = address - whole_request->address;
    const uint8_t mask = sector_bit(slice, whole_request->place + behind);
    if (!bears_first_address(sector)) {
        sector->address += behind;
        sector->column += (uint32_t)behind;
        sector->place += behind;
    }
    enter(slice, sector, mask, whole, cycle);
}

void l2_locate(const dram_map *map, memory_request *request)
{
    const dram_location location = dram_map_locate(map, request->address);
    request->place = location.place;
    request->slice = (uint8_t)location.slice;
    request->controller = (uint8_t)location.controller;
    request->bank = (uint8_t)location.bank;
    request->row = location.row;
    request->column = location.column;
}

// As breakdown_request_to_sector_requests: a request for 128 bytes becomes all its sectors, whatever its mask says; a smaller
// write those of its mask, wherever in the segment they lie (dirty sectors of a line need not be neighbours). A line lies in
// one row of one bank, so its sectors share the location but for their columns, which follow each other.
void l2_slice_accept(l2_slice *slice, memory_request *request, uint64_t cycle)
{
    bool write = request_is_write(request), whole;
    uint64_t first = request->address & ~(uint64_t)(slice->sector_bytes - 1);
    uint64_t base = request->address & ~(uint64_t)(SEGMENT_BYTES - 1);
    if (request->address + request->bytes <= first + slice->sector_bytes) {
        covered(slice, request->byte_mask_sectors, base, first, &whole);
        enter(slice, request, sector_bit(slice, request->place), whole, cycle);
        return;
    }
    bool by_mask = write && request->bytes < SEGMENT_BYTES;
    uint64_t end = by_mask ? base + SEGMENT_BYTES : request->address + request->bytes;
    for (uint64_t address = by_mask ? base : first; address < end; address += slice->sector_bytes) {
        if (by_mask && !covered(slice, request->sector_mask, base, address, &whole))
            continue;
        covered(slice, request->byte_mask_sectors, base, address, &whole);
        add_sector(slice, request, address, whole, cycle);
    }
}

void l2_slice_over(l2_slice *slice, memory_request *request)
{
    bool sent_by_sm = request->kind != REQUEST_L2_WRITE_BACK && request->kind != REQUEST_L2_FILL;
    memory_request *whole = request_pool_finish_sector(slice->pool, request);
    if (whole) {
        request_pool_give(slice->pool, whole);
        atomic_fetch_sub_explicit(&slice->pool->outstanding, sent_by_sm, memory_order_relaxed);
    }
}

static void leave_input(l2_slice *slice)
{
    request_list_pop(&slice->from_icnt);
    slice->left++;
}

// The access is done with: what was asked for goes back.
static void reply(l2_slice *slice, memory_request *request)
{
    if (request->wants_reply)
        request_list_push(&slice->to_icnt, request);
    else
        l2_slice_over(slice, request);
}

VERSIONS(
static uint64_t address_of(const l2_slice *slice, uint64_t place) { return dram_map_address(slice->map, slice->index, place); }
)
static void write_back(l2_slice *slice, const cache_victim *victim)
{
    memory_request *request = request_pool_take(slice->pool);
    request->kind = REQUEST_L2_WRITE_BACK;
    request->address = request->line = dram_map_address(slice->map, slice->index, victim->line);
    request->bytes = (uint32_t)__builtin_popcount(victim->dirty_sectors) * slice->sector_bytes;
    l2_locate(slice->map, request);
    VERSIONS(version_l2_written_back(request, l2_slice_line_bytes(slice), victim->dirty_sectors, slice->sector_bytes);)
    request_list_push(&slice->miss, request);
}

uint32_t l2_slice_cycles(const l2_slice *slice, uint8_t sectors)
{
    return slice->port_bytes ? (uint32_t)__builtin_popcount(sectors) * slice->sector_bytes / slice->port_bytes : 0;
}

// Only a line with sectors that came unasked, and that nobody has asked for, has an owner: a bit for each of them.
static inline void note_owner(l2_slice *slice, const cache_victim *victim)
{
    const unsigned unused = (unsigned)__builtin_popcount(victim->owner);
    slice->counters->prefetch_evicted += unused;
    slice->unused -= unused;
}

void l2_slice_evicted(l2_slice *slice, const cache_victim *victim)
{
    if (victim->dirty_sectors)
        write_back(slice, victim);
    VERSIONS(if (victim->valid || victim->dirty_sectors)
                 version_l2_gone(address_of(slice, victim->line), l2_slice_line_bytes(slice));)
    note_owner(slice, victim);
}

// Cycles for which the bytes of a hit take the data port; 0: no limit.
static inline uint32_t hit_cycles(const l2_slice *slice, uint32_t bytes)
{
    return slice->port_bytes ? (bytes + slice->port_bytes - 1) / slice->port_bytes : 0;
}

static inline uint64_t mshr_key(const l2_slice *slice, const memory_request *request)
{
    return request->place & ~(uint64_t)(slice->sector_bytes - 1);
}

static void count_miss(l2_slice *slice, lookup_status status)
{
    slice->counters->l2_pending_hits += status == LOOKUP_PENDING;
    slice->counters->l2_misses += status != LOOKUP_PENDING;
}

// The sector of the request is reserved and its fetch sent, or the request merges with one on its way. The request is in no list.
static void fetch(l2_slice *slice, memory_request *request, lookup_status status, uint32_t way, bool merged)
{
    cache_victim victim = { 0 };
    uint64_t key = mshr_key(slice, request);
    bool with_other = merged && status == LOOKUP_SECTOR_MISS;     // sector of a line of the L1C
    VERSIONS(if (!with_other) version_l2_fetch(request, slice->sector_bytes, merged, status == LOOKUP_MISS);)
    if (status == LOOKUP_MISS)
        tag_array_take(slice->tags, way, request->place, request->sector_mask, 0, slice->accesses, &victim);
    else if (status == LOOKUP_SECTOR_MISS && !with_other)
        tag_array_take_sectors(slice->tags, way, request->sector_mask, slice->accesses);
    else
        tag_array_touch(slice->tags, way, slice->accesses);
    mshr_add(slice->mshrs, key, (uintptr_t)request, request->kind == REQUEST_GLOBAL_ATOMIC);
    if (!merged) {
        request->l2_way = way;
        request_list_push(&slice->miss, request);
    }
    l2_slice_evicted(slice, &victim);
}

// Sectors become dirty without a fetch; one written in part is fetched when it is read.
static void keep_store(l2_slice *slice, memory_request *request, lookup_status status, uint32_t way)
{
    VERSIONS(version_arrived(request); version_l2_store(request, true, false);)
    cache_victim victim = { 0 };
    if (status == LOOKUP_MISS)
        tag_array_take(slice->tags, way, request->place, 0, 0, slice->accesses, &victim);
    else
        tag_array_touch(slice->tags, way, slice->accesses);
    if (!request->byte_mask_sectors && tag_array_note_written(slice->tags, way, request->place, request->address, request->byte_mask))
        request->byte_mask_sectors = request->sector_mask;
    tag_array_set_dirty(slice->tags, way, request->sector_mask, request->byte_mask_sectors);
    l2_slice_evicted(slice, &victim);
    slice->data_port += l2_slice_cycles(slice, victim.dirty_sectors);
    slice->counters->l2_hits += status == LOOKUP_HIT;
    if (status == LOOKUP_HIT)
        slice->data_port += hit_cycles(slice, request->bytes);
    else
        count_miss(slice, status);
    leave_input(slice);
    reply(slice, request);
}

// A store that misses goes on to DRAM, which acknowledges it, and its sector is fetched, clean. It may need three places: its
// own, the fetch and the line that this evicts.
static bool send_store(l2_slice *slice, memory_request *request, lookup_status status, uint32_t way)
{
    if (slice->miss.count + 2 >= slice->room_miss || !mshr_can_add(slice->mshrs, mshr_key(slice, request)))
        return false;
    VERSIONS(version_arrived(request); version_l2_store(request, false, status == LOOKUP_PENDING);)
    count_miss(slice, status);
    leave_input(slice);
    request_list_push(&slice->miss, request);
    memory_request *fetched = request_pool_copy(slice->pool, request);
    fetched->kind = REQUEST_L2_FILL;
    fetched->wants_reply = false;
    fetched->parent = NULL;
    fetched->address &= ~(uint64_t)(slice->sector_bytes - 1);
    fetched->bytes = slice->sector_bytes;
    fetch(slice, fetched, status, way, mshr_has(slice->mshrs, mshr_key(slice, fetched)));
    return true;
}

// The line has left, and comes again, while those who had asked for it are still to be answered: a fetch that merged with theirs
// would bring the line as it was, or, when that one has filled it, nothing. The access waits for their answers.
static bool comes_too_soon(const l2_slice *slice, const memory_request *request, lookup_status status)
{
    const bool gone = status == LOOKUP_MISS || (status == LOOKUP_SECTOR_MISS && !bears_first_address(request));
    return gone && mshr_has(slice->mshrs, mshr_key(slice, request));
}

static bool write(l2_slice *slice, memory_request *request)
{
    uint32_t way;
    lookup_status status = tag_array_lookup(slice->tags, request->place, request->sector_mask, true, &way);
    if (status == LOOKUP_NO_WAY || comes_too_soon(slice, request, status))
        return false;
    if (status != LOOKUP_HIT && slice->write_miss == WRITE_MISS_FETCH)
        return send_store(slice, request, status, way);
    keep_store(slice, request, status, way);
    return true;
}

// The head of the queue.
static void hit(l2_slice *slice, memory_request *request)
{
    slice->data_port += hit_cycles(slice, request->bytes);
    slice->counters->l2_hits++;
    leave_input(slice);
    reply(slice, request);
}

VERSIONS(
static void take_atomic(const memory_request *request, bool hit)
{
    if (request->kind == REQUEST_GLOBAL_ATOMIC) {
        version_arrived(request);
        version_l2_atomic(request, hit);
    }
}
)
static void read_hit(l2_slice *slice, memory_request *request, uint32_t way)
{
    tag_array_touch(slice->tags, way, slice->accesses);
    if (request->kind == REQUEST_GLOBAL_ATOMIC)
        tag_array_set_dirty(slice->tags, way, request->sector_mask, request->sector_mask);
    VERSIONS(version_l2_hit(request); take_atomic(request, true);)
    hit(slice, request);
}

static bool read(l2_slice *slice, memory_request *request)
{
    uint32_t way;
    lookup_status status = tag_array_lookup(slice->tags, request->place, request->sector_mask, false, &way);
    if (status == LOOKUP_HIT) {
        read_hit(slice, request, way);
        return true;
    }
    // A miss may need two places: its own request and the line that it evicts.
    if (status == LOOKUP_NO_WAY || slice->miss.count + 1 >= slice->room_miss ||
        comes_too_soon(slice, request, status) || !mshr_can_add(slice->mshrs, mshr_key(slice, request)))
        return false;
    const bool merged = mshr_has(slice->mshrs, mshr_key(slice, request));
    count_miss(slice, merged ? LOOKUP_PENDING : status);
    leave_input(slice);
    fetch(slice, request, status, way, merged);
    VERSIONS(take_atomic(request, false);)
    return true;
}

static bool serve(l2_slice *slice, memory_request *request)
{
    if (!slice->perfect)
        return request_is_write(request) ? write(slice, request) : read(slice, request);
    VERSIONS(if (request_is_write(request) || request->kind == REQUEST_GLOBAL_ATOMIC) version_arrived(request);)
    hit(slice, request);
    return true;
}

VERSIONS(
// The head of the queue, whether or not it is served in this cycle: nothing overtakes it.
static void exchange_versions(memory_request *request)
{
    memory_request *whole = request->parent ? request->parent : request;
    if (request_is_write(request))
        version_write(request->address, request->bytes, &request->versions);
    else
        version_read(request->address, request->bytes, &whole->versions, request->kind == REQUEST_GLOBAL_ATOMIC);
}
)
static void access(l2_slice *slice)
{
    memory_request *request = slice->from_icnt.head;
    const uint64_t place = request->place;
    slice->accesses++;
    VERSIONS(exchange_versions(request);)
    if (!serve(slice, request)) {
        slice->counters->l2_reservation_fails++;
        return;
    }
    slice->counters->l2_accesses++;
    if (slice->prefetches || slice->unused)
        l2_prefetch_accessed(slice, place);
}

static void fill(l2_slice *slice)
{
    memory_request *request = request_list_pop(&slice->from_dram);
    uint32_t way;
    tag_array_expect(slice->tags, request->l2_way);
    lookup_status status = tag_array_lookup(slice->tags, request->place, request->sector_mask, false, &way);
    bool present = status == LOOKUP_PENDING || status == LOOKUP_HIT;        // not if it was overwritten, then evicted
    if (present)
        tag_array_fill(slice->tags, way, request->sector_mask);
    const bool atomic = mshr_fill(slice->mshrs, mshr_key(slice, request));
    VERSIONS(version_l2_fill(request, slice->sector_bytes, present, atomic);)
    if (atomic && present)
        tag_array_set_dirty(slice->tags, way, request->sector_mask, request->sector_mask);
    slice->fill_port += l2_slice_cycles(slice, request->sector_mask);
}

// A fetched sector, or the acknowledgement of a store that went on.
static void take_from_dram(l2_slice *slice)
{
    if (!request_is_write(slice->from_dram.head)) {
        if (!slice->fill_port)
            fill(slice);
    } else if (slice->to_icnt.count < slice->room_to_icnt) {
        reply(slice, request_list_pop(&slice->from_dram));
    }
}

void l2_slice_clock(l2_slice *slice, uint64_t cycle)
{
    if (mshr_has_ready(slice->mshrs) && slice->to_icnt.count < slice->room_to_icnt)
        reply(slice, (memory_request *)(uintptr_t)mshr_take_ready(slice->mshrs));
    if (slice->from_dram.head)
        take_from_dram(slice);
    else if (slice->prefetched.head && !slice->fill_port)
        l2_prefetch_fill(slice);
    if (slice->miss.head && slice->to_dram.count < slice->room_to_dram)
        request_list_push(&slice->to_dram, request_list_pop(&slice->miss));
    slice->data_port -= slice->data_port != 0;
    slice->fill_port -= slice->fill_port != 0;
    if (slice->from_icnt.head && slice->to_dram.count < slice->room_to_dram && slice->to_icnt.count < slice->room_to_icnt &&
        !slice->data_port)
        access(slice);
    if (slice->rop.head && slice->rop.head->ready <= cycle && slice->from_icnt.count < slice->room_from_icnt) {
        request_list_push(&slice->from_icnt, request_list_pop(&slice->rop));
        slice->entered++;
    }
    if (slice->from_icnt.head || slice->from_dram.head || slice->prefetched.head || slice->miss.head || slice->data_port || slice->fill_port ||
        mshr_has_ready(slice->mshrs))
        slice->wake = cycle + 1;
    else
        slice->wake = slice->rop.head ? slice->rop.head->ready : UINT64_MAX;
}

// Of a line whose sectors the copy has in part, the others stay what they are.
void l2_slice_host_copy(l2_slice *slice, uint64_t place, uint32_t bytes)
{
    cache_victim victim;
    uint32_t way;
    const uint8_t last = sector_bit(slice, place + bytes - 1), sectors = (uint8_t)(2 * last - sector_bit(slice, place));
    lookup_status status = tag_array_lookup(slice->tags, place, sectors, true, &way);
    if (status == LOOKUP_NO_WAY)
        return;
    slice->accesses++;
    if (status == LOOKUP_MISS) {
        tag_array_take(slice->tags, way, place, sectors, 0, slice->accesses, &victim);
        VERSIONS(if (victim.valid || victim.dirty_sectors)
                     version_host_drops(address_of(slice, victim.line), l2_slice_line_bytes(slice));)
        note_owner(slice, &victim);
    } else if (status == LOOKUP_SECTOR_MISS) {
        tag_array_take_sectors(slice->tags, way, sectors, slice->accesses);
    }
    tag_array_fill(slice->tags, way, sectors);
    VERSIONS(for (uint64_t at = place & ~(uint64_t)(slice->sector_bytes - 1); at < place + bytes; at += slice->sector_bytes)
                 version_host_copy(address_of(slice, at), slice->sector_bytes);)
}
