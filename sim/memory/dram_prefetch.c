// SPDX-License-Identifier: BSD-3-Clause
// Lines of open rows that nobody asked for, from a memory controller to its slices of the L2.
//
// The policy offers a line a bank. In a clock whose data bus no request takes, one of them is sent, or dropped when its slice has no
// use for it or its newest data are still on their way to the bank; banks are looked at in the order in which requests are.
// A line is read as the L2's sector is, whole. Its slice has places for so many on their way to it as its queue from DRAM has
// (l2_prefetch.c), so it never waits on the data bus for want of one.
#include "sim/memory/dram.h"

// By its address: with IPOLY the lines of a row lie in all slices of the controller.
static inline l2_slice *slice_of(const dram *d, uint64_t address)
{
    return &d->slices[dram_map_locate(d->map, address).slice % d->slice_count];
}

// Of all slices in which the line of the bank may lie.
static bool has_room(const dram *d, uint32_t bank)
{
    if (d->map->indexing == PARTITION_CONSECUTIVE)
        return l2_prefetch_has_room(&d->slices[bank & (d->slice_count - 1)]);
    for (uint32_t i = 0; i < d->slice_count; i++)
        if (!l2_prefetch_has_room(&d->slices[i]))
            return false;
    return true;
}

uint64_t dram_prefetch_room(const dram *d)
{
    uint64_t room = 0;
    for (uint32_t bank = 0; bank < d->n_banks; bank++)
        room |= (uint64_t)has_room(d, bank) << bank;
    return room;
}

static void drop(dram *d, uint32_t bank, uint32_t row, uint32_t line)
{
    d->counters->prefetch_refused++;
    if (dram_logged(&d->log))
        dram_log_column(&d->log, bank, row, line, LINE_DROPPED, false, true, true);
    tell_event(&d->events, line_sent, .bank = (uint8_t)bank, .row = row, .line = line, .kind = LINE_DROPPED, .first = true);
}

// False when nothing becomes of the bank's offer in this clock: its column may not be read yet.
static bool take_offer(dram *d, uint64_t clock, uint32_t bank)
{
    uint64_t opened_for;
    const uint32_t row = dram_banks_row(d->banks, bank, &opened_for), line = d->offered.line[bank];
    const uint64_t beyond = dram_map_beyond(d->map, opened_for);
    const uint64_t address = dram_map_compose(d->map, d->index, bank, row, line * d->slices[0].sector_bytes, beyond);
    l2_slice *slice = slice_of(d, address);
    if (!l2_prefetch_wanted(slice, address) || l2_prefetch_meets(slice, &d->delayed, address)) {
        drop(d, bank, row, line);
        return true;
    }
    if (!dram_banks_may_read(d->banks, clock, bank))
        return false;
    dram_banks_read(d->banks, clock, l2_prefetch_sent(slice, address));
    d->counters->prefetch_sent++;
    return true;
}

void dram_prefetch(dram *d, uint64_t clock)
{
    const uint64_t above = UINT64_MAX << dram_banks_first(d->banks), offers = d->offered.offers;
    for (uint64_t left = offers & above; left; left &= left - 1)
        if (take_offer(d, clock, (uint32_t)__builtin_ctzll(left)))
            return;
    for (uint64_t left = offers & ~above; left; left &= left - 1)
        if (take_offer(d, clock, (uint32_t)__builtin_ctzll(left)))
            return;
}

void dram_prefetch_returns(dram *d)
{
    memory_request *request = request_list_pop(&d->prefetched);
    l2_prefetch_arrives(&d->slices[request->slice % d->slice_count], request);
}
