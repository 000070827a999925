// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit: how it is made and set to a kernel, and what others ask of its state. Nothing moves here.
#include "sim/core/ldst_internal.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/l1d_ways.h"

static uint32_t power_of_two(uint32_t least)
{
    uint32_t size = 1;
    while (size < least)
        size *= 2;
    return size;
}

static read_only_cache *new_l1c(const machine *machine, memory_system *memory, unsigned sm_index, counters *counters)
{
    read_only_config config = {
        .geometry = { .sets = machine->l1c.sets, .ways = machine->l1c.ways, .line_bytes = machine->l1c.line_bytes,
                      .sector_bytes = machine->l1c.line_bytes, .index = INDEX_LINEAR,
                      .mshrs = machine->l1c.mshrs, .mshr_merges = machine->l1c.mshr_merges },
        .miss_queue = machine->l1c.miss_queue, .client = CLIENT_L1C, .kind = REQUEST_CONST_READ, .perfect = machine->l1d.perfect,
        .accesses = &counters->l1c_accesses, .misses = &counters->l1c_misses };
    return read_only_cache_new(&config, memory, sm_index);
}

static void open_banks(ldst *unit, const machine *machine)
{
    unit->n_banks = machine->l1d.banks;
    unit->due = UINT64_MAX;
    unit->bank_shift = (uint32_t)__builtin_ctz(machine->l1d.bank_bytes);
    unit->queue_places = machine->l1d.latency;
    unit->queue_mask = power_of_two(unit->queue_places) - 1;
    for (uint32_t b = 0; b < unit->n_banks; b++) {
        unit->bank[b].queue = calloc(unit->queue_mask + 1, sizeof *unit->bank[b].queue);
        if (!unit->bank[b].queue)
            abort();
    }
}

ldst *ldst_new(const machine *machine, memory_system *memory, sm *sm, sm_events *events, unsigned sm_index, ldst_answers answers,
               counters *counters)
{
    ldst *unit = malloc(sizeof *unit);
    if (!unit)
        abort();
    memset(unit, 0, offsetof(ldst, accesses));
    unit->machine = machine;
    unit->memory = memory;
    unit->sm = sm;
    unit->events = events;
    unit->sm_index = sm_index;
    unit->counters = counters;
    unit->l1d = l1d_new(machine, memory, sm_index, counters);
    unit->l1c = new_l1c(machine, memory, sm_index, counters);
    open_banks(unit, machine);
    unit->answers = answers;
    unit->aside_places = answers.aside_places;
    unit->aside = calloc(answers.aside_places + 1, sizeof *unit->aside);
    unit->stalled_at = unit->aside_at = UINT64_MAX;
    unit->shared_places = machine->core.shared_latency;
    unit->shared_mask = power_of_two(unit->shared_places) - 1;
    unit->shared = calloc(unit->shared_mask + 1, sizeof *unit->shared);
    unit->set_touched_by = calloc(machine->l1d.sets, sizeof *unit->set_touched_by);
    unit->free_slot = NO_SLOT;
    if (!unit->aside || !unit->shared || !unit->set_touched_by)
        abort();
    return unit;
}

void ldst_free(ldst *unit)
{
    if (!unit)
        return;
    l1d_watch_free(unit->watch);
    l1d_free(unit->l1d);
    read_only_cache_free(unit->l1c);
    texture_cache_free(unit->l1t);
    for (uint32_t b = 0; b < unit->n_banks; b++)
        free(unit->bank[b].queue);
    free(unit->aside);
    free(unit->shared);
    free(unit->set_touched_by);
    free(unit->slots);
    free(unit);
}

// --- what others ask

bool ldst_can_accept(const ldst *unit)
{
    return !unit->dispatch;
}

bool ldst_can_reply(const ldst *unit)
{
    return unit->responses < RESPONSE_PLACES;
}

uint64_t ldst_next_event(const ldst *unit)
{
    return unit->next;
}

const bypass_level *ldst_asked(const ldst *unit)
{
    return &unit->asked;
}

bool ldst_empty(const ldst *unit)
{
    return !unit->dispatch && !unit->write_back && !unit->responses && !unit->next_memory && !unit->queued &&
           !unit->shared_count && !unit->slots_used && l1d_quiet(unit->l1d) && read_only_cache_quiet(unit->l1c) &&
           (!unit->l1t || texture_cache_quiet(unit->l1t));
}

void ldst_log(ldst *unit, event_log *log)
{
    unit->log = log->file ? log : NULL;
}

void ldst_watch(ldst *unit, stream_writer *recording, bool locality, degree_profile *degrees)
{
    unit->watch = l1d_watch_new(unit->machine, unit->l1d, unit->sm_index, recording, locality, degrees, unit->counters);
    unit->degrees = degrees;
}

void ldst_note_rows(ldst *unit, row_sharing *rows)
{
    unit->rows = rows;
}

void ldst_warps_start(ldst *unit, uint64_t slots)
{
    if (unit->watch)
        l1d_watch_warps(unit->watch, slots);
}

l1d *ldst_l1d(ldst *unit)
{
    return unit->l1d;
}

void ldst_kernel_start(ldst *unit, uint64_t local_stride, uint64_t shared_bytes)
{
    unit->local_stride = local_stride;
    l1d_invalidate(unit->l1d);
    l1d_set_ways(unit->l1d, machine_l1d_ways(unit->machine, shared_bytes));
    l1d_set_allocation(unit->l1d, machine_l1d_allocation(unit->machine, shared_bytes));
    if (unit->watch)
        l1d_watch_kernel(unit->watch);
    unit->next = 0;
}

bool ldst_flush(ldst *unit)
{
    unit->next = 0;
    return l1d_flush(unit->l1d);
}
