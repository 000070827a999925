// SPDX-License-Identifier: BSD-3-Clause
// Fills in a campaign file: every machine gets the common settings, `policies` become runs, and `plot` becomes tables.
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/file/campaign_reader.h"

__attribute__((format(printf, 2, 3)))
static const char *keep_words(campaign_file *file, const char *format, ...)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    va_list arguments;

    if (!out)
        abort();
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    fclose(out);
    return file_keep(file, text);
}

static void complete_machines(campaign_reader *r)
{
    campaign_file *file = r->file;

    if (!file->n_machines) {
        machine *usual = simulator_machine_usual();
        json_t *name = json_string(simulator_machine_name(usual));
        bool good;

        good = file_read_machine(r, name);
        file->machines[0].word = file->machines[0].name;
        json_decref(name);
        free(usual);
        if (!good)                                          // it is bundled
            abort();
    }
    for (unsigned i = 0; i < file->n_machines; i++) {
        file_machine *m = &file->machines[i];
        const char **sets = calloc(file->n_sets + m->n_sets + 1, sizeof *sets);

        if (!sets)
            abort();
        for (unsigned s = 0; s < file->n_sets + m->n_sets; s++)
            sets[s] = s < file->n_sets ? file->sets[s] : m->sets[s - file->n_sets];
        m->sets = sets;
        m->n_sets += file->n_sets;
        file_keep(file, (char *)sets);
    }
}

// Adjacent lists of a single policy become one list.
static const char *joined_policies(campaign_file *file)
{
    char *text = strdup(file->policies);
    bool alone = false;

    if (!text)
        abort();
    for (char *at = text; *at; at += *at == ';' || *at == ',') {
        size_t length = strcspn(at, ";"), word = strcspn(at, " ;");

        if (alone && length == word)
            at[-1] = ',';
        alone = length == word;
        at += length;
    }
    return file_keep(file, text);
}

// Each list of systems with `words` after its policies, unless it names a machine.
static const char *with_machines(campaign_file *file, const char *systems, const char *words)
{
    const char *all = "";

    for (const char *at = systems; *at; at += *at == ';') {
        size_t length = strcspn(at, ";"), first = strcspn(at, " ;");
        bool named = memchr(at, '@', length) != NULL;

        all = keep_words(file, "%s%s%.*s%s%.*s", all, *all ? ";" : "", (int)first, at, named ? "" : words,
                         (int)(length - first), at + first);
        at += length;
    }
    return all;
}

// Each list on every machine, unless it names one, with the swept keys.
static void complete_policies(campaign_file *file)
{
    const char *all = "", *machines = "", *systems;

    for (unsigned i = 0; i < file->n_machines && file->n_machines > 1; i++)
        machines = keep_words(file, "%s%s@%s", machines, i ? "," : " ", file->machines[i].name);
    systems = with_machines(file, joined_policies(file), machines);
    for (const char *at = systems; *at; at += *at == ';') {
        size_t length = strcspn(at, ";");

        all = keep_words(file, "%s%s%.*s%s%s", all, *all ? ";" : "", (int)length, at, *file->swept ? " " : "", file->swept);
        at += length;
    }
    file->policies = all;
}

static bool is_of_runs(const claim *k)
{
    return k->measure != STORAGE && k->measure != REPORTED && k->measure != EXAMPLE;
}

// The claims that rest on runs, on the machine `claims_also`.
static bool complete_claims(campaign_reader *r)
{
    campaign_file *file = r->file;
    const char *at;
    unsigned n = 0;

    for (claim *k = file->claims; k->id; k++) {
        k->points_of = file->baseline;
        k->rivals = file->schedulers;
    }
    if (!*file->claims_also)
        return true;
    source_enter_key(&r->json, "claims_also");
    if (!file->n_claims)
        return source_fail(&r->json, "seen in a campaign without claims, expected `claims`");
    if (!file_check_machine(r, file->claims_also))
        return false;
    at = keep_words(file, " @%s", file->claims_also);
    for (const claim *k = file->claims; k->id; k++) {
        claim *also = &file->also[n];
        const char **const lists[] = { &also->systems, &also->over, &also->points_of, &also->rivals };

        if (!is_of_runs(k))
            continue;
        n++;
        *also = *k;
        for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
            *lists[i] = with_machines(file, *lists[i], at);
            if (**lists[i] && !file_check_systems(r, *lists[i]))
                return false;
        }
    }
    r->json.place[0] = 0;
    return true;
}

static bool add_runs(campaign_reader *r, const char *systems)
{
    campaign_file *file = r->file;

    if (file->n_runs == CAMPAIGN_ROWS)
        return source_fail(&r->json, "seen more than %d rows of runs, expected at most that", CAMPAIGN_ROWS - 2);
    file->runs[file->n_runs++] = (runs_row){ .kernels = "all", .systems = systems };
    return true;
}

// Whether the last word after the policy has several choices.
static bool is_swept(const char *list, size_t length)
{
    const char *last = list;

    for (const char *at = list; at < list + length; at++)
        last = *at == ' ' ? at + 1 : last;
    return last != list && memchr(last, ',', length - (size_t)(last - list)) && *last != '@';
}

static bool add_figure(campaign_reader *r, const char *counter, unsigned part, figure_shape shape, const char *systems)
{
    campaign_file *file = r->file;
    figure *f = &file->figures[file->n_figures];
    bool over = *file->baseline, quotient = strchr(counter, '/') != NULL;
    char *id;

    if (file->n_figures == CAMPAIGN_FIGURES)
        return source_fail(&r->json, "plot: seen more than %d tables, expected at most that", CAMPAIGN_FIGURES);
    id = (char *)(part ? keep_words(file, "%.26s_%u", counter, part + 1) : keep_words(file, "%.31s", counter));
    for (char *at = id; *at; at++)
        *at = strchr("/.+", *at) ? '_' : *at;
    *f = (figure){ .id = id, .shape = shape, .decimals = 3,
                   .kernels = strchr(file->shown, ',') ? "groups" : file->shown,
                   .systems = systems, .times = 1, .over = over && !quotient ? file->baseline : "",
                   .mean = file->mean_given ? file->mean : over && !quotient ? GEOMETRIC : ARITHMETIC };
    f->parts = quotient ? counter : keep_words(file, "%s/%s", counter, over ? counter : "1");
    f->title = keep_words(file, "%s%s%s", counter, *f->over ? " over " : "", f->over);
    f->head = "kernel";
    f->printed = "";
    if (shape == SWEEP_LINES) {
        const char *last = strrchr(systems, ' ') + 1;

        f->kernels = "all";
        f->head = keep_words(file, "%.*s", (int)strcspn(last, "="), strchr(last, '=') ? last : "value");
    }
    file->n_figures++;
    return true;
}

// For each counter: one table of all single systems, and one per list that sweeps.
static bool complete_figures(campaign_reader *r)
{
    campaign_file *file = r->file;
    const char *alone = "";

    for (const char *at = file->policies; *at; at += *at == ';') {
        size_t length = strcspn(at, ";");

        if (!is_swept(at, length))
            alone = keep_words(file, "%s%s%.*s", alone, *alone ? ";" : "", (int)length, at);
        at += length;
    }
    if (!file->plot[0])
        file->plot[0] = "ipc";
    for (const char *const *counter = file->plot; *counter; counter++) {
        unsigned part = 0;

        if (*alone && !add_figure(r, *counter, part++, KERNELS_BY_SYSTEM, alone))
            return false;
        for (const char *at = file->policies; *at; at += *at == ';') {
            size_t length = strcspn(at, ";");

            if (is_swept(at, length) &&
                !add_figure(r, *counter, part++, SWEEP_LINES, keep_words(file, "%.*s", (int)length, at)))
                return false;
            at += length;
        }
    }
    return true;
}

// The tables' file names.
static bool check_ids(campaign_reader *r)
{
    const campaign_file *file = r->file;

    for (unsigned i = 0; i < file->n_figures; i++)
        for (unsigned k = 0; k < i; k++)
            if (strcmp(file->figures[i].id, file->figures[k].id) == 0)
                return source_fail(&r->json, "plot, figures: seen two tables of the name %s, expected each once",
                                   file->figures[i].id);
    return true;
}

bool file_complete(campaign_reader *r)
{
    campaign_file *file = r->file;

    complete_machines(r);
    if (!complete_claims(r))
        return false;
    if (!*file->policies && *file->swept)
        return source_fail(&r->json, "set: seen several values of %s, expected `policies` that are run with each",
                           file->swept);
    if (!*file->policies && !file->n_runs)
        return source_fail(&r->json, "seen neither `policies` nor `runs`, expected one of them");
    if (!*file->policies)
        return true;
    complete_policies(file);
    return add_runs(r, file->policies) && (!*file->baseline || add_runs(r, file->baseline)) && complete_figures(r) &&
           check_ids(r);
}
