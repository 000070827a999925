// DRAM controller.
#include "sim/memory/dram.h"

#include <stdlib.h>

void dram_open(dram *d, const machine *machine, l2_slice *slices, counters *counters)
{
    uint32_t count = machine->l2.sub_partitions / machine->dram.controllers;
    uint32_t places = machine->dram.queue + machine->dram.return_queue;
    *d = (dram){ .banks = dram_banks_new(machine, counters, &d->events), .slices = slices, .slice_count = count,
                 .last_borrower = count - 1, .private_used = calloc(count, sizeof *d->private_used),
                 .shared_limit = places > count - 1 ? places - (count - 1) : 1, .latency = machine->dram.latency,
                 .room_returned = machine->dram.return_queue };
    if (!d->private_used)
        abort();
}

bool dram_open_place(dram *d, unsigned index, const machine *machine, const place_options *options, char *error, size_t error_size)
{
    const policy_view shown = {.controller_events = &d->events, .controller = &d->levels};
    if (!place_open_alone(&d->place, PLACE_CONTROLLER, index, machine, options, &shown, error, error_size))
        return false;
    d->events.heard = place_is_heard(&d->place);
    return true;
}

void dram_close(dram *d)
{
    place_close(&d->place);
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
    unsigned inner = d->returned.head->slice % d->slice_count;
    l2_slice *slice = &d->slices[inner];
    if (slice->from_dram.count >= slice->room_from_dram)
        return;
    l2_slice_from_dram(slice, request_list_pop(&d->returned));
    give_credit(d, inner);
}

// One request of the slices into the latency queue.
static void arbitrate(dram *d, uint64_t cycle)
{
    for (unsigned i = 1; i <= d->slice_count; i++) {
        unsigned inner = (d->last_borrower + i) % d->slice_count;
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

void dram_clock(dram *d, uint64_t clock, uint64_t cycle)
{
    controller_events_clear(&d->events);
    if (d->returned.head)
        return_request(d);
    if (!dram_banks_idle(d->banks)) {
        memory_request *done = dram_banks_clock(d->banks, clock, d->returned.count < d->room_returned);
        if (done && !done->wants_reply && request_is_write(done)) {
            unsigned inner = done->slice % d->slice_count;
            give_credit(d, inner);
            l2_slice_over(&d->slices[inner], done);
        } else if (done) {
            request_list_push(&d->returned, done);
        }
    }
    arbitrate(d, cycle);
    if (d->delayed.head && d->delayed.head->ready <= cycle && !dram_banks_full(d->banks))
        dram_banks_push(d->banks, request_list_pop(&d->delayed));
}

void dram_step_place(dram *d, uint64_t clock, uint64_t cycle, unsigned nth)
{
    if (d->events.raised && d->place.options.events)
        controller_events_write(&d->events, d->place.options.events, clock, d->place.name);
    if (!d->place.looks)
        return;
    d->levels.pending = dram_banks_pending(d->banks);
    lockstep_edge(d->place.options.lockstep, &d->place.clock, clock, cycle, nth);
    place_sleep_until(&d->place, clock);
    place_edge(&d->place);
}

static bool slices_want(const dram *d)
{
    for (unsigned i = 0; i < d->slice_count; i++)
        if (d->slices[i].to_dram.head)
            return true;
    return false;
}

uint64_t dram_wake(const dram *d, uint64_t cycle)
{
    if (d->returned.head || !dram_banks_idle(d->banks) || slices_want(d))
        return cycle;
    if (!d->delayed.head)
        return UINT64_MAX;
    return d->delayed.head->ready > cycle ? d->delayed.head->ready : cycle;
}
