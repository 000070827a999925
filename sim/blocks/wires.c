// SPDX-License-Identifier: BSD-3-Clause
// One function for each row of rtl_c/wires.def that copies; see sim/blocks/wires.h.
#include "sim/blocks/wires.h"

#include <stdlib.h>

#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"
#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"
#include "rtl_c/kaws_share.h"
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "rtl_c/oaws_qualify.h"
#include "rtl_c/warp_arbiter.h"
#include "rtl_c/warp_order.h"
#include "rtl_c/warp_rank.h"
#include "sim/blocks/gather_bits.h"

// The warps of a scheduler, one bit each. How many schedulers there are is a parameter of the block that drives the wire.
static uint64_t own_warps(const block *from, const block *to)
{
    unsigned warps = 0, schedulers = 1;
    for (const block_param *p = from->ops->params; p->name; p++) {
        warps = strcmp(p->name, "N") == 0 ? p->value : warps;
        schedulers = strcmp(p->name, "S") == 0 ? p->value : schedulers;
    }
    uint64_t own = 0;
    for (unsigned warp = to->place.scheduler; warp < warps; warp += schedulers)
        own |= UINT64_C(1) << warp;
    return own;
}

#define PORT(block, direction, name) (((struct block##direction *)0)->name)
#define WIRE(system, source, output, receiver, input) \
    _Static_assert(sizeof PORT(source, _out, output) == sizeof PORT(receiver, _in, input), #source "." #output); \
    static void source##_##output##_to_##receiver##_##input(const wire *w) \
    { \
        const struct source##_out *out = w->from->out; \
        struct receiver##_in *in = w->to->in; \
        memcpy(&in->input, &out->output, sizeof in->input); \
    }
#define WIRE_EACH(system, source, output, receiver, input) \
    _Static_assert(sizeof *PORT(source, _out, output) == sizeof PORT(receiver, _in, input), #source "." #output); \
    static void source##_##output##_to_##receiver##_##input(const wire *w) \
    { \
        const struct source##_out *out = w->from->out; \
        struct receiver##_in *in = w->to->in; \
        in->input = out->output[w->to->place.index]; \
    }
#define WIRE_PAIRS(system, source, output, receiver, input) \
    static void source##_##output##_to_##receiver##_##input(const wire *w) \
    { \
        const struct source##_out *out = w->from->out; \
        struct receiver##_in *in = w->to->in; \
        unsigned slot = 0; \
        for (uint64_t left = w->own; left; left &= left - 1) \
            in->input[slot++] = gather_bits(out->output[__builtin_ctzll(left)], w->own); \
    }
#define ASKED(system, source, output, receiver, input, words)
#define FED(system, receiver, input, words)
#define TIED(system, receiver, input)
#include "rtl_c/wires.def"
#undef WIRE
#undef WIRE_EACH
#undef WIRE_PAIRS

typedef struct { const char *from, *to; void (*copy)(const wire *); } wire_row;

static const wire_row rows[] = {
#define WIRE(system, source, output, receiver, input) \
    {#source, #receiver, source##_##output##_to_##receiver##_##input},
#define WIRE_EACH(system, source, output, receiver, input) WIRE(system, source, output, receiver, input)
#define WIRE_PAIRS(system, source, output, receiver, input) WIRE(system, source, output, receiver, input)
#include "rtl_c/wires.def"
};

// From a block of one scheduler to one of another nothing leads.
static bool other_scheduler(const block *from, const block *to)
{
    return from->place.kind == PLACE_SCHEDULER && to->place.kind == PLACE_SCHEDULER && from->place.scheduler != to->place.scheduler;
}

unsigned wires_from(const block *from, block *const *receivers, unsigned n_receivers, wire *wires, unsigned count, unsigned most)
{
    const wire_row *own[sizeof rows / sizeof *rows];
    unsigned n_own = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].from, from->ops->block) == 0)
            own[n_own++] = &rows[i];
    for (unsigned r = 0; n_own && r < n_receivers; r++) {
        for (unsigned i = 0; i < n_own; i++) {
            if (strcmp(own[i]->to, receivers[r]->ops->block) != 0 || other_scheduler(from, receivers[r]))
                continue;
            if (count == most)
                abort();
            wires[count++] = (wire){own[i]->copy, from, receivers[r], own_warps(from, receivers[r])};
        }
    }
    return count;
}
