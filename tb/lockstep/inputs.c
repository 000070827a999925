// SPDX-License-Identifier: BSD-3-Clause
// What lockstep relies on and therefore checks: inputs of a block fit their declared widths (whoever drives a block masks;
// style.md, "Write so that a proof scales"), as a wider value would be cut by the Verilog's port and kept by the C model; and a
// model that counts changes only its counters.
#include "tb/lockstep/inputs.h"

#include <inttypes.h>
#include <stdlib.h>

// The bits of the input struct that no value of the declared width sets. Padding and elements beyond the configuration's
// count are not ports and may hold anything.
unsigned char *inputs_excess(const block_ops *ops)
{
    unsigned char *excess = calloc(1, chunks_size(ops->in_size));

    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned element = 0; field_is_input(f) && element < f->count; element++)
            field_set(f, excess, element, ~MASK(f->width));
    return excess;
}

void inputs_refuse(const block *b)
{
    char name[FIELD_TEXT];

    for (const block_field *f = b->ops->fields; f->name; f++)
        for (unsigned element = 0; field_is_input(f) && element < f->count; element++) {
            uint64_t value = field_get(f, b->in, element);
            if (!(value & ~MASK(f->width)))
                continue;
            field_element_name(f, element, name);
            fprintf(stderr, "warplock: bug: %s[%s]: cycle %" PRIu64 ": %s %s: seen 0x%" PRIx64 ", expected at most %u bits\n",
                    b->ops->block, b->name, b->clock->cycle, field_kind_word(f), name, value, f->width);
            abort();
        }
}

static bool stands_still(const block_field *f) { return (f->kind == FIELD_REG || f->kind == FIELD_MEM) && !f->counts; }

unsigned char *count_still(const block_ops *ops)
{
    unsigned char *still = calloc(1, ops->state_size);

    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned element = 0; stands_still(f) && element < f->count; element++)
            field_set(f, still, element, ~UINT64_C(0));
    return still;
}

// A bug of ours, in the model: lockstep copies what it skips into the Verilog, so a wrong register would be on both sides.
static void refuse_count(const block *b, const void *counted)
{
    char name[FIELD_TEXT];

    for (const block_field *f = b->ops->fields; f->name; f++)
        for (unsigned element = 0; stands_still(f) && element < f->count; element++) {
            const uint64_t q = field_get(f, b->q, element), d = field_get(f, counted, element);
            if (q == d)
                continue;
            field_element_name(f, element, name);
            fprintf(stderr, "warplock: bug: %s[%s]: cycle %" PRIu64 ": %s %s: count makes it 0x%" PRIx64 ", expected 0x%" PRIx64
                    " as before, for it is no counter\n", b->ops->block, b->name, b->clock->cycle, field_kind_word(f), name, d, q);
            abort();
        }
}

void count_check(const block *b, const void *counted)
{
    const unsigned char *q = b->q, *d = counted, *still = b->monitor->still;
    unsigned char found = 0;

    for (size_t i = 0; i < b->ops->state_size; i++)
        found |= (q[i] ^ d[i]) & still[i];
    if (found)
        refuse_count(b, counted);
}
