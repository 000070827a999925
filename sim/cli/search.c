// SPDX-License-Identifier: BSD-3-Clause
// Searches of `warplock run`; see sim/cli/search.h.
#include "sim/cli/search.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/output_file.h"

// The parts of the command line that affect a result. Blocks, waves and other outputs do not.
static bool open_search(cli_search *s, const cli_options *options, const machine *m, run_status *failed)
{
    campaign *c = &s->campaign;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    char message[512];
    machine bare;
    bool damaged;
    machine_error error;

    s->open = true;
    s->of = campaign_file_new();
    *c = (campaign){ .file = s->of, .program = options->program, .size = options->size, .max_cycles = options->max_cycles,
                     .seeds = { options->seed }, .n_seeds = 1, .n_claim_seeds = 1, .machines = { { .name = m->name, .word = options->machine,
                     .sets = s->sets, .base = simulator_machine_copy(m) } }, .n_machines = 1,
                     .workers = options->workers ? (unsigned)options->workers : processors > 0 ? (unsigned)processors : 1,
                     .memory_mb = options->memory };
    unsigned *n_sets = &c->machines[0].n_sets;
    for (; *n_sets < options->set.count; (*n_sets)++)
        s->sets[*n_sets] = options->set.words[*n_sets];
    if (options->cold_l2)
        s->sets[(*n_sets)++] = "l2.host_copy=bypass";
    if (machine_load(&bare, options->machine, &error))
        c->machines[0].text = simulator_machine_text(&bare);
    *failed = STATUS_MISTAKE;
    if (!campaign_begin(c))
        return cli_mistake("%s", c->error);
    c->store = store_open_or_tell(options->store, STORE_MAKE, &damaged, message, sizeof message);
    if (damaged)
        *failed = STATUS_MISMATCH;
    return c->store || cli_mistake("--store: %s", message);
}

// Reports failed runs; the search goes on without them. Returns the worst end of any.
static run_status tell_failures(const campaign *c, const char *kernel)
{
    run_status gravest = STATUS_GOOD;

    for (unsigned i = 0; i < c->n_runs; i++) {
        const campaign_run *run = &c->runs[i];

        if (run->state != RUN_FAILED || strcmp(run->kernel->name, kernel) != 0)
            continue;
        if (gravest != STATUS_MISMATCH)
            gravest = run->stored.status == STATUS_LIMIT ? STATUS_LIMIT : STATUS_MISMATCH;
        cli_mistake("%s under %s: %s", kernel, run->system.name, run->stored.reason);
    }
    return gravest;
}

// No output of the run may overwrite the store, old or new.
static bool keep_store(const char *path)
{
    char message[OUTPUT_PATH + 256];

    output_protect(path);
    return access(path, F_OK) == 0 || output_claim(path, message, sizeof message) || cli_mistake("--store: %s", message);
}

bool cli_limit_allowed(const cli_options *options)
{
    return options->max_cycles <= INT64_MAX ||
           cli_mistake("--max-cycles: seen %" PRIu64 ", expected a whole number from 0 to %" PRId64 ", what a store holds",
                       options->max_cycles, INT64_MAX);
}

bool cli_search_allowed(const cli_options *options, const cli_policies *policies, bool own_kernels, bool own_sizes)
{
    bool searched = false;

    for (unsigned i = 0; i < policies->count && !options->functional; i++) {
        if (policies->search[i] && own_kernels)
            return cli_mistake("--policy: seen %s with a kernel that is not bundled, expected bundled ones: what a search has tried "
                               "is kept by name and size", policies->search[i]->name);
        if (policies->search[i] && own_sizes)
            return cli_mistake("--policy: seen %s with KERNEL:SIZE, expected --size: a search is of one size",
                               policies->search[i]->name);
        searched = searched || policies->search[i];
    }
    return !searched || (cli_limit_allowed(options) && keep_store(options->store));
}

const policy *cli_search_best(cli_search *s, const cli_options *options, machine *m, const best_word *row, const char *kernel,
                              run_curve *curve, run_status *status)
{
    const campaign_run *found;
    machine_error error;
    run_status failed;

    if (!s->open && !open_search(s, options, m, &failed)) {
        *status = failed;
        return NULL;
    }
    found = search_best(&s->campaign, row, kernel, curve);
    if (s->campaign.error[0]) {
        *status = STATUS_MISTAKE;
        cli_mistake("%s: %s", row->name, s->campaign.error);
        return NULL;
    }
    failed = tell_failures(&s->campaign, kernel);
    if (!found) {
        *status = failed;
        cli_mistake("%s: %s: no run ended well, expected one", row->name, kernel);
        return NULL;
    }
    for (unsigned i = 0; i < found->system.n_sets; i++)
        if (!machine_set(m, found->system.sets[i], &error))
            abort();
    return policy_find(found->system.policy);
}

void cli_search_close(cli_search *s)
{
    if (!s->open)
        return;
    if (s->campaign.store)
        store_close(s->campaign.store);
    campaign_end(&s->campaign);
    campaign_file_free(s->of);
}
