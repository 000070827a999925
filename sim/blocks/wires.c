// SPDX-License-Identifier: BSD-3-Clause
// The rows of rtl_c/wires.def that copy; see sim/blocks/wires.h.
#include "sim/blocks/wires.h"

#include <stdlib.h>

#include "sim/blocks/packed_bits.h"
#include "tb/field.h"

static const wire_row rows[] = {
#define WIRE(system, source, output, receiver, input) {WIRED, #source, #output, #receiver, #input},
#define WIRE_EACH(system, source, output, receiver, input) {ONE_EACH, #source, #output, #receiver, #input},
#define WIRE_PAIRS(system, source, output, receiver, input) {PAIRED, #source, #output, #receiver, #input},
#define ASKED(system, source, output, receiver, input, words)
#define FED(system, receiver, input, words)
#define TIED(system, receiver, input)
#include "rtl_c/wires.def"
};

// The warps of a scheduler. The number of schedulers is a parameter of the block that drives the wire.
static void name_own_warps(wire *w, const block *from, const block *to)
{
    unsigned warps = 0, schedulers = 1;
    for (const block_param *p = from->ops->params; p->name; p++) {
        warps = strcmp(p->name, "N") == 0 ? p->value : warps;
        schedulers = strcmp(p->name, "S") == 0 ? p->value : schedulers;
    }
    for (unsigned warp = to->place.scheduler; warp < warps; warp += schedulers)
        w->own |= UINT64_C(1) << warp;
}

// --- ends

// A row that its blocks contradict is a bug of its author.
static void refuse(const wire_row *row, const char *expected)
{
    fprintf(stderr, "warplock: bug: rtl_c/wires.def: seen a wire from %s.%s to %s.%s, expected %s\n", row->source, row->output,
            row->receiver, row->input, expected);
    abort();
}

static const block_field *find_output(const block *b, const wire_row *row)
{
    for (const block_field *f = b->ops->fields; f->name; f++)
        if (f->kind == FIELD_OUT && strcmp(f->name, row->output) == 0)
            return f;
    refuse(row, "an output of the table of the first");
    return NULL;
}

static const block_field *find_input(const block *b, const wire_row *row)
{
    for (const block_field *f = b->ops->fields; f->name; f++)
        if (field_is_input(f) && strcmp(f->name, row->input) == 0)
            return f;
    refuse(row, "an input of the table of the second");
    return NULL;
}

// Whether the ends fit the row's kind.
static bool ends_fit(const wire *w, const block_field *output, const block_field *input, const block *to)
{
    const bool elements = output->size == input->size && output->width <= input->width;
    const bool words = output->size == sizeof(uint64_t) && input->size == sizeof(uint64_t);
    switch (w->row->kind) {
    case WIRED:    return elements && output->count == input->count;
    case ONE_EACH: return elements && input->count == 1 && to->place.index < output->count;
    case PAIRED:   return words && w->own >> (output->count - 1) <= 1 && input->count == __builtin_popcountll(w->own);
    }
    return false;
}

static wire join(const wire_row *row, const block *from, const block *to)
{
    const block_field *output = find_output(from, row), *input = find_input(to, row);
    const size_t element = row->kind == ONE_EACH ? to->place.index : 0;
    wire w = {.row = row,
              .output = (const char *)from->out + output->offset + element * output->size,
              .input = (char *)to->in + input->offset,
              .bytes = (size_t)input->count * input->size};
    if (row->kind == PAIRED)
        name_own_warps(&w, from, to);
    if (!ends_fit(&w, output, input, to))
        refuse(row, "ends that are alike");
    return w;
}

// No wire leads from one scheduler's block to another's.
static bool other_scheduler(const block *from, const block *to)
{
    return from->place.kind == PLACE_SCHEDULER && to->place.kind == PLACE_SCHEDULER && from->place.scheduler != to->place.scheduler;
}

unsigned wires_from(const block *from, block *const *receivers, unsigned n_receivers, wire *wires, unsigned count, unsigned most)
{
    const wire_row *own[sizeof rows / sizeof *rows];
    unsigned n_own = 0;
    if (lockstep_is_tried(from->owner))             // nothing will be copied, and ends with other parameters differ
        return count;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].source, from->ops->block) == 0)
            own[n_own++] = &rows[i];
    for (unsigned r = 0; n_own && r < n_receivers; r++) {
        for (unsigned i = 0; i < n_own; i++) {
            if (strcmp(own[i]->receiver, receivers[r]->ops->block) != 0 || other_scheduler(from, receivers[r]))
                continue;
            if (count == most)
                abort();
            wires[count++] = join(own[i], from, receivers[r]);
        }
    }
    return count;
}

// --- copying

// Gives each scheduler its own rows and bits of a matrix of warps.
static void copy_pairs(const wire *w)
{
    const uint64_t *output = w->output;
    uint64_t *input = w->input;
    for (uint64_t left = w->own; left; left &= left - 1)
        *input++ = packed_bits(output[__builtin_ctzll(left)], w->own);
}

static void copy(const wire *w)
{
    if (w->bytes == 1)                              // like most of them
        *(uint8_t *)w->input = *(const uint8_t *)w->output;
    else if (w->own)
        copy_pairs(w);
    else
        memcpy(w->input, w->output, w->bytes);
}

void wires_drive(const wire *wires, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        copy(&wires[i]);
}
