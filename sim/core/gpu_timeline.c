// SPDX-License-Identifier: BSD-3-Clause
// The timeline of a run: brings every SM up to the end of an interval and reads what rtl_c/shown.def names of the
// blocks.
#include "sim/core/gpu_internal.h"
#include "tb/wave/shown.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 64, NAME = 64 + FIELD_TEXT, TIMELINES = 2 };      // of CSV, of a trace

// A row of a block: the same index and field in every place of its kind.
typedef struct { place_kind kind; unsigned block; const block_field *field; const shown_row *row; char name[NAME]; } shown_register;

struct gpu_timeline { shown_register shown[SHOWN_MAX]; const char *names[SHOWN_MAX]; unsigned count; };

// The index-th place of a kind; NULL past the last one.
static const place *place_of(const gpu *g, place_kind kind, unsigned index)
{
    if (kind == PLACE_SM)
        return index < g->n_sms ? &g->sms[index]->place : NULL;
    if (kind == PLACE_CONTROLLER)
        return index < g->options.machine->dram.controllers ? memory_place(g->memory, index) : NULL;
    return index == 0 ? &g->place : NULL;
}

// "ocw" of the policy's, "oaws_ocw.ocw" of an observer's; with "controller." or "gpu." before it elsewhere than in an SM.
static void show_in(gpu_timeline *t, const place *p, unsigned hook, const shown_row *row)
{
    static const char *const words[] = {[PLACE_SM] = "", [PLACE_CONTROLLER] = "controller.", [PLACE_GPU] = "gpu."};
    const place_hook *of = &p->hooks[hook];
    char name[FIELD_TEXT];
    for (unsigned b = of->first; b < of->first + of->count; b++) {
        const block_field *field = shown_field(row, p->blocks[b].block->ops);
        if (!field || t->count == SHOWN_MAX)
            continue;
        shown_register *shown = &t->shown[t->count++];
        *shown = (shown_register){.kind = p->at.kind, .block = b, .field = field, .row = row};
        shown_name(row, name);
        snprintf(shown->name, NAME, "%s%s%s%s", words[p->at.kind], hook < p->n_asked ? "" : of->policy->name, hook < p->n_asked ? "" : ".", name);
        return;
    }
}

static void show(gpu_timeline *t, const gpu *g, unsigned hook)
{
    static const place_kind kinds[] = {PLACE_SM, PLACE_CONTROLLER, PLACE_GPU};
    for (const shown_row *row = shown_rows; row->name; row++)
        for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
            show_in(t, place_of(g, kinds[k], 0), hook, row);
}


static timeline *timeline_of(const gpu *g, unsigned i)
{
    return i == 0 ? g->options.timeline : g->options.trace ? &g->options.trace->curves : NULL;
}

// Curves begin with the interval in which the window does.
static uint64_t first_row(const timeline *t)
{
    const uint64_t start = t->trace ? t->trace->start - t->trace->start % t->interval : 0;
    return start ? start : t->interval;
}

static void find_next_row(gpu *g)
{
    g->next_row = UINT64_MAX;
    for (unsigned i = 0; i < TIMELINES; i++) {
        const timeline *t = timeline_of(g, i);
        if (t && t->next < g->next_row)
            g->next_row = t->next;
    }
}

void gpu_timeline_open(gpu *g)
{
    g->next_row = UINT64_MAX;
    if (!g->options.timeline && !g->options.trace)
        return;
    g->shown = calloc(1, sizeof *g->shown);
    if (!g->shown)
        abort();
    for (unsigned hook = 0; hook < g->place.n_hooks; hook++)
        show(g->shown, g, hook);
    for (unsigned i = 0; i < g->shown->count; i++)
        g->shown->names[i] = g->shown->shown[i].name;
    for (unsigned i = 0; i < TIMELINES; i++) {
        timeline *t = timeline_of(g, i);
        if (!t)
            continue;
        timeline_header(t, g->shown->names, g->shown->count);
        t->next = first_row(t);
    }
    find_next_row(g);
}

static uint64_t row_value(const shown_register *shown, const block *b)
{
    return shown_value(shown->row, shown->field, shown->field->kind == FIELD_OUT ? b->out : b->q);
}

static void add_value(timeline_value *value, uint64_t seen)
{
    value->sum += seen;
    value->low = value->sms && value->low < seen ? value->low : seen;
    value->high = value->sms && value->high > seen ? value->high : seen;
    value->sms++;
}

static void write_row(gpu *g, unsigned which, uint64_t cycle)
{
    timeline_value values[SHOWN_MAX] = {{0}};
    gpu_catch_up(g, cycle);
    for (unsigned v = 0; v < g->shown->count; v++) {
        const shown_register *shown = &g->shown->shown[v];
        const place *p;
        for (unsigned i = 0; (p = place_of(g, shown->kind, i)) != NULL; i++)
            if (shown->kind != PLACE_SM || g->sms[i]->worked >> which & 1)
                add_value(&values[v], row_value(shown, p->blocks[shown->block].block));
    }
    for (unsigned i = 0; i < g->n_sms; i++)
        if (!g->sms[i]->resident_ctas)
            g->sms[i]->worked &= (uint8_t)~(1u << which);
    timeline_row(timeline_of(g, which), cycle, &g->counters, g->shown->names, values, g->shown->count);
}

// Time may have jumped over several ends: nothing happens in such a jump, and each interval has its row. Behind a window
// there are no more.
void gpu_timeline_rows(gpu *g)
{
    while (g->next_row <= g->cycle) {
        for (unsigned i = 0; i < TIMELINES; i++) {
            timeline *t = timeline_of(g, i);
            if (!t || t->next != g->next_row)
                continue;
            write_row(g, i, t->next);
            t->next = t->trace && t->next >= t->trace->end ? UINT64_MAX : t->next + t->interval;
        }
        find_next_row(g);
    }
}

void gpu_timeline_launch_end(gpu *g)
{
    for (unsigned i = 0; i < TIMELINES; i++) {
        const timeline *t = timeline_of(g, i);
        if (t && g->cycle > t->cycle && t->next != UINT64_MAX)
            write_row(g, i, g->cycle);
    }
}
