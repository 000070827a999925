// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/campaign.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/program_sums.h"
#include "sim/report/status.h"
#include "tb/hash.h"
#include "tb/plain.h"

enum { ROOM = 4096 };                           // of runs that only tables ask for

const campaign_kernel *campaign_kernel_of(const campaign *c, const char *name)
{
    for (unsigned i = 0; i < c->n_kernels; i++)
        if (strcmp(c->kernels[i].name, name) == 0)
            return &c->kernels[i];
    return NULL;
}

const campaign_kernel *campaign_kernel_bundled(campaign *c, const char *name)
{
    const campaign_kernel *known = campaign_kernel_of(c, name);
    campaign_kernel *k = &c->kernels[c->n_kernels];
    int of_file;

    if (known)
        return known;
    if (c->n_kernels == CAMPAIGN_KERNELS)
        abort();
    of_file = campaign_file_kernel(c->file, name);
    *k = of_file >= 0 ? c->file->kernels[of_file] : (campaign_kernel){ .name = name, .word = name, .size = c->size };
    if (k->kind == KERNEL_BUNDLED) {
        if (!*k->size)
            k->size = c->size;
        snprintf(k->source, sizeof k->source, "%s", kernel_sum_of(k->word));
        k->same_run = simulator_kernel_same_run(k->word);
    }
    c->n_kernels++;
    return k;
}

bool campaign_add_machine(campaign *c, const char *name, const char *word, const char *const *sets, unsigned n_sets)
{
    campaign_machine *added = &c->machines[c->n_machines];
    simulator_error error;

    if (c->n_machines == CAMPAIGN_MACHINES) {
        snprintf(c->error, sizeof c->error, "seen more than %d machines, expected at most that", CAMPAIGN_MACHINES);
        return false;
    }
    *added = (campaign_machine){ .word = word, .sets = sets, .n_sets = n_sets, .base = simulator_machine(word, &error) };
    if (!added->base) {
        snprintf(c->error, sizeof c->error, "%.511s", error.text);
        return false;
    }
    added->text = simulator_machine_text(added->base);
    for (unsigned i = 0; i < n_sets; i++) {
        if (!simulator_machine_set(added->base, sets[i], &error)) {
            snprintf(c->error, sizeof c->error, "%.511s", error.text);
            return false;
        }
    }
    if (!simulator_machine_check(added->base, &error)) {
        snprintf(c->error, sizeof c->error, "%.100s: %.400s", word, error.text);
        return false;
    }
    added->name = name ? name : simulator_machine_name(added->base);
    c->n_machines++;
    return true;
}

// The number of systems of a list on the first machine.
static uint64_t spelled_count(const campaign *c, const char *systems)
{
    char *text = system_spell(systems, c->machines[0].base);
    uint64_t count = systems_count(text);

    free(text);
    return count;
}

uint64_t campaign_count(const campaign *c)
{
    uint64_t sum = 0, each = (uint64_t)c->n_kernels * c->n_seeds;

    for (const runs_row *row = c->file->runs; row->systems; row++) {
        uint64_t systems = spelled_count(c, row->systems);

        if (systems > (UINT64_MAX - sum) / each)
            return UINT64_MAX;
        sum += systems * each;
    }
    each = (uint64_t)c->n_kernels * (c->n_claim_seeds - c->n_seeds);
    for (const claim *k = c->file->claims; each && k->id; k++) {
        uint64_t systems = spelled_count(c, k->systems) + spelled_count(c, k->over);

        if (systems > (UINT64_MAX - sum) / each)
            return UINT64_MAX;
        sum += systems * each;
    }
    return sum;
}

// All runs that the file, its figures and its claims may ask for.
static unsigned room_of(const campaign *c)
{
    const campaign_file *file = c->file;
    uint64_t systems = 0, each = (uint64_t)c->n_kernels * c->n_claim_seeds;

    for (const runs_row *row = file->runs; row->systems; row++)
        systems += spelled_count(c, row->systems);
    for (const figure *f = file->figures; f->id; f++)
        systems += spelled_count(c, f->systems);
    for (const claim *k = file->claims; k->id; k++)
        systems += spelled_count(c, k->systems) + spelled_count(c, k->over);
    for (const kernel_group *g = file->groups; g->name; g++)
        systems += 2;
    return systems < 2 * CAMPAIGN_RUNS / (each + 1) ? (unsigned)(systems * each) + ROOM : 2 * CAMPAIGN_RUNS;
}

bool campaign_take_file(campaign *c, const campaign_file *file, const char *const *sets, unsigned n_sets)
{
    c->file = file;
    c->max_cycles = file->max_cycles;
    c->n_seeds = file->n_seeds;
    c->n_claim_seeds = file->n_claim_seeds;
    memcpy(c->seeds, file->seeds, sizeof c->seeds);
    memcpy(c->details, file->details, sizeof c->details);
    for (unsigned i = 0; i < file->n_machines; i++) {
        const file_machine *m = &file->machines[i];
        const char **all = calloc(m->n_sets + n_sets + 1, sizeof *all);

        if (!all)
            abort();
        for (unsigned s = 0; s < m->n_sets + n_sets; s++)
            all[s] = s < m->n_sets ? m->sets[s] : sets[s - m->n_sets];
        c->machine_sets[i] = all;
        if (!campaign_add_machine(c, m->name, m->word, all, m->n_sets + n_sets))
            return false;
        c->machines[c->n_machines - 1].details = m->details;
    }
    return true;
}

bool campaign_begin(campaign *c)
{
    FILE *file = fopen(c->program, "rb");

    if (!file) {
        snprintf(c->error, sizeof c->error, "%.400s: cannot be read: %s", c->program, strerror(errno));
        return false;
    }
    c->program_hash = program_sum;
    c->file_hash = hash_stream(HASH_START, file);
    fclose(file);
    c->room = room_of(c);
    c->runs = calloc(c->room, sizeof *c->runs);
    if (!c->runs)
        abort();
    return true;
}

void campaign_end(campaign *c)
{
    for (unsigned i = 0; i < c->n_runs; i++)
        store_run_free(&c->runs[i].stored);
    for (unsigned i = 0; i < CAMPAIGN_MACHINES; i++) {
        free(c->machines[i].base);
        free(c->machines[i].text);
        free(c->machine_sets[i]);
    }
    lookup_free(&c->by_key);
    lookup_free(&c->by_system);
    c->n_runs = 0;
    free(c->runs);
    c->runs = NULL;
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
        if (stored.status < 0 || stored.status == STATUS_MISTAKE) {    // a crash, or a mistake in its input
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
        if (c->runs[i].state == RUN_FAILED) {
            fprintf(file, "failed: %s under %s: ", c->runs[i].kernel->name, c->runs[i].system.name);
            plain_put(file, c->runs[i].stored.reason);
            fputc('\n', file);
        }
}
