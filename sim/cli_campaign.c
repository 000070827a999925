// `warplock campaign NAME`: many runs by worker processes, results in a store, then claims and tables.
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/campaign/benchmarks.h"
#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"
#include "sim/cli.h"
#include "sim/machine/nearest.h"
#include "sim/report/output_file.h"
#include "sim/workload/workload.h"

#define PAPER_MACHINE "oaws"
enum { FOLDER = 900 };

typedef struct {
    const cli_options   *options;
    const campaign_kind *kind;
    campaign             campaign;
    sheet               *sheets[FIGURES_MAX];
    unsigned             n_sheets;
} campaign_session;

void cli_list_campaigns(FILE *file)
{
    fputs("\ncampaigns, on the papers' machine " PAPER_MACHINE ":\n", file);
    for (const campaign_kind *kind = campaign_kinds; kind->name; kind++)
        fprintf(file, "    %-13s%s\n", kind->name, kind->help);
}

static bool choose_kind(campaign_session *s)
{
    const cli_list *operands = &s->options->operands;
    nearest_search search = { .wanted = operands->count ? operands->words[0] : "" };

    if (!operands->count)
        return cli_mistake("campaign: expected the name of one: papers or sensitivity");
    for (s->kind = campaign_kinds; s->kind->name; s->kind++) {
        nearest_offer(&search, s->kind->name);
        if (strcmp(s->kind->name, search.wanted) == 0)
            return true;
    }
    return cli_mistake("no campaign `%.60s`; the nearest is %s (warplock --help lists them)", search.wanted,
                       search.best);
}

// The bundled kernels that are benchmarks of the paper, or those that were named.
static bool choose_kernels(campaign_session *s)
{
    const cli_list *operands = &s->options->operands;
    campaign *c = &s->campaign;

    for (unsigned i = 1; i < operands->count; i++) {
        nearest_search search = { .wanted = operands->words[i] };
        const workload *w = workload_find(search.wanted);

        for (const workload *const *known = workload_table; *known; known++)
            nearest_offer(&search, (*known)->name);
        if (!w)
            return cli_mistake("campaign: no bundled kernel `%.60s`; the nearest is %s", search.wanted, search.best);
        if (c->n_kernels == CAMPAIGN_KERNELS)
            return cli_mistake("campaign: seen more than %d kernels, expected at most that", CAMPAIGN_KERNELS);
        c->kernels[c->n_kernels++] = w->name;
    }
    for (const benchmark *b = benchmarks; operands->count == 1 && b->kernel; b++)
        c->kernels[c->n_kernels++] = b->kernel;
    return true;
}

static bool choose_machine(campaign_session *s)
{
    cli_options named = *s->options;
    campaign *c = &s->campaign;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    named.machine = PAPER_MACHINE;
    c->machine = PAPER_MACHINE;
    c->sets = s->options->set.words;
    c->n_sets = s->options->set.count;
    c->program = s->options->program;
    c->size = s->options->size[0] ? s->options->size : "paper";
    c->max_cycles = s->options->max_cycles;
    c->stored_only = s->options->stored;
    c->workers = s->options->workers ? (unsigned)s->options->workers : processors > 0 ? (unsigned)processors : 1;
    return cli_machine(&named, &c->base);
}

// A size that a kernel cannot have is a mistake of the command line, not a run that fails.
static bool check_sizes(const campaign_session *s)
{
    const campaign *c = &s->campaign;

    for (unsigned i = 0; i < c->n_kernels; i++) {
        const workload *w = workload_find(c->kernels[i]);
        workload_size size;
        job_error error;

        if (!workload_parse_size(w, c->size, &size, &error) ||
            !workload_check_size(w, workload_whole_size(w, size), &error))
            return cli_mistake("%s", error.text);
    }
    return true;
}

// A folder that is there is one to write in; else the one that it will be made in.
static bool check_folder(const campaign_session *s)
{
    char path[FOLDER];
    struct stat status;
    size_t length = strlen(s->options->folder);

    if (!length)
        return true;
    if (length >= sizeof path)
        return cli_mistake("--folder: seen a path of %zu characters, expected fewer than %d", length, FOLDER);
    strcpy(path, s->options->folder);
    if (stat(path, &status) != 0 && errno == ENOENT) {
        while (length > 1 && path[length - 1] == '/')
            path[--length] = 0;
        while (length > 0 && path[length - 1] != '/')
            path[--length] = 0;
        if (!length)
            strcpy(path, ".");
        if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode) || access(path, W_OK | X_OK) != 0)
            return cli_mistake("--folder: %.160s: cannot be made there", s->options->folder);
        return true;
    }
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode) || access(path, W_OK | X_OK) != 0)
        return cli_mistake("--folder: %.160s: expected a folder to write in", path);
    return true;
}

typedef struct { output_file files[FIGURES_MAX + 1]; unsigned count; char message[256]; } folder_files;

static FILE *open_next(const campaign_session *s, folder_files *f, const char *name, const char *suffix)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s%s", s->options->folder, name, suffix);
    return output_open(&f->files[f->count], path, f->message, sizeof f->message) ? f->files[f->count].stream : NULL;
}

static bool end_next(folder_files *f)
{
    if (!output_end(&f->files[f->count], f->message, sizeof f->message))
        return false;
    f->count++;
    return true;
}

static void write_page(const campaign_session *s, FILE *file)
{
    fprintf(file, "Machine %s, kernels at size %s, program %016" PRIx64 ".\n\n", s->campaign.machine, s->campaign.size,
            s->campaign.program_hash);
    benchmarks_markdown((campaign *)&s->campaign, file);
    claims_markdown((campaign *)&s->campaign, s->kind->sections, file);
    for (unsigned i = 0; i < s->n_sheets; i++)
        sheet_markdown(s->sheets[i], file);
    campaign_list_failures(&s->campaign, file);
}

static bool write_files(const campaign_session *s, folder_files *f)
{
    FILE *file = open_next(s, f, s->kind->name, ".md");
    bool good = file != NULL;

    if (good) {
        write_page(s, file);
        good = end_next(f);
    }
    for (unsigned i = 0; i < s->n_sheets && good; i++) {
        file = open_next(s, f, s->sheets[i]->id, ".dat");
        if (!file)
            return false;
        sheet_data(s->sheets[i], file);
        good = end_next(f);
    }
    return good;
}

// All files or none: they are put in their places when the last one is written, and no interruption comes in between.
static bool write_folder(const campaign_session *s)
{
    folder_files f = { .count = 0 };
    bool made, good;
    sigset_t interrupts;

    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigprocmask(SIG_BLOCK, &interrupts, NULL);
    made = mkdir(s->options->folder, 0777) == 0;
    good = write_files(s, &f);
    for (unsigned i = 0; i < f.count; i++) {
        if (good)
            good = output_place(&f.files[i], f.message, sizeof f.message);
        else
            output_discard(&f.files[i]);
    }
    if (!good && made)
        rmdir(s->options->folder);
    sigprocmask(SIG_UNBLOCK, &interrupts, NULL);
    return good || cli_mistake("--folder: %s", f.message);
}

static void print_results(campaign_session *s)
{
    campaign *c = &s->campaign;

    printf("%s on %s, kernels at size %s, program %016" PRIx64 "\n\n", s->kind->name, c->machine, c->size,
           c->program_hash);
    benchmarks_print(c, stdout);
    claims_print(c, s->kind->sections, stdout);
    for (unsigned i = 0; i < s->n_sheets; i++)
        sheet_print(s->sheets[i], stdout);
    if (c->damaged)
        printf("%u stored results did not have the check sum they were written with and were not used\n",
               c->damaged);
    campaign_list_failures(c, stdout);
}

// The gravest end of any run: a crash counts as a wrong result.
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

static run_status run_campaign(campaign_session *s)
{
    campaign *c = &s->campaign;
    run_status status = STATUS_MISTAKE;
    bool good = true;

    for (unsigned step = 0; good && s->kind->plan(c, step); step++)
        good = campaign_execute(c);
    if (good) {
        s->n_sheets = s->kind->figures(c, s->sheets);
        print_results(s);
        status = worst(c);
        if (s->options->folder[0] && !write_folder(s))
            status = STATUS_MISTAKE;
        fprintf(stderr, "warplock: %u runs from the store, %u simulated, %u failed\n", c->from_store, c->simulated,
                c->failed);
    } else {
        cli_mistake("campaign: %s", c->error);
    }
    for (unsigned i = 0; i < s->n_sheets; i++)
        free(s->sheets[i]);
    return status;
}

run_status cli_campaign(const cli_options *options)
{
    static const char *const allowed[] = { "--set", "--size", "--max-cycles", "--store", "--folder", "--workers",
                                          "--stored", NULL };
    campaign_session *s = calloc(1, sizeof *s);
    campaign *c = &s->campaign;
    run_status status = STATUS_MISTAKE;
    char message[512];

    if (!s)
        abort();
    s->options = options;
    output_catch_interrupts();
    if (cli_only(options, "campaign", allowed) && choose_kind(s) && choose_kernels(s) && choose_machine(s) &&
        check_sizes(s) && check_folder(s)) {
        if (!campaign_begin(c))
            cli_mistake("campaign: %s", c->error);
        else if (!(c->store = store_open(options->store, !options->stored, message, sizeof message)))
            cli_mistake("--store: %s", message);
        else
            status = run_campaign(s);
        if (c->store)
            store_close(c->store);
        campaign_end(c);
    }
    free(s);
    return status;
}
