// The timeline of a run: brings every SM up to the end of an interval and reads the registers that policies want shown.
#include "sim/core/gpu_internal.h"
#include "tb/field.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 16, NAME = 64 };

// A register of a block: the same index and field in every place of its kind.
typedef struct { place_kind kind; unsigned block; const block_field *field; shown_as as; char name[NAME]; } shown_register;

struct gpu_timeline { shown_register shown[SHOWN_MAX]; unsigned count; };

// The index-th place of a kind; NULL behind the last one.
static const place *place_of(const gpu *g, place_kind kind, unsigned index)
{
    if (kind == PLACE_SM)
        return index < g->n_sms ? &g->sms[index]->place : NULL;
    if (kind == PLACE_CONTROLLER)
        return index < g->options.machine->dram.controllers ? memory_place(g->memory, index) : NULL;
    return index == 0 ? &g->place : NULL;
}

static const block_field *field_of(const block *b, const char *name)
{
    for (unsigned kind = 0; kind < 2; kind++)               // a register before an output of the same name
        for (const block_field *field = b->ops->fields; field->name; field++)
            if (field->kind == (kind ? FIELD_OUT : FIELD_REG) && strcmp(field->name, name) == 0)
                return field;
    return NULL;
}

// "ocw" of the policy's, "oaws_ocw.ocw" of an observer's; with "controller." or "gpu." before it elsewhere than in an SM.
static bool show_in(gpu_timeline *t, const place *p, unsigned hook, const policy_register *wanted)
{
    static const char *const words[] = {[PLACE_SM] = "", [PLACE_CONTROLLER] = "controller.", [PLACE_GPU] = "gpu."};
    static const char *const suffixes[] = {[SHOWN_VALUE] = "", [SHOWN_ONES] = "_ones", [SHOWN_LARGEST] = "_largest",
                                           [SHOWN_SUM] = "_sum"};
    const place_hook *of = &p->hooks[hook];
    for (unsigned b = of->first; b < of->first + of->count; b++) {
        const block_field *field = field_of(p->blocks[b].block, wanted->name);
        if (strcmp(p->blocks[b].block->ops->block, wanted->block) || !field || t->count == SHOWN_MAX)
            continue;
        shown_register *shown = &t->shown[t->count++];
        *shown = (shown_register){.kind = p->at.kind, .block = b, .field = field, .as = wanted->as};
        snprintf(shown->name, NAME, "%s%s%s%s%s", words[p->at.kind], hook ? of->policy->name : "", hook ? "." : "", wanted->name,
                 suffixes[wanted->as]);
        return true;
    }
    return false;
}

// A row of a policy that names nothing is our bug.
static void show(gpu_timeline *t, const gpu *g, unsigned hook, const policy_register *wanted)
{
    static const place_kind kinds[] = {PLACE_SM, PLACE_CONTROLLER, PLACE_GPU};
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (show_in(t, place_of(g, kinds[k], 0), hook, wanted))
            return;
    fprintf(stderr, "warplock: policy %s shows %s.%s, which it does not have\n", g->place.hooks[hook].policy->name,
            wanted->block, wanted->name);
    abort();
}

void gpu_timeline_open(gpu *g)
{
    const char *names[SHOWN_MAX];
    g->next_row = UINT64_MAX;
    if (!g->options.timeline)
        return;
    g->shown = calloc(1, sizeof *g->shown);
    if (!g->shown)
        abort();
    for (unsigned hook = 0; hook < g->place.n_hooks; hook++)
        for (const policy_register *wanted = g->place.hooks[hook].policy->shown; wanted && wanted->name; wanted++)
            show(g->shown, g, hook, wanted);
    for (unsigned i = 0; i < g->shown->count; i++)
        names[i] = g->shown->shown[i].name;
    timeline_header(g->options.timeline, names, g->shown->count);
    g->next_row = g->options.timeline->interval;
}

static uint64_t shown_value(const shown_register *shown, const block *b)
{
    const void *from = shown->field->kind == FIELD_OUT ? b->out : b->q;
    uint64_t value = 0;
    if (shown->as == SHOWN_VALUE)
        return field_get(shown->field, from, 0);
    for (unsigned element = 0; element < shown->field->count; element++) {
        uint64_t one = field_get(shown->field, from, element);
        if (shown->as == SHOWN_LARGEST)
            value = one > value ? one : value;
        else
            value += shown->as == SHOWN_ONES ? count_ones(one) : one;
    }
    return value;
}

static void add_value(timeline_value *value, uint64_t seen)
{
    value->sum += seen;
    value->low = value->sms && value->low < seen ? value->low : seen;
    value->high = value->sms && value->high > seen ? value->high : seen;
    value->sms++;
}

static void write_row(gpu *g, uint64_t cycle)
{
    timeline_value values[SHOWN_MAX] = {{0}};
    gpu_catch_up(g, cycle);
    for (unsigned v = 0; v < g->shown->count; v++) {
        const shown_register *shown = &g->shown->shown[v];
        const place *p;
        for (unsigned i = 0; (p = place_of(g, shown->kind, i)) != NULL; i++)
            if (shown->kind != PLACE_SM || g->sms[i]->worked)
                add_value(&values[v], shown_value(shown, p->blocks[shown->block].block));
    }
    for (unsigned i = 0; i < g->n_sms; i++)
        g->sms[i]->worked = g->sms[i]->resident_ctas != 0;
    timeline_row(g->options.timeline, cycle, &g->counters, values, g->shown->count);
}

// Time may have jumped over several ends: nothing happens in such a jump, and each interval has its row.
void gpu_timeline_rows(gpu *g)
{
    for (; g->next_row <= g->cycle; g->next_row += g->options.timeline->interval)
        write_row(g, g->next_row);
}

void gpu_timeline_launch_end(gpu *g)
{
    if (g->options.timeline && g->cycle > g->options.timeline->cycle)
        write_row(g, g->cycle);
}
