// SPDX-License-Identifier: BSD-3-Clause
// Building the block instances of a run: the tuple for a geometry, memory, the Verilated side; see tb/lockstep.h.
#include "tb/lockstep/internal.h"

#include <stdlib.h>

#include "tb/blocks.h"

bool lockstep_is_tried(const lockstep *run) { return run->options.wanted != NULL; }

// The operations of the block for these parameters, or for a trial run the described block; NULL and a message on failure.
// No Verilog is looked for in C blocks.
static const block_ops *find_ops(const lockstep *run, const char *block_name, const block_param *params, char *error,
                                 size_t error_size)
{
    if (!run->options.wanted)
        return tuple_find(block_name, params, run->options.mode != BLOCKS_C, error, error_size);
    return tuple_note(run->options.wanted, block_name, params, error, error_size) ? block_described(block_name) : NULL;
}

static const verilated_ops *verilated_side(const lockstep *run, const block_ops *ops)
{
    return run->options.mode == BLOCKS_C ? NULL : tuple_verilog(ops);
}

// The rest of a struct may hold anything: elements of other configurations, padding.
static uint32_t *used_chunks(const block_ops *ops, bool inputs, uint32_t **end)
{
    const size_t chunks = chunks_of(inputs ? ops->in_size : ops->state_size);
    uint32_t *used = calloc(chunks, sizeof *used);

    *end = used;
    for (size_t at = 0; at < CHUNK * chunks; at += CHUNK) {
        bool any = false;
        for (const block_field *f = ops->fields; f->name; f++)
            any |= (inputs ? field_is_input(f) : field_is_state(f)) && f->offset < at + CHUNK && f->offset + (size_t)f->count * f->size > at;
        if (any)
            *(*end)++ = (uint32_t)at;
    }
    return used;
}

static void measure(block_monitor *m, const block_ops *ops)
{
    m->early_size = ops->in_size;
    m->register_size = ops->state_size;
    for (const block_field *f = ops->fields; f->name; f++) {
        bool misplaced = (f->kind == FIELD_IN && m->early_size < ops->in_size) ||
                         (f->kind == FIELD_REG && m->register_size < ops->state_size);
        if (misplaced) {
            fprintf(stderr, "warplock: bug: rtl_c/%s.def: row %s: late inputs and memories must come last\n",
                    ops->block, f->name);
            abort();
        }
        if (f->kind == FIELD_IN_LATE && f->offset < m->early_size)
            m->early_size = f->offset;
        if (f->kind == FIELD_MEM && f->offset < m->register_size)
            m->register_size = f->offset;
        if (f->kind == FIELD_OUT)
            m->outputs += f->count;
        if (f->kind == FIELD_REG)
            m->registers += f->count;
        if (f->kind == FIELD_MEM)
            m->memories += f->count;
    }
    m->early_end = m->late_chunks = m->in_chunks = used_chunks(ops, true, &m->in_end);
    m->q_chunks = used_chunks(ops, false, &m->q_end);
    for (const uint32_t *at = m->in_chunks; at < m->in_end; at++) {
        m->early_end += *at < m->early_size;
        m->late_chunks += *at + CHUNK <= m->early_size;
    }
}

// An SM or controller may be left out.
static bool in_wave(const lockstep *run, block_place place)
{
    const number_set *chosen = &run->options.wave_places;
    bool numbered = place.kind != PLACE_NONE && place.kind != PLACE_GPU;
    return run->wave && (!numbered || !number_set_any(chosen) || (place.index < NUMBER_SET_MAX && number_set_has(chosen, place.index)));
}

static block_monitor *new_monitor(lockstep *run, block *b, const verilated_ops *rtl, recording *recorded)
{
    block_monitor *m = calloc(1, sizeof *m);

    measure(m, b->ops);
    history_open(&m->history, b->ops, run->options.pack_cycles);
    m->seen = calloc(1, chunks_size(b->ops->in_size));
    m->again = calloc(1, b->ops->out_size);
    m->counted = calloc(1, b->ops->state_size);
    m->changed = calloc(chunks_of(b->ops->state_size), sizeof *m->changed);
    m->excess = inputs_excess(b->ops);
    m->still = count_still(b->ops);
    m->recorded = recorded;
    b->every |= recorded != NULL;          // each cycle is a line
    m->ops = run->options.mode == BLOCKS_C ? NULL : rtl;
    if (m->ops) {
        m->rtl = m->ops->open();
        m->rtl_q = m->ops->state(m->rtl);
        m->rtl_out = m->ops->out(m->rtl, m->seen);
        m->history.check_late = run->options.check_late;
        run->counts.instances++;
    }
    if (in_wave(run, b->place))
        m->wave = wave_add(run->wave, b, b->clock != &run->clock);
    return m;
}

static block *add(lockstep *run, const block_ops *ops, const verilated_ops *rtl, const char *name, block_place place,
                  block_clock *clock)
{
    block *b = calloc(1, sizeof *b);

    if (run->options.mode != BLOCKS_C && !rtl) {
        fprintf(stderr, "warplock: bug: %s %s has no Verilated module\n", ops->block, ops->config);
        abort();
    }
    b->ops = ops;
    b->owner = run;
    b->every = run->options.when == LOCKSTEP_EVERY;
    b->in = calloc(1, chunks_size(ops->in_size));
    b->out = calloc(1, ops->out_size);
    b->q = calloc(1, chunks_size(ops->state_size));
    b->d = calloc(1, chunks_size(ops->state_size));
    b->place = place;
    b->clock = clock;
    snprintf(b->name, sizeof b->name, "%s", name);
    recording *recorded = record_open(b);
    if (run->options.mode != BLOCKS_C || in_wave(run, place) || recorded)
        b->monitor = new_monitor(run, b, rtl, recorded);
    if (run->last)
        run->last->next = b;
    else
        run->first = b;
    run->last = b;
    block_reset(b);
    return b;
}

block *lockstep_add_ops(lockstep *run, const block_ops *ops, const verilated_ops *rtl, const char *instance_name)
{
    return add(run, ops, rtl, instance_name, (block_place){0}, &run->clock);
}

block *lockstep_add(lockstep *run, const char *block_name, const block_param *params, const char *instance_name,
                    char *error, size_t error_size)
{
    const block_ops *ops = find_ops(run, block_name, params, error, error_size);
    return ops ? lockstep_add_ops(run, ops, verilated_side(run, ops), instance_name) : NULL;
}

block *lockstep_add_at(lockstep *run, block_place place, block_clock *clock, const char *block_name,
                       const block_param *params, char *error, size_t error_size)
{
    const block_ops *ops = find_ops(run, block_name, params, error, error_size);
    char name[PLACE_NAME];
    block_place_name(place, name);
    return ops ? add(run, ops, verilated_side(run, ops), name, place, clock ? clock : &run->clock) : NULL;
}

static void free_monitor(block_monitor *m)
{
    if (m->ops)
        m->ops->close(m->rtl);
    history_close(&m->history);
    record_close(m->recorded);
    free(m->seen);
    free(m->again);
    free(m->counted);
    free(m->changed);
    free(m->in_chunks);
    free(m->q_chunks);
    free(m->excess);
    free(m->still);
    free(m);
}

void lockstep_show_rate(lockstep *run, block_place place, const char *name, const char *words, const uint64_t *counter)
{
    if (in_wave(run, place))
        wave_add_rate(run->wave, place, name, words, counter);
}

void instances_free(lockstep *run)
{
    for (block *b = run->first, *next; b; b = next) {
        next = b->next;
        if (b->monitor)
            free_monitor(b->monitor);
        free(b->in);
        free(b->out);
        free(b->q);
        free(b->d);
        free(b);
    }
}
