// SPDX-License-Identifier: BSD-3-Clause
// --reproduce: repeats a share of a stored campaign's figures and compares each with the store.
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/reproduce.h"
#include "sim/cli/campaign.h"

static unsigned seed_index(const campaign *c, uint64_t seed)
{
    for (unsigned i = 0; i < c->n_claim_seeds; i++)
        if (c->seeds[i] == seed)
            return i;
    return 0;
}

// The same run of another campaign.
static campaign_run *again(campaign *d, const campaign *c, const campaign_run *run)
{
    return campaign_add_seed(d, run->kernel->name, run->system.name, seed_index(c, run->seed));
}

// Simulated results replace the stored ones.
static void take_results(campaign *c, campaign *d, const reproduction *r)
{
    for (unsigned i = 0; i < c->n_runs; i++) {
        campaign_run *made;

        if (!reproduction_wants(r, i))
            continue;
        made = again(d, c, &c->runs[i]);
        store_run_free(&c->runs[i].stored);
        c->runs[i].stored = made->stored;
        c->runs[i].state = made->state;
        made->stored = (store_run){ 0 };
    }
    memset(c->groups, 0, sizeof c->groups);     // they pointed into the old results
}

static bool is_one_file(const char *a, const char *b)
{
    struct stat first, second;

    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

static bool simulate(const campaign_session *s, campaign_session *made, const reproduction *r)
{
    const campaign *c = &s->campaign;
    campaign *d = &made->campaign;
    char message[512];

    d->stored_only = false;
    d->engine = ENGINE_LOCAL;
    if (!campaign_begin(d))
        return cli_mistake("campaign: %s", d->error);
    if (is_one_file(s->options->store, s->options->reproduce))
        return cli_mistake("--reproduce: %.160s: is the store of --store, whose runs would be held against themselves, expected another",
                           s->options->reproduce);
    d->store = store_open(s->options->reproduce, STORE_MAKE, message, sizeof message);
    if (!d->store)
        return cli_mistake("--reproduce: %s", message);
    for (unsigned i = 0; i < c->n_runs; i++) {
        campaign_run *run = reproduction_wants(r, i) ? again(d, c, &c->runs[i]) : NULL;

        if (run)
            run->planned = true;
        else if (reproduction_wants(r, i))
            return cli_mistake("--reproduce: %s under %s cannot be run here", c->runs[i].kernel->name, c->runs[i].system.name);
    }
    return campaign_execute(d) || cli_mistake("campaign: %s", d->error);
}

// Compares the tables as they are now.
static unsigned compare(campaign_session *s, reproduction *r)
{
    sheet *sheets[FIGURES_MAX];
    unsigned n, differ;

    s->campaign.parts = NULL;                   // the runs of each part are known
    n = figures_make(&s->campaign, sheets);
    differ = reproduction_compare(r, sheets, n, stdout);

    for (unsigned i = 0; i < n; i++)
        sheet_free(sheets[i]);
    return differ;
}

static run_status judge(campaign_session *s, campaign_session *made, reproduction *r, const reproduction_cost *chosen)
{
    unsigned differ;

    if (campaign_missing(&made->campaign)) {
        fputs("warplock: interrupted, the same command goes on\n", stderr);
        return STATUS_INTERRUPTED;
    }
    campaign_list_failures(&made->campaign, stdout);
    take_results(&s->campaign, &made->campaign, r);
    differ = compare(s, r);
    printf("%s: %u of %u figures made again, of %u runs that took %.1f minutes: %s", s->file->name, chosen->figures, chosen->of, chosen->runs,
           chosen->seconds / 60, differ ? "" : "all equal\n");
    if (differ)
        printf("%u differ\n", differ);
    return differ ? STATUS_MISMATCH : STATUS_GOOD;
}

run_status cli_reproduce(campaign_session *s, reproduction *r)
{
    const cli_options *o = s->options;
    campaign_session *made = calloc(1, sizeof *made);
    reproduction_cost chosen = reproduction_choose(r, (double)o->reproduce_share, (double)o->reproduce_minutes * 60);
    run_status status = STATUS_MISTAKE;

    if (!made)
        abort();
    *made = (campaign_session){ .options = o, .command = s->command, .file = s->file, .chosen = s->chosen, .n_chosen = s->n_chosen,
                                .sets = s->sets, .n_sets = s->n_sets };
    made->campaign.file = s->file;
    fprintf(stderr, "warplock: %s: %u runs to make again, which took %.1f minutes\n", s->file->name, chosen.runs, chosen.seconds / 60);
    if (cli_session_choose(made) && simulate(s, made, r))
        status = judge(s, made, r, &chosen);
    if (made->campaign.store)
        store_close(made->campaign.store);
    campaign_end(&made->campaign);
    free(made);
    return status;
}
