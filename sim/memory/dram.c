// SPDX-License-Identifier: BSD-3-Clause
// DRAM controller.
#include "sim/memory/dram.h"

#include <stdlib.h>
#include <string.h>


void dram_open(dram *d, const machine *machine, unsigned index, l2_slice *slices, const dram_map *map, request_pool *pool,
               counters *counters)
{
    uint32_t count = machine->l2.sub_partitions / machine->dram.controllers;
    uint32_t places = machine->dram.queue + machine->dram.return_queue;
    *d = (dram){ .banks = dram_banks_new(machine, counters, &d->events, &d->log), .slices = slices, .slice_count = count,
                 .last_borrower = count - 1, .private_used = calloc(count, sizeof *d->private_used),
                 .shared_limit = places > count - 1 ? places - (count - 1) : 1, .latency = machine->dram.latency,
                 .room_returned = machine->dram.return_queue, .index = index, .n_banks = machine->dram.banks, .map = map, .pool = pool, .counters = counters };
    if (!d->private_used)
        abort();
}

bool dram_open_place(dram *d, const machine *machine, const place_options *options, char *error, size_t error_size)
{
    const policy_view shown = {.controller_events = &d->events, .controller = &d->levels};
    if (!place_open_alone(&d->place, PLACE_CONTROLLER, d->index, machine, options, &shown, error, error_size))
        return false;
    d->prefetches = options->policy->prefetch != NULL;
    d->events.heard = place_is_heard(&d->place);
    dram_log_open(&d->log, options->lockstep, d->place.at, machine, options->policy->name, d->slice_count);
    return true;
}

void dram_close(dram *d)
{
    place_close(&d->place);
    dram_log_close(&d->log);
    dram_banks_free(d->banks);
    free(d->private_used);
}

static void give_credit(dram *d, unsigned slice)
{
    if (d->private_used[slice])
        d->private_used[slice] = false;
    else
        d->shared_used--;
}

static bool take_credit(dram *d, unsigned slice)
{
    if (d->private_used[slice] && d->shared_used >= d->shared_limit)
        return false;
    if (!d->private_used[slice])
        d->private_used[slice] = true;
    else
        d->shared_used++;
    d->last_borrower = slice;
    return true;
}

// A read, or a store that is to be acknowledged.
static void return_request(dram *d)
{
    unsigned inner = d->returned.head->slice & (d->slice_count - 1);
    l2_slice *slice = &d->slices[inner];
    if (slice->from_dram.count >= slice->room_from_dram)
        return;
    l2_slice_from_dram(slice, request_list_pop(&d->returned));
    give_credit(d, inner);
}

static bool slices_want(const dram *d)
{
    for (unsigned i = 0; i < d->slice_count; i++)
        if (d->slices[i].to_dram.head)
            return true;
    return false;
}

// One request of the slices into the latency queue.
static void arbitrate(dram *d, uint64_t cycle)
{
    for (unsigned i = 1; i <= d->slice_count; i++) {
        unsigned inner = (d->last_borrower + i) & (d->slice_count - 1);
        l2_slice *slice = &d->slices[inner];
        if (!slice->to_dram.head || slice->from_dram.count >= slice->room_from_dram)
            continue;
        if (dram_banks_full(d->banks))
            return;
        if (!take_credit(d, inner))
            continue;
        memory_request *request = request_list_pop(&slice->to_dram);
        request->ready = cycle + d->latency;
        request_list_push(&d->delayed, request);
        return;
    }
}

// Data that have left the bus.
static void take_done(dram *d, memory_request *done)
{
    if (done->kind == REQUEST_PREFETCH) {
        request_list_push(&d->prefetched, done);
    } else if (!done->wants_reply && request_is_write(done)) {
        unsigned inner = done->slice & (d->slice_count - 1);
        give_credit(d, inner);
        l2_slice_over(&d->slices[inner], done);
    } else {
        request_list_push(&d->returned, done);
    }
}

// Nothing happens in this clock, as in the one before: the blocks sleep through it.
static bool goes_on_resting(const dram *d)
{
    return d->rests && dram_banks_idle(d->banks) && (!d->prefetches || d->levels.room == dram_prefetch_room(d));
}

static void log_levels(dram *d)
{
    shown_levels shown;
    memset(&shown, 0, sizeof shown);
    for (unsigned i = 0; i < d->slice_count; i++) {
        dram_log_fills(&d->log, i, d->slices[i].prefetches_over);
        shown.controller.fill_taken[i] = d->slices[i].prefetches;
    }
    *shown.controller.pending = d->levels.pending;
    *shown.controller.demand_open = d->levels.demand_open;
    *shown.controller.demand_other = d->levels.demand_other;
    *shown.controller.open = dram_banks_open(d->banks);
    level_log_write(&d->log.levels, PLACE_CONTROLLER, d->log.clock, &shown);
}

// The early half of the controller's blocks, and what they answer.
static void ask(dram *d, uint64_t clock, uint64_t cycle, unsigned nth)
{
    dram_banks_show(d->banks, &d->levels);
    d->levels.room = d->prefetches ? dram_prefetch_room(d) : 0;
    if (dram_logged(&d->log))
        log_levels(d);
    lockstep_edge(d->place.options.lockstep, &d->place.clock, clock, cycle, nth);
    place_sleep_until(&d->place, clock);
    place_begin(&d->place);
    place_early(&d->place);
    if (d->prefetches)
        place_prefetch(&d->place, &d->offered);
}

// Their late half, when the clock's commands are out.
static void tell(dram *d)
{
    place_late(&d->place);
    place_end(&d->place);
    d->rests = !d->events.raised && !d->offered.offers && dram_banks_idle(d->banks);
}

static uint64_t wake_of(const dram *d, uint64_t cycle, bool wanted)
{
    if (wanted || d->returned.head || d->prefetched.head || !dram_banks_idle(d->banks))
        return cycle;
    if (d->place.looks && !goes_on_resting(d))
        return cycle;
    if (!d->delayed.head)
        return UINT64_MAX;
    return d->delayed.head->ready > cycle ? d->delayed.head->ready : cycle;
}

void dram_clock(dram *d, uint64_t clock, uint64_t cycle, unsigned nth)
{
    const bool plain = !d->place.looks && !d->events.heard;         // nobody sees the clock
    if (!plain)
        controller_events_clear(&d->events);
    d->log.clock = clock;
    if (d->returned.head)
        return_request(d);
    else if (!plain && d->prefetched.head)
        dram_prefetch_returns(d);
    const bool asks = !plain && d->place.looks && !goes_on_resting(d), busy = !dram_banks_idle(d->banks);
    if (busy) {
        memory_request *done = dram_banks_begin(d->banks, d->returned.count < d->room_returned);
        if (done)
            take_done(d, done);
    }
    if (asks)
        ask(d, clock, cycle, nth);
    if (!(busy && dram_banks_command(d->banks, clock, d->offered.hold)) && d->offered.offers)
        dram_prefetch(d, clock);
    if (asks)
        tell(d);
    if (!plain && d->events.raised && d->place.options.events)
        controller_events_write(&d->events, d->place.options.events, clock, d->place.name);
    bool wanted = slices_want(d);
    if (wanted) {
        arbitrate(d, cycle);
        wanted = slices_want(d);
    }
    if (d->delayed.head && d->delayed.head->ready <= cycle && !dram_banks_full(d->banks))
        dram_banks_push(d->banks, request_list_pop(&d->delayed));
    d->wake = d->place.looks ? 0 : wake_of(d, cycle, wanted);
}

uint64_t dram_wake(const dram *d, uint64_t cycle)
{
    return wake_of(d, cycle, slices_want(d));
}
