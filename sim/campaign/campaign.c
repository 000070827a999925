#include "sim/campaign/campaign.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/engine/engine.h"
#include "tb/hash.h"

static const campaign_kernel *find_kernel(const campaign *c, const char *name)
{
    for (unsigned i = 0; i < c->n_kernels; i++)
        if (strcmp(c->kernels[i].name, name) == 0)
            return &c->kernels[i];
    return NULL;
}

const campaign_kernel *campaign_kernel_bundled(campaign *c, const char *name)
{
    const campaign_kernel *known = find_kernel(c, name);

    if (known)
        return known;
    if (c->n_kernels == CAMPAIGN_KERNELS)
        abort();
    c->kernels[c->n_kernels] = (campaign_kernel){ .name = name, .word = name, .size = c->size };
    return &c->kernels[c->n_kernels++];
}

// As it is known by its word, for whoever reads the store later.
char *campaign_machine_text(const machine *m)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    if (!file)
        abort();
    machine_dump(m, file);
    fclose(file);
    return text;
}

bool campaign_add_machine(campaign *c, const char *word, const char *const *sets, unsigned n_sets)
{
    campaign_machine *added = &c->machines[c->n_machines];
    machine_error error;

    if (c->n_machines == CAMPAIGN_MACHINES) {
        snprintf(c->error, sizeof c->error, "seen more than %d machines, expected at most that", CAMPAIGN_MACHINES);
        return false;
    }
    *added = (campaign_machine){ .word = word, .sets = sets, .n_sets = n_sets };
    if (!machine_load(&added->base, word, &error)) {
        snprintf(c->error, sizeof c->error, "%s", error.text);
        return false;
    }
    added->text = campaign_machine_text(&added->base);
    for (unsigned i = 0; i < n_sets; i++) {
        if (!machine_set(&added->base, sets[i], &error)) {
            snprintf(c->error, sizeof c->error, "%s", error.text);
            return false;
        }
    }
    if (!machine_check(&added->base, &error)) {
        snprintf(c->error, sizeof c->error, "%.100s: %.400s", word, error.text);
        return false;
    }
    added->name = added->base.name;
    c->n_machines++;
    return true;
}

bool campaign_begin(campaign *c)
{
    FILE *file = fopen(c->program, "rb");

    if (!file) {
        snprintf(c->error, sizeof c->error, "%.400s: cannot be read: %s", c->program, strerror(errno));
        return false;
    }
    c->program_hash = hash_stream(HASH_START, file);
    fclose(file);
    c->runs = calloc(CAMPAIGN_RUNS, sizeof *c->runs);
    if (!c->runs)
        abort();
    return true;
}

void campaign_end(campaign *c)
{
    for (unsigned i = 0; i < c->n_runs; i++)
        store_run_free(&c->runs[i].stored);

    for (unsigned i = 0; i < c->n_machines; i++)
        free(c->machines[i].text);
    lookup_free(&c->by_key);
    lookup_free(&c->by_system);
    free(c->runs);
    c->runs = NULL;
}

// Everything a result depends on: the program (bundled kernels and their PTX travel in it), every key of the machine,
// policy, kernel, size, limit, seed, what is kept in parts, every byte that a kernel of the user's reads. False when the machine cannot be built so.
static bool make_key(const campaign *c, campaign_run *run)
{
    machine m = run->machine->base;
    machine_error error;
    char *text = NULL;
    size_t length = 0;
    FILE *file;

    for (unsigned i = 0; i < run->system.n_sets; i++)
        if (!machine_set(&m, run->system.sets[i], &error))
            return false;
    if (!machine_check(&m, &error))
        return false;
    file = open_memstream(&text, &length);
    if (!file)
        abort();
    fprintf(file, "%016" PRIx64 "\n%s\n%s\n%s\n%" PRIu64 "\n%" PRIu64 "\n", c->program_hash, run->system.policy,
            run->kernel->word, run->kernel->size, c->max_cycles, run->seed);
    for (unsigned i = 0; i < run->kernel->n_options; i++)
        fprintf(file, "%s\n", run->kernel->options[i]);
    if (run->kernel->source[0])
        fprintf(file, "source %s\n", run->kernel->source);
    for (const char *const *asked = c->details; *asked; asked++)
        fprintf(file, "%s\n", *asked);
    fclose(file);
    snprintf(run->key, sizeof run->key, "%016" PRIx64, machine_hash(&m, hash_bytes(HASH_START, text, length)));
    free(text);
    return true;
}

void campaign_without_limit(const campaign *c, const char *system, char name[static SYSTEM_NAME])
{
    const char *key;
    uint32_t low, most;

    snprintf(name, SYSTEM_NAME, "%s", system);
    for (const best_word *row = best_words; row->name; row++) {
        size_t length = strcspn(row->systems, "*");
        char *end;

        if (strncmp(system, row->systems, length) == 0 && best_word_range(row, &c->machines[0].base, &key, &low, &most) &&
            strtoul(system + length, &end, 10) >= most)
            snprintf(name, SYSTEM_NAME, "%.20s%.24s", row->unlimited, end);
    }
}

campaign_run *campaign_add(campaign *c, const char *kernel, const char *system)
{
    campaign_run run = { .kernel = find_kernel(c, kernel), .machine = &c->machines[0], .seed = c->seeds[0] };
    char name[SYSTEM_NAME], asked[256];
    unsigned known;

    snprintf(asked, sizeof asked, "%td %" PRIu64 " %s %s", run.machine - c->machines, run.seed, system, kernel);
    known = lookup_find(&c->by_system, asked);
    if (known != LOOKUP_NONE)
        return &c->runs[known];
    campaign_without_limit(c, system, name);
    if (!run.kernel || !system_resolve(name, &run.system) || !make_key(c, &run))
        return NULL;
    known = lookup_find(&c->by_key, run.key);
    if (known == LOOKUP_NONE) {
        if (c->n_runs == CAMPAIGN_RUNS)
            abort();
        known = c->n_runs++;
        c->runs[known] = run;
        lookup_add(&c->by_key, run.key, known);
    }
    lookup_add(&c->by_system, asked, known);
    return &c->runs[known];
}

void campaign_take_result(campaign_run *run, store_run *stored)
{
    run->stored = *stored;
    run->state = stored->status == 0 && (!stored->result || measured_read(&run->stored.measured, stored->result))
               ? RUN_GOOD : RUN_FAILED;
}

bool campaign_look_up(campaign *c, campaign_run *run)
{
    store_run stored;

    switch (store_get(c->store, run->key, &stored, c->error, sizeof c->error)) {
    case STORE_FOUND:
        if (stored.status < 0) {                // a crash is tried again
            store_run_free(&stored);
            return true;
        }
        campaign_take_result(run, &stored);
        c->from_store += run->planned && run->state == RUN_GOOD;
        c->failed += run->planned && run->state == RUN_FAILED;
        return true;
    case STORE_DAMAGED:
        c->damaged += !run->damaged;
        run->damaged = true;
        return true;
    case STORE_ABSENT:
        return true;
    default:
        return false;
    }
}

bool campaign_execute(campaign *c)
{
    for (unsigned i = 0; i < c->n_runs; i++) {
        campaign_run *run = &c->runs[i];

        if (run->planned && run->state == RUN_WANTED && !campaign_look_up(c, run))
            return false;
    }
    return c->stored_only || engine_execute(c);
}

static const campaign_run *find_one(campaign *c, const char *kernel, const char *system)
{
    campaign_run *run = campaign_add(c, kernel, system);

    if (run && run->state == RUN_WANTED && c->store)
        campaign_look_up(c, run);
    return run && run->state == RUN_GOOD ? run : NULL;
}

// The best of some systems and what follows its name: the system is chosen without what follows.
static const campaign_run *find_best(campaign *c, const char *kernel, const best_word *row, const char *rest)
{
    const campaign_run *best = NULL, *unlimited = find_one(c, kernel, row->unlimited);
    char name[SYSTEM_NAME], systems[SYSTEMS_TEXT];

    system_spell(row->systems, &c->machines[0].base, systems);
    for (unsigned i = 0; system_choose(systems, i, name); i++) {
        const campaign_run *run = find_one(c, kernel, name);

        if (run && run != unlimited && (!best || campaign_number(run, "ipc") > campaign_number(best, "ipc")))
            best = run;
    }
    if (best && unlimited && campaign_number(unlimited, "ipc") > campaign_number(best, "ipc"))
        best = unlimited;
    if (!best || !*rest)
        return best;
    snprintf(name, sizeof name, "%.20s%.20s", best->system.name, rest);
    return find_one(c, kernel, name);
}

const campaign_run *campaign_find(campaign *c, const char *kernel, const char *system)
{
    const best_word *row = best_word_of(system);

    return row ? find_best(c, kernel, row, system + strlen(row->name)) : find_one(c, kernel, system);
}

double campaign_number(const campaign_run *run, const char *path)
{
    return run ? measured_number(&run->stored.measured, path) : NAN;
}

json_t *campaign_details(const campaign_run *run)
{
    return run ? measured_details(&run->stored.measured) : NULL;
}

// "a+b": the sum of numbers of the report; a number stands for itself.
static double number_sum(const campaign_run *run, const char *paths)
{
    char words[160], *rest;
    double sum = 0;

    snprintf(words, sizeof words, "%s", paths);
    for (const char *path = strtok_r(words, "+", &rest); path; path = strtok_r(NULL, "+", &rest))
        sum += path[0] >= '0' && path[0] <= '9' ? strtod(path, NULL) : campaign_number(run, path);
    return sum;
}

double campaign_quotient(campaign *c, const char *kernel, const char *system, const char *over, const char *part,
                         const char *whole)
{
    double divisor = number_sum(campaign_find(c, kernel, *over ? over : system), whole);

    return divisor == 0 ? NAN : number_sum(campaign_find(c, kernel, system), part) / divisor;
}

const char *campaign_group(campaign *c, const char *kernel)
{
    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];
        const char *group = run->stored.measured.group;

        if (strcmp(run->kernel->name, kernel) == 0 && group)
            return group;
    }
    return NULL;
}

static const paper_group *find_group(const paper *p, const char *name)
{
    for (const paper_group *group = all_groups; group->paper; group++)
        if (strcmp(group->paper, p->id) == 0 && strcmp(group->name, name) == 0)
            return group;
    return NULL;
}

// Whether the kernel is meant by one of the words.
static bool is_meant(campaign *c, const char *words, const char *kernel)
{
    const char *group = campaign_group(c, kernel);
    char copy[512], *rest;

    snprintf(copy, sizeof copy, "%s", words);
    for (const char *word = strtok_r(copy, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (strcmp(word, "all") == 0 || strcmp(word, kernel) == 0 || (group && strcmp(word, group) == 0))
            return true;
    return false;
}

// NAN when a run is missing.
static double measured(campaign *c, const paper_group *group, const char *kernel)
{
    return campaign_quotient(c, kernel, group->system, group->over, group->part, group->whole);
}

static bool has_relation(const paper_group *group, double value)
{
    return group->relation == ABOVE ? value > group->bound : group->relation == BELOW ? value < group->bound
         : group->relation == AT_MOST ? value <= group->bound : value >= group->bound;
}

static bool belongs(campaign *c, const paper_group *group, const char *kernel)
{
    return is_meant(c, group->members, kernel) && (!group->system || has_relation(group, measured(c, group, kernel)));
}

const char *campaign_own_group(campaign *c, const char *kernel)
{
    bool any = false;

    for (const paper_group *group = all_groups; group->paper; group++) {
        if (strcmp(group->paper, c->paper->id) != 0 || !group->system)
            continue;
        if (isnan(measured(c, group, kernel)))
            return NULL;
        if (belongs(c, group, kernel))
            return group->name;
        any = true;
    }
    return any ? "other" : campaign_group(c, kernel);
}

unsigned campaign_kernels_of(campaign *c, const char *kernels, const char *names[static CAMPAIGN_KERNELS])
{
    const paper_group *group = find_group(c->paper, kernels);
    unsigned count = 0;

    for (unsigned i = 0; i < c->n_kernels && !(group && group->most && count == group->most); i++)
        if (group ? belongs(c, group, c->kernels[i].name) : is_meant(c, kernels, c->kernels[i].name))
            names[count++] = c->kernels[i].name;
    return count;
}

unsigned campaign_missing(const campaign *c)
{
    unsigned count = 0;

    for (unsigned i = 0; i < c->n_runs; i++)
        count += c->runs[i].planned && c->runs[i].state <= RUN_STARTED;
    return count;
}

void campaign_list_failures(const campaign *c, FILE *file)
{
    for (unsigned i = 0; i < c->n_runs; i++)
        if (c->runs[i].state == RUN_FAILED)
            fprintf(file, "failed: %s under %s: %s\n", c->runs[i].kernel->name, c->runs[i].system.name,
                    c->runs[i].stored.reason);
}
