// SPDX-License-Identifier: BSD-3-Clause
// What the inputs of owl_prefetch must be, from the queues of a controller's banks, the transfers on its data bus and the slices; see
// tests/wires/monitor.c. And that the controller does as it is answered.
#ifndef WARPLOCK_MONITOR
#define WARPLOCK_MONITOR
#endif
#include "sim/memory/monitor.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "rtl_c/owl_prefetch.h"
#include "sim/memory/dram_banks_internal.h"

enum { CONTROLLERS = 64 };

// A controller as its blocks were asked in this clock, by its number: of one run at a time.
typedef struct { dram_bank bank[BANKS_MAX]; uint32_t bus_tail; uint64_t refused; } seen_controller;
static seen_controller seen[CONTROLLERS];

static void demand(const dram *d, const char *what, uint64_t found, uint64_t expected)
{
    if (found == expected)
        return;
    fprintf(stderr, "warplock: bug: monitor: owl_prefetch[%s]: cycle %" PRIu64 ": %s: seen 0x%" PRIx64 ", expected 0x%" PRIx64 "\n",
            d->place.name, d->place.clock.cycle, what, found, expected);
    abort();
}

static const block *prefetch_of(const dram *d)
{
    for (unsigned b = 0; b < d->place.n_blocks; b++)
        if (strcmp(d->place.blocks[b].block->ops->block, "owl_prefetch") == 0)
            return d->place.blocks[b].block;
    return NULL;
}

// Requests of a bank for its open row and for others; all that wait.
static void look_at_queues(const dram *d, const struct owl_prefetch_in *in)
{
    uint64_t waiting = 0, open = 0, other = 0;
    for (uint32_t i = 0; i < d->banks->banks; i++) {
        const dram_bank *bank = &d->banks->bank[i];
        const memory_request *list[] = {bank->request, bank->waiting.head};
        for (unsigned which = 0; which < 2; which++)
            for (const memory_request *at = list[which]; at; at = which ? at->next : NULL) {
                waiting += which;
                *(bank->open && at->row == bank->row ? &open : &other) |= UINT64_C(1) << i;
            }
    }
    demand(d, "demand_open", in->demand_open, open);
    demand(d, "demand_other", in->demand_other, other);
    demand(d, "waiting", in->waiting, waiting < 255 ? waiting : 255);
}

static uint64_t room_of_slices(const dram *d)
{
    uint64_t room = 0;
    for (uint32_t i = 0; i < d->banks->banks; i++) {
        const l2_slice *slice = &d->slices[i % d->slice_count];
        uint32_t taken = 0;
        for (uint32_t p = 0; p < slice->room_from_dram; p++)
            taken += slice->prefetch[p].taken;
        room |= (uint64_t)(taken < slice->room_from_dram) << i;
    }
    return room;
}

void monitor_controller_early(const dram *d)
{
    const block *b = prefetch_of(d);
    if (!b)
        return;
    const struct owl_prefetch_in *in = b->in;
    const struct owl_prefetch_out *out = b->out;
    const machine *m = d->place.machine;
    seen_controller *now = &seen[d->index];
    demand(d, "cfg_scheme", in->cfg_scheme, m->policy.owl_scheme - 1);
    demand(d, "cfg_lower", in->cfg_lower, m->policy.owl_lower);
    demand(d, "cfg_higher", in->cfg_higher, m->policy.owl_higher);
    look_at_queues(d, in);
    demand(d, "room", in->room, room_of_slices(d));
    demand(d, "the lines that are offered", d->offered.offers, out->valid);
    demand(d, "the rows that are held", d->offered.hold, out->hold);
    for (uint64_t left = out->valid; left; left &= left - 1)
        demand(d, "which line is offered", d->offered.line[__builtin_ctzll(left)], out->line[__builtin_ctzll(left)]);
    memcpy(now->bank, d->banks->bank, sizeof now->bank);
    now->bus_tail = d->banks->bus_tail;
    now->refused = d->counters->prefetch_refused;
}

// The transfer that has been put on the bus is of a line that goes to the L2, and is its first.
static void look_at_bus(const dram *d, const seen_controller *before, const struct owl_prefetch_in *in, const struct owl_prefetch_out *out)
{
    const dram_banks *b = d->banks;
    const memory_request *request = b->bus_tail != before->bus_tail ? b->bus[before->bus_tail & b->bus_mask].request : NULL;
    const bool dropped = d->counters->prefetch_refused != before->refused;
    demand(d, "transfers and drops of a clock", b->bus_tail - before->bus_tail + dropped <= 1, true);
    if (dropped) {
        demand(d, "sent", in->sent, 1);
        demand(d, "sent_kind", in->sent_kind, LINE_DROPPED);
        demand(d, "sent_bank", out->valid >> in->sent_bank & 1, 1);
        demand(d, "sent_line", in->sent_line, out->line[in->sent_bank]);
        return;
    }
    const bool unasked = request && request->kind == REQUEST_PREFETCH;
    const uint32_t line_bytes = d->place.machine->l2.line_bytes, columns = (line_bytes + b->atom_bytes - 1) / b->atom_bytes;
    uint32_t left = 0;
    if (request && unasked)
        left = b->unasked_bank ? b->unasked_left : 0;
    else if (request)
        left = b->bank[request->bank].request == request ? b->bank[request->bank].bursts_left : 0;
    const bool first = request && !request_is_write(request) && left == columns - 1;
    demand(d, "sent", in->sent, first);
    if (!first)
        return;
    demand(d, "sent_kind", in->sent_kind, unasked ? LINE_PREFETCH : LINE_DEMAND);
    demand(d, "sent_bank", in->sent_bank, request->bank);
    demand(d, "sent_line", in->sent_line, dram_map_locate(d->map, request->address).column / line_bytes);
    if (unasked) {
        demand(d, "an unasked line that was offered", out->valid >> request->bank & 1, 1);
        demand(d, "row of an unasked line", dram_map_locate(d->map, request->address).row, before->bank[request->bank].row);
        demand(d, "controller of an unasked line", dram_map_locate(d->map, request->address).controller, d->index);
    }
}

void monitor_controller_late(const dram *d)
{
    const block *b = prefetch_of(d);
    if (!b)
        return;
    const struct owl_prefetch_in *in = b->in;
    const seen_controller *before = &seen[d->index];
    uint64_t opened = 0, closed = 0;
    for (uint32_t i = 0; i < d->banks->banks; i++) {
        opened |= (uint64_t)(d->banks->bank[i].open && !before->bank[i].open) << i;
        closed |= (uint64_t)(!d->banks->bank[i].open && before->bank[i].open) << i;
    }
    const struct owl_prefetch_out *out = b->out;
    demand(d, "open", in->open, opened != 0);
    demand(d, "open_bank", in->open ? UINT64_C(1) << in->open_bank : 0, opened);
    demand(d, "close", in->close, closed != 0);
    demand(d, "close_bank", in->close ? UINT64_C(1) << in->close_bank : 0, closed);
    demand(d, "a held row that is closed", closed & out->hold, 0);
    look_at_bus(d, before, in, out);
}
