// SPDX-License-Identifier: BSD-3-Clause
// Shared by the blocks' stimuli; see tb/stimuli/stimuli.h.
#include "tb/stimuli/stimuli.h"

#include <string.h>

#include "tb/field.h"

uint64_t random_bits(random_source *r, unsigned width, unsigned eighths)
{
    uint64_t bits = 0, one = random_word(r), two = random_word(r), three = random_word(r);
    for (unsigned value = 0; value < eighths; value++)
        bits |= (value & 1 ? one : ~one) & (value & 2 ? two : ~two) & (value & 4 ? three : ~three);
    return bits & MASK(width);
}

unsigned stimuli_param(const block_ops *ops, const char *name)
{
    for (const block_param *p = ops->params; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p->value;
    return 0;
}

static uint64_t random_value(random_source *r, unsigned width)
{
    switch (random_below(r, 8)) {
    case 0: return 0;
    case 1: return MASK(width);
    case 2: return UINT64_C(1) << random_below(r, width);
    default: return random_word(r) & MASK(width);
    }
}

void stimuli_random_inputs(stimuli_state *s, field_kind kind, void *in)
{
    for (const block_field *f = s->ops->fields; f->name; f++)
        for (unsigned element = 0; f->kind == kind && element < f->count; element++)
            field_set(f, in, element, random_value(&s->random, f->width));
}

void stimuli_any_early(stimuli_state *s, const void *q, void *in)
{
    (void)q;
    stimuli_random_inputs(s, FIELD_IN, in);
}

void stimuli_any_late(stimuli_state *s, const void *q, const void *out, void *in)
{
    (void)q, (void)out;
    stimuli_random_inputs(s, FIELD_IN_LATE, in);
}
