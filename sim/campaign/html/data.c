// SPDX-License-Identifier: BSD-3-Clause
// The page's object: kernels, systems, metrics, runs, sweeps, claims, tables; see docs/html_report.md.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/claims.h"
#include "sim/campaign/html/html.h"
#include "sim/campaign/terms/statistics.h"

enum { FORMAT = 1, SYSTEMS_MOST = 512 };

// The metrics of a run, in the page's order.
static const struct { const char *path, *unit, *help; } metrics[] = {
#define FIGURE(json, when, part, whole, help) { json, "", help },
#include "sim/report/derived.def"
#undef FIGURE
#define COUNTER(member, json, keeper, when, unit, help) { json, unit, help },
#include "sim/report/counters.def"
#undef COUNTER
};
enum { METRICS = sizeof metrics / sizeof metrics[0] };

typedef struct {
    campaign   *campaign;
    const char *kernels[CAMPAIGN_KERNELS];
    html_system systems[SYSTEMS_MOST];
    unsigned    n_kernels, n_systems;
    bool        known[METRICS];                 // some run has it
    int         first[CAMPAIGN_RUNS];           // whether a run is its cell's first; other seeds follow
    int         next[CAMPAIGN_RUNS];            // same kernel and system; -1: none
} grid;

static unsigned kernel_index(grid *g, const campaign_run *run)
{
    unsigned i = 0;

    while (i < g->n_kernels && strcmp(g->kernels[i], run->kernel->name) != 0)
        i++;
    if (i == g->n_kernels)
        g->kernels[g->n_kernels++] = run->kernel->name;
    return i;
}

static unsigned system_index(grid *g, const campaign_run *run)
{
    unsigned i = 0;

    while (i < g->n_systems && (strcmp(g->systems[i].system->name, run->system.name) != 0 ||
                                g->systems[i].machine != run->machine))
        i++;
    if (i == SYSTEMS_MOST)
        abort();
    if (i == g->n_systems)
        g->systems[g->n_systems++] = (html_system){ &run->system, run->machine };
    return i;
}

static bool has_ended(const campaign_run *run)
{
    return run->planned && !run->of_claims && run->state >= RUN_GOOD;
}

// Runs that differ only in their seed share a cell.
static void chain_seeds(grid *g)
{
    const campaign *c = g->campaign;
    int *last = malloc(CAMPAIGN_KERNELS * SYSTEMS_MOST * sizeof *last);

    if (!last)
        abort();
    for (size_t i = 0; i < (size_t)CAMPAIGN_KERNELS * SYSTEMS_MOST; i++)
        last[i] = -1;
    for (unsigned i = 0; i < c->n_runs; i++) {
        size_t cell;

        g->next[i] = -1;
        if (!has_ended(&c->runs[i]))
            continue;
        cell = (size_t)kernel_index(g, &c->runs[i]) * SYSTEMS_MOST + system_index(g, &c->runs[i]);
        g->first[i] = last[cell] < 0;
        if (last[cell] >= 0)
            g->next[last[cell]] = (int)i;
        last[cell] = (int)i;
    }
    free(last);
}

static void lay_out(grid *g)
{
    const campaign *c = g->campaign;

    for (unsigned i = 0; i < c->n_runs; i++) {
        if (!c->runs[i].planned)
            continue;
        kernel_index(g, &c->runs[i]);
        system_index(g, &c->runs[i]);
        for (unsigned m = 0; m < METRICS && c->runs[i].state == RUN_GOOD; m++)
            g->known[m] = g->known[m] || !isnan(campaign_number(&c->runs[i], metrics[m].path));
    }
    chain_seeds(g);
}

static json_t *metrics_json(const grid *g)
{
    json_t *array = json_array();

    for (unsigned m = 0; m < METRICS; m++)
        if (g->known[m])
            json_array_append_new(array, json_pack("{s:s, s:s, s:s}", "path", metrics[m].path, "unit", metrics[m].unit,
                                                   "help", metrics[m].help));
    return array;
}

static json_t *kernels_json(const grid *g)
{
    json_t *array = json_array();

    for (unsigned k = 0; k < g->n_kernels; k++) {
        const char *group = campaign_own_group(g->campaign, g->kernels[k]);

        json_array_append_new(array, json_pack("{s:o, s:o}", "name", html_words(g->kernels[k]), "group",
                                               group ? html_words(group) : json_null()));
    }
    return array;
}

static json_t *sets_json(const campaign_system *system)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < system->n_sets; i++)
        json_array_append_new(array, html_words(system->sets[i]));
    return array;
}

static json_t *systems_json(const grid *g)
{
    json_t *array = json_array();

    for (unsigned s = 0; s < g->n_systems; s++) {
        const campaign_system *system = g->systems[s].system;

        json_array_append_new(array, json_pack("{s:o, s:o, s:o, s:i}", "name", html_words(system->name), "policy",
                                               html_words(system->policy), "set", sets_json(system), "machine",
                                               (int)(g->systems[s].machine - g->campaign->machines)));
    }
    return array;
}

// For the runs of a cell, one per seed: the mean of each metric, and with several seeds each value.
static void add_values(const grid *g, unsigned first, json_t *cell)
{
    json_t *means = json_array(), *each = json_array();
    double values[CAMPAIGN_SEEDS];
    unsigned count = 0;

    for (unsigned m = 0; m < METRICS; m++) {
        json_t *own;

        if (!g->known[m])
            continue;
        own = json_array();
        count = 0;
        for (int i = (int)first; i >= 0; i = g->next[i]) {
            values[count] = campaign_number(&g->campaign->runs[i], metrics[m].path);
            json_array_append_new(own, html_number(values[count++]));
        }
        json_array_append_new(means, html_number(arithmetic_mean(values, count)));
        json_array_append_new(each, own);
    }
    json_object_set_new(cell, "seeds", json_integer(count));
    json_object_set_new(cell, "values", means);
    if (count > 1)
        json_object_set(cell, "each", each);
    json_decref(each);
}

// NULL: all runs of the cell succeeded.
static const campaign_run *failed_run(const grid *g, unsigned first)
{
    for (int i = (int)first; i >= 0; i = g->next[i])
        if (g->campaign->runs[i].state == RUN_FAILED)
            return &g->campaign->runs[i];
    return NULL;
}

// Cells with their numbers, and the details that some first seeds kept.
static void add_runs(grid *g, json_t *object)
{
    json_t *runs = json_array(), *times = json_array(), *lines = json_array();

    for (unsigned i = 0; i < g->campaign->n_runs; i++) {
        const campaign_run *run = &g->campaign->runs[i], *failed;
        unsigned kernel, system;
        json_t *cell, *kept;

        if (!has_ended(run) || !g->first[i])
            continue;
        kernel = kernel_index(g, run);
        system = system_index(g, run);
        failed = failed_run(g, i);
        cell = json_pack("{s:i, s:i}", "kernel", (int)kernel, "system", (int)system);
        if (failed)
            json_object_set_new(cell, "failed", html_words(failed->stored.reason));
        else
            add_values(g, i, cell);
        json_array_append_new(runs, cell);
        kept = campaign_details(run);
        html_add_times(kept, kernel, system, times);
        html_add_lines(kept, kernel, system, lines);
        json_decref(kept);
    }
    json_object_set_new(object, "runs", runs);
    json_object_set_new(object, "times", times);
    json_object_set_new(object, "lines", lines);
}

static json_t *claims_json(campaign *c, bool wanted)
{
    json_t *array = json_array();

    for (const claim *k = wanted ? c->file->claims : NULL; k && k->id; k++) {
        measurement m = { .value = NAN };
        char words[64];

        claim_measure(c, k, &m);
        verdict_words(claim_judge(c, k, &m), words);
        json_array_append_new(array, json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:s, s:s}", "id", k->id, "section",
                                               k->section, "words", k->words, "claimed", k->value, "unit", claim_unit(k),
                                               "measured", html_number(m.value), "half",
                                               html_number(m.seeds > 1 ? m.half : NAN),
                                               "verdict", words, "note", m.words));
    }
    return array;
}

static json_t *names_json(char (*names)[SHEET_NAME], unsigned count)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++)
        json_array_append_new(array, html_words(names[i]));
    return array;
}

static json_t *figure_json(sheet *s)
{
    json_t *values = json_array(), *halves = json_array();

    for (unsigned row = 0; row < s->n_rows; row++) {
        json_t *own = json_array(), *half = json_array();

        for (unsigned column = 0; column < s->n_columns; column++) {
            json_array_append_new(own, html_number(s->values[row][column]));
            json_array_append_new(half, html_number(s->halves[row][column]));
        }
        json_array_append_new(values, own);
        json_array_append_new(halves, half);
    }
    if (!s->spreads) {
        json_decref(halves);
        halves = NULL;
    }
    return json_pack("{s:o, s:o, s:o, s:o, s:b, s:i, s:o, s:o, s:o, s:o*, s:o}", "id", html_words(s->id), "title",
                     html_words(s->title), "note", html_words(s->note), "head", html_words(s->head), "sweep", s->sweep,
                     "decimals", s->decimals, "columns", names_json(s->columns, s->n_columns), "rows",
                     names_json(s->rows, s->n_rows), "values", values, "spreads", halves, "no_difference",
                     html_number(s->no_difference));
}

static json_t *figures_json(const html_options *options)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < options->n_sheets; i++)
        json_array_append_new(array, figure_json(options->sheets[i]));
    return array;
}

static json_t *machine_json(const campaign_machine *machine)
{
    json_t *sets = json_array(), *object;
    char *text = simulator_machine_text(machine->base);

    for (unsigned i = 0; i < machine->n_sets; i++)
        json_array_append_new(sets, html_words(machine->sets[i]));
    object = json_pack("{s:o, s:o, s:o}", "name", html_words(machine->name), "set", sets, "text", html_words(text));
    free(text);
    return object;
}

static json_t *machines_json(const campaign *c)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < c->n_machines; i++)
        json_array_append_new(array, machine_json(&c->machines[i]));
    return array;
}

static json_t *seeds_json(const campaign *c)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < c->n_seeds; i++)
        json_array_append_new(array, json_integer((json_int_t)c->seeds[i]));
    return array;
}

// By number of seeds: Student's factor for half an interval, times the standard error.
static json_t *student_json(const campaign *c)
{
    json_t *array = json_pack("[n, n]");

    for (unsigned n = 2; n <= c->n_seeds; n++)
        json_array_append_new(array, json_real(student_quantile(0.95, n - 1)));
    return array;
}

// The system whose runs are the baseline's; with several machines it may have a longer name. A search's best varies by kernel
// and is no system of the page.
static json_t *baseline_json(grid *g)
{
    campaign *c = g->campaign;

    for (unsigned k = 0; k < g->n_kernels && !campaign_search(c, c->file->baseline); k++) {
        const campaign_run *run = campaign_find(c, g->kernels[k], c->file->baseline);

        if (run && run->planned)
            return json_integer(system_index(g, run));
    }
    return json_null();
}

static void add_parts(grid *g, json_t *object)
{
    json_t *sources = json_array(), *costs = json_array();

    for (unsigned k = 0; k < g->n_kernels; k++)
        html_add_sources(campaign_kernel_of(g->campaign, g->kernels[k]), k, sources);
    for (unsigned s = 0; s < g->n_systems; s++)
        json_array_append_new(costs, html_cost(&g->systems[s], s));
    json_object_set_new(object, "sources", sources);
    json_object_set_new(object, "costs", costs);
    json_object_set_new(object, "time_words", html_time_words());
}

json_t *html_data(campaign *c, const html_options *options)
{
    grid *g = calloc(1, sizeof *g);
    char program[17];
    json_t *object, *limits = json_array();

    if (!g)
        abort();
    g->campaign = c;
    lay_out(g);
    snprintf(program, sizeof program, "%016" PRIx64, c->program_hash);
    if (c->max_cycles)
        json_array_append_new(limits, json_sprintf("at most %" PRIu64 " cycles a run", c->max_cycles));
    object = json_pack("{s:i, s:o, s:o, s:s, s:o, s:o, s:i}", "format", FORMAT, "title", html_words(options->title),
                       "command", html_words(options->command), "program", program, "size", html_words(c->size),
                       "limits", limits, "missing", (int)campaign_missing(c));
    json_object_set_new(object, "seeds", seeds_json(c));
    json_object_set_new(object, "student", student_json(c));
    json_object_set_new(object, "machines", machines_json(c));
    json_object_set_new(object, "metrics", metrics_json(g));
    json_object_set_new(object, "kernels", kernels_json(g));
    json_object_set_new(object, "systems", systems_json(g));
    json_object_set_new(object, "baseline", baseline_json(g));
    add_runs(g, object);
    json_object_set_new(object, "sweeps", html_sweeps(g->systems, g->n_systems));
    json_object_set_new(object, "claims", claims_json(c, options->claims));
    json_object_set_new(object, "figures", figures_json(options));
    add_parts(g, object);
    free(g);
    return object;
}
