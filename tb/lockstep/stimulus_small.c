// SPDX-License-Identifier: BSD-3-Clause
// Cuts a stimulus under which model and Verilog differ to the shortest window and the fewest inputs under which they still
// differ in the same field; see tb/lockstep.h.
//
// A block takes any inputs, so any step and any input may go. First all before a window of the last 1, 2, 3, 4, 6, 8, ...
// steps, which begins with the model's registers there; then steps within it; then inputs, which become 0 in all steps, in
// one, and each element of a vector alone. Both sides are equal up to the failure, so the model gives the registers.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tb/field.h"
#include "tb/lockstep/internal.h"
#include "tb/lockstep/replay.h"

enum { TRIALS_MAX = 4000, STEPS_SHOWN = 12 };

typedef struct {
    stimulus *now;
    char      field[FAILURE_TEXT];     // "register cnt"
    unsigned  trials;
} cutting;

// "register cnt" of "lockstep: oaws_ocw[sm 1]: cycle 24088: register cnt[3]: C 0xff, Verilog 0x0".
static void field_of(const char *failure, char *field, size_t size)
{
    const char *at = failure ? strstr(failure, ": cycle ") : NULL;
    at = at ? strchr(at + 8, ':') : NULL;
    snprintf(field, size, "%.*s", at ? (int)strcspn(at + 2, ":[") : 0, at ? at + 2 : "");
}

static void try_it(const stimulus *s, char *field, size_t size)
{
    char error[TUPLE_ERROR];
    const lockstep_options options = {.mode = BLOCKS_LOCKSTEP, .when = LOCKSTEP_EVERY, .no_pack = true, .check_late = s->check_late,
                                      .seed = s->seed, .pack_cycles = s->count + 1};
    lockstep *run = lockstep_open(&options, error, sizeof error);
    if (!run)
        abort();
    stimulus_play(run, lockstep_add_ops(run, s->ops, tuple_verilog(s->ops), s->instance), s, NULL);
    field_of(lockstep_failed(run), field, size);
    lockstep_close(run);
}

static stimulus *copy_of(const stimulus *s, size_t from, size_t to)
{
    stimulus *made = malloc(sizeof *made);
    if (!made)
        abort();
    stimulus_open(made, s->ops, s->instance, to - from);
    made->seed = s->seed;
    made->check_late = s->check_late;
    made->from_reset = s->from_reset;
    memcpy(made->q, s->q, s->ops->state_size);
    memcpy(made->before, s->before, s->ops->in_size);
    for (size_t i = from; i < to; i++) {
        stimulus_step *step = stimulus_at(s, i);
        stimulus_append(made, step->cycle, step->edges, stimulus_inputs(step));
    }
    return made;
}

static void forget(stimulus *s)
{
    stimulus_close(s);
    free(s);
}

// Takes over the stimulus: it becomes the current one, or is freed.
static bool take(cutting *c, stimulus *tried)
{
    char field[FAILURE_TEXT] = "";
    if (c->trials++ < TRIALS_MAX)
        try_it(tried, field, sizeof field);
    bool same = strcmp(field, c->field) == 0;
    forget(same ? c->now : tried);
    if (same)
        c->now = tried;
    return same;
}

// The last `count` steps, starting from the model's registers before them.
static stimulus *window(const stimulus *s, size_t count)
{
    const block_ops *ops = s->ops;
    size_t first = s->count - count;
    stimulus *made = copy_of(s, first, s->count);
    void *out = calloc(1, ops->out_size), *d = calloc(1, ops->state_size);
    if (!out || !d)
        abort();
    if (s->from_reset)
        ops->reset(made->q);
    for (size_t i = 0; i < first; i++) {
        const stimulus_step *step = stimulus_at(s, i);
        const void *in = step + 1;
        for (uint64_t edge = 0; edge < step->edges; edge++) {
            ops->out(made->q, in, out);
            memcpy(d, made->q, ops->state_size);
            ops->next(made->q, in, out, d);
            memcpy(made->q, d, ops->state_size);
        }
        memcpy(made->before, in, ops->in_size);
    }
    made->from_reset = false;
    free(out);
    free(d);
    return made;
}

static void shorter_window(cutting *c)
{
    size_t total = c->now->count;
    for (size_t count = 1; count < total; count += count < 4 ? 1 : count / 2)
        if (take(c, window(c->now, count)))
            return;
}

static void fewer_steps(cutting *c)
{
    for (size_t at_once = c->now->count / 2; at_once > 0; at_once /= 2)
        for (size_t end = c->now->count; end >= at_once; end -= at_once) {
            stimulus *tried = copy_of(c->now, 0, end - at_once);
            for (size_t i = end; i < c->now->count; i++) {
                stimulus_step *step = stimulus_at(c->now, i);
                stimulus_append(tried, step->cycle, step->edges, stimulus_inputs(step));
            }
            take(c, tried);
        }
    for (size_t i = 0; i < c->now->count; i++)
        if (stimulus_at(c->now, i)->edges > 1) {
            stimulus *tried = copy_of(c->now, 0, c->now->count);
            stimulus_at(tried, i)->edges = 1;
            take(c, tried);
        }
}

static bool is_zero(const block_field *f, const void *in, unsigned from, unsigned to)
{
    for (unsigned e = from; e < to; e++)
        if (field_get(f, in, e))
            return false;
    return true;
}

// Sets these elements to 0 in these steps, and in the inputs before the first; false when they are 0, or must not be.
static bool clear(cutting *c, const block_field *f, unsigned from, unsigned to, size_t first, size_t last)
{
    stimulus *tried = copy_of(c->now, 0, c->now->count);
    bool all = first == 0 && last == tried->count;
    bool any = all && !is_zero(f, tried->before, from, to);
    for (size_t i = first; i < last; i++)
        any = any || !is_zero(f, stimulus_inputs(stimulus_at(tried, i)), from, to);
    if (!any) {
        forget(tried);
        return true;
    }
    for (unsigned e = from; e < to; e++) {
        for (size_t i = first; i < last; i++)
            field_set(f, stimulus_inputs(stimulus_at(tried, i)), e, 0);
        if (all)
            field_set(f, tried->before, e, 0);
    }
    return take(c, tried);
}

static void fewer_inputs(cutting *c)
{
    for (const block_field *f = c->now->ops->fields; f->name; f++) {
        if (!field_is_input(f) || clear(c, f, 0, f->count, 0, c->now->count))
            continue;
        for (unsigned e = 0; f->count > 1 && e < f->count; e++)
            clear(c, f, e, e + 1, 0, c->now->count);
        for (size_t i = 0; c->now->count > 1 && i < c->now->count; i++)
            clear(c, f, 0, f->count, i, i + 1);
    }
}

static unsigned active_inputs(const stimulus *s, unsigned *all)
{
    unsigned active = 0;
    *all = 0;
    for (const block_field *f = s->ops->fields; f->name; f++) {
        bool any = false;
        if (!field_is_input(f))
            continue;
        for (size_t i = 0; i < s->count; i++)
            any = any || !is_zero(f, stimulus_inputs(stimulus_at(s, i)), 0, f->count);
        active += any;
        ++*all;
    }
    return active;
}

// The steps of the file.
static void show(const char *path, FILE *output)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "step", 4) == 0 || strncmp(line, "look", 4) == 0 || strncmp(line, "sleep", 5) == 0)
            fprintf(output, "    %s", line);
    if (file)
        fclose(file);
}

int stimulus_small(const char *from, const char *to, FILE *output)
{
    char error[TUPLE_ERROR];
    stimulus read;
    cutting c = {.trials = 0};

    if (!stimulus_read(&read, from, true, error, sizeof error)) {
        fprintf(stderr, "warplock: %s\n", error);
        return 2;
    }
    c.now = copy_of(&read, 0, read.count);
    try_it(c.now, c.field, sizeof c.field);
    if (c.field[0]) {
        shorter_window(&c);
        for (unsigned before = 0; before != c.trials && c.trials < TRIALS_MAX;) {
            size_t steps = c.now->count;
            before = c.trials;
            fewer_steps(&c);
            fewer_inputs(&c);
            if (c.now->count == steps)
                break;
        }
    }
    FILE *file = c.field[0] ? fopen(to, "w") : NULL;
    if (file)
        stimulus_write(c.now, file);
    bool good = file && fclose(file) == 0;
    unsigned all, active = active_inputs(c.now, &all);
    if (good)
        fprintf(output, "small: %s: %zu steps of %zu, %u inputs of %u are not 0, %u trials: %s\n", c.field, c.now->count, read.count,
                active, all, c.trials, to);
    else if (c.field[0])
        fprintf(stderr, "warplock: %s: %s\n", to, strerror(errno));
    else
        fprintf(output, "%s[%s]: C model and Verilog agree\n", read.ops->block, read.instance);
    if (good && c.now->count <= STEPS_SHOWN)
        show(to, output);
    const int status = good ? 1 : c.field[0] ? 2 : 0;
    forget(c.now);
    stimulus_close(&read);
    return status;
}
