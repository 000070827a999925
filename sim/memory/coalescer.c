// SPDX-License-Identifier: BSD-3-Clause
// Coalescer: segments are collected in ascending order, with the bytes that each lane touches.
#include "sim/memory/coalescer.h"
#include "sim/memory/lane_addresses.h"

typedef struct {
    uint64_t segment;
    uint64_t bytes[2];                  // of the 128-byte block, one bit each
} gathering;

typedef struct {
    gathering entry[COALESCER_MAX];
    unsigned  count;
    uint64_t  segment_bytes;
} gatherings;

static bool marks_any(const gathering *gathered, unsigned first, unsigned bytes)
{
    for (unsigned byte = first; byte < first + bytes; byte++)
        if (gathered->bytes[byte / 64] >> byte % 64 & 1)
            return true;
    return false;
}

// Up to 16 bytes of one lane, which lie at a multiple of their number: in one half of the 128-byte block.
static void mark(gathering *gathered, unsigned first, unsigned bytes)
{
    gathered->bytes[first / 64] |= ((UINT64_C(1) << bytes) - 1) << first % 64;
}

// Index of the first entry whose segment is not below `segment`; the search starts at the end.
static unsigned place_of(const gatherings *all, uint64_t segment)
{
    unsigned place = all->count;
    while (place > 0 && all->entry[place - 1].segment >= segment)
        place--;
    return place;
}

static gathering *insert_at(gatherings *all, unsigned place, uint64_t segment)
{
    for (unsigned i = all->count; i > place; i--)
        all->entry[i] = all->entry[i - 1];
    all->count++;
    all->entry[place] = (gathering){.segment = segment};
    return &all->entry[place];
}

// Lanes mostly ascend.
static inline gathering *segment_entry(gatherings *all, uint64_t segment)
{
    gathering *next = &all->entry[all->count];
    if (!all->count || next[-1].segment < segment) {
        all->count++;
        *next = (gathering){.segment = segment};
        return next;
    }
    if (next[-1].segment == segment)
        return &next[-1];
    unsigned place = place_of(all, segment);
    if (place < all->count && all->entry[place].segment == segment)
        return &all->entry[place];
    return insert_at(all, place, segment);
}

static void gather(gatherings *all, uint64_t address, unsigned bytes)
{
    mark(segment_entry(all, address & ~(all->segment_bytes - 1)), (unsigned)(address & 127), bytes);
}

// Bits from..to - 1, 0 <= from <= to <= 64.
static uint64_t ones_between(unsigned from, unsigned to)
{
    return from == to ? 0 : UINT64_MAX >> (64 - (to - from)) << from;
}

// The same for bytes without a gap from `address` on, with nothing gathered before.
static void gather_run(gatherings *all, uint64_t address, uint64_t bytes)
{
    for (uint64_t end = address + bytes; address < end;) {
        uint64_t segment = address & ~(all->segment_bytes - 1), next = segment + all->segment_bytes;
        unsigned from = (unsigned)(address & 127), to = from + (unsigned)((next < end ? next : end) - address);
        all->entry[all->count++] = (gathering){
            .segment = segment, .bytes = {ones_between(from < 64 ? from : 64, to < 64 ? to : 64),
                                          ones_between(from < 64 ? 0 : from - 64, to < 64 ? 0 : to - 64)}};
        address = next;
    }
}

static coalesced shrink(const gathering *gathered, uint64_t segment_bytes)
{
    coalesced access = {.address = gathered->segment, .bytes = (uint16_t)segment_bytes,
                        .byte_mask = {gathered->bytes[0], gathered->bytes[1]}};
    for (unsigned half = 0; half < 2; half++) {
        const uint64_t two = gathered->bytes[half];
        if (!two)                                           // nothing of two sectors: in most accesses that one lane needs
            continue;
        const uint32_t low = (uint32_t)two, high = (uint32_t)(two >> 32);
        access.sectors |= (uint8_t)(((low != 0) | (high != 0) << 1) << 2 * half);
        access.whole |= (uint8_t)(((low == UINT32_MAX) | (high == UINT32_MAX) << 1) << 2 * half);
    }
    if (!(access.sectors & (access.sectors - 1))) {         // all in one
        access.bytes = 32;
        access.address = (access.address & ~UINT64_C(127)) + 32 * (unsigned)__builtin_ctz(access.sectors);
    }
    while (access.bytes > 32) {
        unsigned half = access.bytes / 2u, first = (unsigned)(access.address & 127) / 32, sectors = half / 32;
        unsigned lower = access.sectors >> first & ((1u << sectors) - 1);
        unsigned upper = access.sectors >> (first + sectors) & ((1u << sectors) - 1);
        if (lower && upper)
            break;
        access.bytes = (uint16_t)half;
        access.address += lower ? 0 : half;
    }
    return access;
}

static unsigned finish(const gatherings *all, coalesced out[COALESCER_MAX])
{
    for (unsigned i = 0; i < all->count; i++)
        out[i] = shrink(&all->entry[i], all->segment_bytes);
    return all->count;
}

static uint64_t segment_for(unsigned width, unsigned line_bytes)
{
    uint64_t segment = width == 1 ? 32 : width == 2 ? 64 : 128;
    return segment < line_bytes ? segment : line_bytes;
}

#define EACH_LANE(lane, lanes) (uint32_t left_ = (lanes), lane = 0; left_ && (lane = (uint32_t)__builtin_ctz(left_), true); left_ &= left_ - 1)

unsigned coalesce(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, unsigned line_bytes,
                  coalesced out[COALESCER_MAX])
{
    gatherings all;
    all.count = 0;
    all.segment_bytes = segment_for(width, line_bytes);
    if (lanes_side_by_side(lanes) && lanes_step_by(lanes, address, width))
        gather_run(&all, address[__builtin_ctz(lanes)], (uint64_t)(unsigned)__builtin_popcount(lanes) * width);
    else if (lanes && lanes_step_by(lanes, address, 0))
        gather(&all, address[__builtin_ctz(lanes)], width);
    else
        for EACH_LANE(lane, lanes)
            gather(&all, address[lane], width);
    return finish(&all, out);
}

unsigned coalesce_local(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, uint64_t word_stride,
                        unsigned line_bytes, coalesced out[COALESCER_MAX])
{
    gatherings all;
    unsigned word = width < 4 ? width : 4;
    all.count = 0;
    all.segment_bytes = segment_for(width, line_bytes);
    for (unsigned i = 0; i < width / word; i++)
        for EACH_LANE(lane, lanes)
            gather(&all, address[lane] + i * word_stride, word);
    return finish(&all, out);
}

unsigned coalesce_pieces(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned pieces, unsigned width, uint64_t stride,
                         unsigned line_bytes, coalesced out[COALESCER_MAX])
{
    gatherings all;
    all.count = 0;
    all.segment_bytes = segment_for(width, line_bytes);
    for (unsigned i = 0; i < pieces; i++)
        for EACH_LANE(lane, lanes)
            gather(&all, address[lane] + i * stride, width);
    return finish(&all, out);
}

// The first access of the segment in which none of the lane's bytes is taken, else a new one behind the others.
static gathering *free_entry(gatherings *all, uint64_t segment, unsigned first, unsigned bytes)
{
    unsigned place = place_of(all, segment);
    while (place < all->count && all->entry[place].segment == segment) {
        if (!marks_any(&all->entry[place], first, bytes))
            return &all->entry[place];
        place++;
    }
    return insert_at(all, place, segment);
}

unsigned coalesce_atomic(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned width, unsigned segment_bytes,
                         coalesced out[COALESCER_MAX])
{
    gatherings all;
    all.count = 0;
    all.segment_bytes = segment_for(width, segment_bytes);
    for EACH_LANE(lane, lanes) {
        unsigned first = (unsigned)(address[lane] & 127);
        mark(free_entry(&all, address[lane] & ~(all.segment_bytes - 1), first, width), first, width);
    }
    return finish(&all, out);
}

unsigned coalesce_blocks(uint32_t lanes, const uint64_t address[COALESCER_LANES], unsigned line_bytes, coalesced out[COALESCER_MAX])
{
    gatherings all;
    all.count = 0;
    all.segment_bytes = line_bytes;
    if (lanes && lanes_step_by(lanes, address, 0))
        lanes &= -lanes;
    for EACH_LANE(lane, lanes)
        segment_entry(&all, address[lane] & ~(uint64_t)(line_bytes - 1));
    for (unsigned i = 0; i < all.count; i++)
        out[i] = (coalesced){.address = all.entry[i].segment, .bytes = (uint16_t)line_bytes};
    return all.count;
}

static bool among(uint64_t line, const coalesced *accesses, unsigned count, uint64_t above)
{
    for (unsigned i = 0; i < count; i++)
        if ((accesses[i].address & above) == line)
            return true;
    return false;
}

unsigned coalesced_lines(const coalesced *accesses, unsigned count, unsigned line_bytes)
{
    uint64_t above = ~(uint64_t)(line_bytes - 1);
    unsigned lines = count != 0, first = 0;             // first: where the part in front of this one ends
    for (unsigned i = 1; i < count; i++) {
        if (accesses[i].address < accesses[i - 1].address)
            first = i;
        uint64_t line = accesses[i].address & above;
        bool repeated = i > first && line == (accesses[i - 1].address & above);
        lines += !repeated && !among(line, accesses, first, above);
    }
    return lines;
}
