// SPDX-License-Identifier: BSD-3-Clause
// `warplock campaign FILE|NAME`: runs by an engine, results in a store, then claims and tables.
#include "sim/cli/campaign.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/campaign/baseline.h"
#include "sim/campaign/engine/engine.h"
#include "sim/cli/cluster.h"
#include "sim/cli/search.h"
#include "sim/cli/unread.h"
#include "sim/machine/bundled.h"
#include "sim/machine/nearest.h"
#include "sim/report/fit.h"
#include "sim/workload/json_reader.h"
#include "sim/workload/workload.h"
#include "tb/output_file.h"

// A first interrupt ends the runs and prints the tables so far; a second ends the program.
static volatile sig_atomic_t stop;

void cli_list_campaigns(FILE *file)
{
    char name[64];

    fputs("\nbundled campaigns, each on its paper's machine:\n", file);
    for (unsigned i = 0; campaign_bundled(i, name); i++) {
        campaign_error error;
        campaign_file *of = campaign_file_load(name, &error);

        if (of && of->help[0])
            fprintf(file, "    %-13s%-8s" FIT_LEFT "%s\n", name, of->machines[0].name, of->help);
        campaign_file_free(of);
    }
}

// Prints a campaign file, as a template.
static run_status print_file(const char *name)
{
    char path[READER_PATH];
    const bundled_file *file;
    char known[32][64];
    nearest_search search = { .wanted = name };

    snprintf(path, sizeof path, "sim/campaign/papers/%.200s.json", name);
    file = bundled_find(path);
    if (file) {
        fwrite(file->begin, 1, (size_t)(file->end - file->begin), stdout);
        return STATUS_GOOD;
    }
    for (unsigned i = 0; i < 32 && campaign_bundled(i, known[i]); i++)
        nearest_offer(&search, known[i]);
    cli_mistake("campaign: --print: there is no bundled campaign `%.60s`; the nearest is %s", name, search.best);
    return STATUS_MISTAKE;
}

static bool fail_at_kernel(const campaign_session *s, const char *word)
{
    nearest_search search = { .wanted = word };

    for (unsigned i = 0; i < s->file->n_kernels; i++)
        nearest_offer(&search, s->file->kernels[i].name);
    for (const workload *const *known = workload_table; *known; known++)
        nearest_offer(&search, (*known)->name);
    return cli_mistake("campaign: no kernel `%.60s`, expected one of the campaign or a bundled one; the nearest is %s",
                       word,
                       search.best);
}

// The file's kernels, or those named.
static bool choose_kernels(campaign_session *s)
{
    campaign *c = &s->campaign;

    c->size = s->options->size[0] ? s->options->size : s->file->size;
    if (s->n_chosen > CAMPAIGN_KERNELS)
        return cli_mistake("campaign: seen more than %d kernels, expected at most that", CAMPAIGN_KERNELS);
    for (unsigned i = 0; i < s->n_chosen; i++) {
        const char *word = s->chosen[i];
        const workload *w = workload_find(word);

        if (!w && campaign_file_kernel(s->file, word) < 0)
            return fail_at_kernel(s, word);
        if (campaign_kernel_of(c, word))
            return cli_mistake("campaign: seen kernel %s twice, expected each once", word);
        campaign_kernel_bundled(c, word);
    }
    for (unsigned i = 0; !s->n_chosen && i < s->file->n_kernels; i++)
        campaign_kernel_bundled(c, s->file->kernels[i].name);
    return c->n_kernels || cli_mistake("campaign: seen no kernel, expected some after the file, or `kernels` in it");
}

// Details kept in the store beside the results: the file's and the options'.
static void choose_details(campaign *c, const cli_options *options)
{
    const struct { const char *word; bool asked; } all[] = {
        { "--per-launch", options->per_launch }, { "--per-line", options->per_line }, { "--per-age", options->per_age },
        { "--per-degree", options->per_degree }, { "--per-slice", options->per_slice },
        { "--per-row", options->per_row },
        { "--per-link", options->per_link }, { "--per-interval", options->per_interval },
        { "--locality", options->locality }, { "--belady", options->belady },
    };
    unsigned n = 0;

    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        bool said = false;

        for (const char *const *word = c->file->details; *word; word++)
            said |= strcmp(*word, all[i].word) == 0;
        if (said || all[i].asked)
            c->details[n++] = all[i].word;
    }
}

static bool choose_runs(campaign_session *s)
{
    const cli_options *o = s->options;
    campaign *c = &s->campaign;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    if (!campaign_take_file(c, s->file, s->sets, s->n_sets))
        return cli_mistake("campaign: %s", c->error);
    for (unsigned i = 0; i < c->n_machines; i++)
        output_protect(c->machines[i].word);
    c->program = o->program;
    if (!cli_limit_allowed(o))
        return false;
    if (o->max_cycles)
        c->max_cycles = o->max_cycles;
    choose_details(c, o);
    c->stored_only = o->stored;
    c->workers = o->workers ? (unsigned)o->workers : processors > 0 ? (unsigned)processors : 1;
    c->memory_mb = o->memory;
    c->stop = &stop;
    return cli_cluster_choose(o, c);
}

// An impossible size is a mistake of the command line, not a failed run.
static bool check_sizes(const campaign_session *s)
{
    const campaign *c = &s->campaign;

    for (unsigned i = 0; i < c->n_kernels; i++) {
        const campaign_kernel *k = &c->kernels[i];
        const workload *w = k->kind == KERNEL_BUNDLED && k->size[0] ? workload_find(k->word) : NULL;
        workload_size size;
        job_error error;

        if (w && (!workload_parse_size(w, k->size, &size, &error) ||
                  !workload_check_size(w, workload_whole_size(w, size), &error)))
            return cli_mistake("%s", error.text);
    }
    return true;
}

// Too many runs are refused before the first, with their count.
static bool check_count(const campaign_session *s)
{
    uint64_t runs = campaign_count(&s->campaign);

    return runs <= CAMPAIGN_RUNS || cli_mistake("campaign: seen kernels, systems and seeds for %" PRIu64 " runs, "
                                                "expected at most %d",
                                                runs, CAMPAIGN_RUNS);
}

// An impossible machine is refused before the first cycle.
static bool check_systems(campaign_session *s)
{
    return s->options->stored || campaign_check_systems(&s->campaign) || cli_mistake("campaign: %s", s->campaign.error);
}

// The results of this program, or of the stored one that --stored-program names.
static bool choose_program(campaign_session *s)
{
    const char *text = s->options->stored_program;
    char *end;

    if (!text[0])
        return true;
    if (!s->options->stored)
        return cli_mistake("--stored-program: seen without --stored, expected it");
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return cli_mistake("--stored-program: seen `%.40s`, expected 16 digits of 0 to 9 and a to f", text);
    s->campaign.program_hash = strtoull(text, &end, 16);
    return true;
}

// The worst end of any run: a crash counts as a wrong result.
static run_status worst(const campaign *c)
{
    run_status status = STATUS_GOOD;

    for (unsigned i = 0; i < c->n_runs; i++) {
        if (c->runs[i].state != RUN_FAILED)
            continue;
        if (c->runs[i].stored.status == STATUS_LIMIT && status == STATUS_GOOD)
            status = STATUS_LIMIT;
        else if (c->runs[i].stored.status != STATUS_LIMIT)
            status = STATUS_MISMATCH;
    }
    return status;
}

// A requested table without numbers is a failure; not in a paper's campaign, which runs with any kernels.
static run_status judge_tables(const campaign_session *s, run_status status)
{
    for (unsigned i = 0; i < s->n_sheets; i++) {
        if (!s->sheets[i]->divided_by_zero)
            continue;
        cli_mistake("campaign: table %s: %s", s->sheets[i]->id, s->sheets[i]->note);
        status = status == STATUS_GOOD && !s->file->paper[0] ? STATUS_MISMATCH : status;
    }
    return status;
}

static void stop_runs(int signal_number)
{
    (void)signal_number;
    if (stop)
        _exit(STATUS_INTERRUPTED);
    stop = 1;
}

static void catch_stop(void)
{
    struct sigaction action = { .sa_handler = stop_runs };

    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

// Every step of the plan, and again for what a search has found; after an interrupt the rest is only looked up. False when the
// campaign cannot continue.
static bool make_runs(campaign_session *s)
{
    campaign *c = &s->campaign;

    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned step = 0; campaign_plan(c, step); step++) {
            c->stored_only |= stop != 0;
            if (!campaign_execute(c))
                return false;
        }
    }
    return true;
}

// With the results of a paper's campaign, by which its page tells its age.
static bool keep_baseline(campaign_session *s)
{
    campaign *c = &s->campaign;

    return !s->file->paper[0] || c->stored_only || baseline_keep(c, c->store, c->error, sizeof c->error);
}

static run_status end_tables(campaign_session *s, run_status status)
{
    reproduction_free(s->parts);
    for (unsigned i = 0; i < s->n_sheets; i++)
        sheet_free(s->sheets[i]);
    return status;
}

static run_status run_campaign(campaign_session *s)
{
    campaign *c = &s->campaign;
    run_status status;
    bool interrupted;

    catch_stop();
    if (!make_runs(s) || !keep_baseline(s)) {
        cli_mistake("campaign: %s", c->error);
        return STATUS_MISTAKE;
    }
    if (s->options->stored && !c->from_store && !c->failed) {
        cli_mistake("--stored: %s: seen no result of program %016" PRIx64 " with these kernels, machine and size, "
                    "expected some", s->options->store, c->program_hash);
        return STATUS_MISTAKE;
    }
    interrupted = stop && !s->options->stored && campaign_missing(c);
    if (s->options->reproduce[0] || (s->file->paper[0] && s->folder[0]))
        s->parts = reproduction_new(c);
    s->n_sheets = figures_make(c, s->sheets);
    if (s->parts)
        reproduction_claims(s->parts);
    if (s->options->reproduce[0]) {
        status = cli_reproduce(s, s->parts);
        return end_tables(s, status);
    }
    cli_session_print(s);
    status = interrupted ? STATUS_INTERRUPTED : judge_tables(s, worst(c));
    if (status == STATUS_GOOD && s->options->stored && c->damaged)         // nobody repeats these
        status = STATUS_MISMATCH;
    if (!interrupted && !(cli_session_write(s) && cli_pack(s)))
        status = STATUS_MISTAKE;
    fprintf(stderr, "warplock: %u runs from the store, %u simulated, %u failed%s\n", c->from_store, c->simulated,
            c->failed, interrupted ? "; interrupted, the same command goes on" : "");
    return end_tables(s, status);
}

bool cli_session_choose(campaign_session *s)
{
    return choose_kernels(s) && choose_runs(s);
}

run_status cli_session_run(campaign_session *s)
{
    const cli_options *options = s->options;
    campaign *c = &s->campaign;
    run_status status = STATUS_MISTAKE;
    char message[512];
    bool damaged;

    c->file = s->file;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (options->reproduce[0] && !options->stored)
        cli_mistake("--reproduce: seen without --stored, expected it");
    else if (cli_session_choose(s) && check_sizes(s) && check_count(s) && cli_session_check_outputs(s) &&
        check_systems(s) && unread_of_session(s)) {
        if (!campaign_begin(c))
            cli_mistake("campaign: %s", c->error);
        else if (!choose_program(s))
            status = STATUS_MISTAKE;
        else if (!(c->store = store_open_or_tell(options->store, options->stored ? STORE_READ : STORE_MAKE, &damaged, message,
                                                 sizeof message))) {
            cli_mistake("--store: %s", message);
            status = damaged ? STATUS_MISMATCH : STATUS_MISTAKE;
        }
        else if (cli_cluster_prepare(c))
            status = run_campaign(s);
        if (c->store)
            store_close(c->store);
    }
    campaign_end(c);
    campaign_file_free(s->file);
    return status;
}

run_status cli_campaign(const cli_options *options)
{
    const cli_list *operands = &options->operands;
    campaign_error error;
    run_status status;

    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (cli_cluster_command(options, &status))
        return status;
    if (!operands->count) {
        cli_mistake("campaign: expected a campaign file, or the name of a bundled one (warplock --help lists them)");
        return STATUS_MISTAKE;
    }
    if (options->print && operands->count > 1) {
        cli_mistake("campaign: --print: seen `%.60s`, expected one campaign", operands->words[1]);
        return STATUS_MISTAKE;
    }
    if (options->print) {
        unread_options(options, CLI_CAMPAIGN, &(unread_facts){ .forced = false });
        return print_file(operands->words[0]);
    }
    campaign_file *file = campaign_file_load(operands->words[0], &error);
    if (!file) {
        cli_mistake("%s", error.text);
        return STATUS_MISTAKE;
    }
    if (options->seeds[0] || options->seed) {
        json_t *seeds = cli_seeds(options);
        bool good = campaign_file_set_seeds(file, seeds, &error);

        json_decref(seeds);
        if (!good) {
            campaign_file_free(file);
            cli_mistake("--%s", error.text);
            return STATUS_MISTAKE;
        }
    }
    campaign_session *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->options = options;
    s->command = CLI_CAMPAIGN;
    s->file = file;
    s->chosen = operands->words + 1;
    s->n_chosen = operands->count - 1;
    s->sets = options->set.words;
    s->n_sets = options->set.count;
    s->pictures = !s->file->paper[0];
    snprintf(s->folder, sizeof s->folder, "%s", options->folder);
    status = cli_session_run(s);
    free(s);
    return status;
}
