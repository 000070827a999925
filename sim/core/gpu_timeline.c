// The timeline of a run: brings every SM up to the end of an interval and reads the registers that policies want shown.
#include "sim/core/gpu_internal.h"
#include "tb/field.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_MAX = 16, NAME = 64 };

// A register of a block of a hook: the same indices and field in every SM.
typedef struct { unsigned hook, block; const block_field *field; char name[NAME]; } shown_register;

struct gpu_timeline { shown_register shown[SHOWN_MAX]; unsigned count; };

static const block_field *register_of(const block *b, const char *name)
{
    for (const block_field *field = b->ops->fields; field->name; field++)
        if (field->kind == FIELD_REG && strcmp(field->name, name) == 0)
            return field;
    return NULL;
}

// A row of a policy that names nothing is our bug.
static void show(gpu_timeline *t, const sm *s, unsigned hook, const policy_register *wanted)
{
    const sm_hook *of = &s->hooks[hook];
    for (unsigned b = 0; b < of->n_blocks; b++) {
        const block_field *field = register_of(of->blocks[b], wanted->name);
        if (strcmp(of->blocks[b]->ops->block, wanted->block) || !field || t->count == SHOWN_MAX)
            continue;
        shown_register *shown = &t->shown[t->count++];
        *shown = (shown_register){.hook = hook, .block = b, .field = field};
        snprintf(shown->name, NAME, "%s%s%s", hook ? of->policy->name : "", hook ? "." : "", wanted->name);
        return;
    }
    fprintf(stderr, "warplock: policy %s shows %s.%s, which it does not have\n", of->policy->name, wanted->block, wanted->name);
    abort();
}

void gpu_timeline_open(gpu *g)
{
    const sm *s = g->sms[0];
    const char *names[SHOWN_MAX];
    g->next_row = UINT64_MAX;
    if (!g->options.timeline)
        return;
    g->shown = calloc(1, sizeof *g->shown);
    if (!g->shown)
        abort();
    for (unsigned hook = 0; hook < s->n_hooks; hook++)
        for (const policy_register *wanted = s->hooks[hook].policy->shown; wanted && wanted->name; wanted++)
            show(g->shown, s, hook, wanted);
    for (unsigned i = 0; i < g->shown->count; i++)
        names[i] = g->shown->shown[i].name;
    timeline_header(g->options.timeline, names, g->shown->count);
    g->next_row = g->options.timeline->interval;
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
    for (unsigned i = 0; i < g->n_sms; i++) {
        sm *s = g->sms[i];
        sm_catch_up(s, cycle);
        for (unsigned v = 0; s->worked && v < g->shown->count; v++) {
            const shown_register *shown = &g->shown->shown[v];
            add_value(&values[v], field_get(shown->field, s->hooks[shown->hook].blocks[shown->block]->q, 0));
        }
        s->worked = s->resident_ctas != 0;
    }
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
