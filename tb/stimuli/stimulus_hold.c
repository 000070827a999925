// SPDX-License-Identifier: BSD-3-Clause
// Makes from a block's recording one in which nothing happens to it; see stimulus_hold in tb/stimuli/stimulus.h.
#include <stdlib.h>
#include <string.h>

#include "tb/stimuli/stimulus.h"

// Early inputs of a step, late ones 0, and for how many cycles they last.
typedef struct {
    const unsigned char *early;
    size_t               size;
    size_t               first;          // the step that began them
    uint64_t             cycles;
} standing;

static int by_inputs(const void *one, const void *other)
{
    const standing *a = one, *b = other;
    int order = memcmp(a->early, b->early, a->size);
    return order ? order : (a->first > b->first) - (a->first < b->first);
}

// Those of most cycles; of two equals the ones that came first. Fills rows, one for each step, which the answer points
// into.
static standing longest(const stimulus *s, unsigned char *rows)
{
    size_t size = s->ops->in_size;
    standing *all = malloc((s->count + 1) * sizeof *all), most = {rows, size, 0, 0};

    for (size_t i = 0; i < s->count; i++) {
        stimulus_step *step = stimulus_at(s, i);
        for (const block_field *f = s->ops->fields; f->name; f++)
            if (f->kind == FIELD_IN)
                memcpy(rows + i * size + f->offset, (char *)stimulus_inputs(step) + f->offset, (size_t)f->count * f->size);
        all[i] = (standing){rows + i * size, size, i, step->edges};
    }
    qsort(all, s->count, sizeof *all, by_inputs);
    for (size_t i = 0; i < s->count;) {
        standing these = all[i];
        while (++i < s->count && memcmp(all[i].early, these.early, size) == 0)
            these.cycles += all[i].cycles;
        if (these.cycles > most.cycles || (these.cycles == most.cycles && these.first < most.first))
            most = these;
    }
    free(all);
    return most;
}

void stimulus_hold(const stimulus *s, uint64_t warm, uint64_t held, stimulus *to)
{
    unsigned char *rows = calloc(s->count + 1, s->ops->in_size);
    const standing hold = longest(s, rows);
    uint64_t cycle = 0, edges = 0;

    stimulus_open(to, s->ops, s->instance, 64);
    to->seed = s->seed;
    to->from_reset = s->from_reset;
    memcpy(to->q, s->q, s->ops->state_size);
    memcpy(to->before, s->before, s->ops->in_size);
    for (size_t i = 0; i < s->count && edges < warm; i++) {
        stimulus_step *step = stimulus_at(s, i);
        uint64_t taken = step->edges < warm - edges ? step->edges : warm - edges;
        stimulus_append(to, step->cycle, taken, stimulus_inputs(step));
        edges += taken;
        cycle = step->cycle + taken;
    }
    stimulus_append(to, cycle, held, hold.early);
    free(rows);
}
