// SPDX-License-Identifier: BSD-3-Clause
// Recorded inputs in memory and in writing; see tb/stimuli/stimulus.h. Reading is tb/stimuli/stimulus_read.c.
#include "tb/stimuli/stimulus.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"

static size_t stride(const stimulus *s) { return sizeof(stimulus_step) + (s->ops->in_size + 7) / 8 * 8; }

void stimulus_open(stimulus *s, const block_ops *ops, const char *instance, size_t capacity)
{
    memset(s, 0, sizeof *s);
    s->ops = ops;
    snprintf(s->instance, sizeof s->instance, "%s", instance);
    s->from_reset = true;
    s->q = calloc(1, ops->state_size);
    s->before = calloc(1, ops->in_size);
    s->capacity = capacity;
    s->steps = calloc(capacity, stride(s));
}

void stimulus_close(stimulus *s)
{
    free(s->q);
    free(s->before);
    free(s->steps);
    memset(s, 0, sizeof *s);
}

void stimulus_clear(stimulus *s) { s->count = 0; }

stimulus_step *stimulus_at(const stimulus *s, size_t index)
{
    return (stimulus_step *)(void *)(s->steps + index * stride(s));
}

void stimulus_append(stimulus *s, uint64_t cycle, uint64_t edges, const void *in)
{
    if (s->count == s->capacity) {
        s->capacity = 2 * s->capacity + 1;
        s->steps = realloc(s->steps, s->capacity * stride(s));
    }
    stimulus_step *step = stimulus_at(s, s->count++);
    step->cycle = cycle;
    step->edges = edges;
    memcpy(stimulus_inputs(step), in, s->ops->in_size);
}

void stimulus_write_field(FILE *file, const block_field *field, const void *structure)
{
    fprintf(file, " %s=", field->name);
    for (unsigned element = 0; element < field->count; element++)
        fprintf(file, "%s%" PRIx64, element ? "," : "", field_get(field, structure, element));
}

bool stimulus_field_same(const block_field *field, const void *one, const void *other)
{
    return memcmp((const char *)one + field->offset, (const char *)other + field->offset,
                  (size_t)field->count * field->size) == 0;
}

// The inputs that differ from the line before.
static void write_inputs(FILE *file, const block_ops *ops, const void *in, const void *last)
{
    for (const block_field *f = ops->fields; f->name; f++)
        if (field_is_input(f) && !stimulus_field_same(f, in, last))
            stimulus_write_field(file, f, in);
    fputc('\n', file);
}

void stimulus_write(const stimulus *s, FILE *file)
{
    void *last = calloc(1, s->ops->in_size);

    fprintf(file, "warplock stimulus 1\nblock %s\nconfig %s\ninstance %s\nseed %" PRIu64 "\ncheck_late %d\n",
            s->ops->block, s->ops->config, s->instance, s->seed, s->check_late);
    if (s->from_reset) {
        fputs("start reset\n", file);
    } else {
        fputs("start state", file);
        for (const block_field *f = s->ops->fields; f->name; f++)
            if (field_is_state(f))
                stimulus_write_field(file, f, s->q);
        fputs("\nbefore", file);
        write_inputs(file, s->ops, s->before, last);
        memcpy(last, s->before, s->ops->in_size);
    }
    for (size_t i = 0; i < s->count; i++) {
        stimulus_step *step = stimulus_at(s, i);
        fprintf(file, "%s %" PRIu64, step->edges == 0 ? "look" : step->edges == 1 ? "step" : "sleep", step->cycle);
        if (step->edges > 1)
            fprintf(file, " %" PRIu64, step->edges);
        write_inputs(file, s->ops, stimulus_inputs(step), last);
        memcpy(last, stimulus_inputs(step), s->ops->in_size);
    }
    fputs("end\n", file);
    free(last);
}
