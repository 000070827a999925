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
#include "sim/cli/cli.h"
#include "sim/cli/html.h"
#include "sim/machine/nearest.h"
#include "sim/workload/workload.h"
#include "tb/output_file.h"

enum { FOLDER = 900 };

// An interruption ends the runs and prints the tables of what there is; a second one ends the program.
static volatile sig_atomic_t stop;

typedef struct {
    const cli_options   *options;
    const campaign_kind *kind;
    campaign             campaign;
    sheet               *sheets[FIGURES_MAX];
    unsigned             n_sheets;
} campaign_session;

void cli_list_campaigns(FILE *file)
{
    fputs("\ncampaigns, each on its paper's machine:\n", file);
    for (const campaign_kind *kind = campaign_kinds; kind->name; kind++)
        fprintf(file, "    %-13s%-8s%s\n", kind->name, kind->of->machine, kind->help);
}

static bool name_kinds(void)
{
    char names[256] = "";

    for (const campaign_kind *kind = campaign_kinds; kind->name; kind++)
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s",
                 kind == campaign_kinds ? "" : kind[1].name ? ", " : " or ", kind->name);
    return cli_mistake("campaign: expected the name of one: %s", names);
}

static bool choose_kind(campaign_session *s)
{
    const cli_list *operands = &s->options->operands;
    nearest_search search = { .wanted = operands->count ? operands->words[0] : "" };

    if (!operands->count)
        return name_kinds();
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

    c->size = s->options->size[0] ? s->options->size : "paper";
    for (unsigned i = 1; i < operands->count; i++) {
        nearest_search search = { .wanted = operands->words[i] };
        const workload *w = workload_find(search.wanted);

        for (const workload *const *known = workload_table; *known; known++)
            nearest_offer(&search, (*known)->name);
        if (!w)
            return cli_mistake("campaign: no bundled kernel `%.60s`; the nearest is %s", search.wanted, search.best);
        for (unsigned known = 0; known < c->n_kernels; known++)
            if (strcmp(c->kernels[known].name, w->name) == 0)
                return cli_mistake("campaign: seen kernel %s twice, expected each once", w->name);
        campaign_kernel_bundled(c, w->name);
    }
    for (const benchmark *b = benchmarks_of(s->kind->of); operands->count == 1 && b->kernel; b++)
        campaign_kernel_bundled(c, b->kernel);
    return true;
}

// Kept in the store with the other results: what the paper's tables need, and what is asked for.
static void choose_details(campaign *c, const cli_options *options)
{
    const struct { const char *word; bool asked; } all[] = {
        { "--per-launch", options->per_launch }, { "--per-line", options->per_line }, { "--per-age", options->per_age },
        { "--per-degree", options->per_degree }, { "--per-slice", options->per_slice }, { "--per-row", options->per_row },
        { "--per-link", options->per_link }, { "--per-interval", options->per_interval },
        { "--locality", options->locality }, { "--belady", options->belady },
    };
    unsigned n = 0;

    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].asked || strstr(c->paper->details, all[i].word))
            c->details[n++] = all[i].word;
}

static bool choose_machine(campaign_session *s)
{
    campaign *c = &s->campaign;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);

    c->paper = s->kind->of;
    c->program = s->options->program;
    c->max_cycles = s->options->max_cycles;
    c->seeds[0] = s->options->seed;
    c->n_seeds = 1;
    choose_details(c, s->options);
    c->stored_only = s->options->stored;
    c->workers = s->options->workers ? (unsigned)s->options->workers : processors > 0 ? (unsigned)processors : 1;
    c->stop = &stop;
    return campaign_add_machine(c, c->paper->machine, s->options->set.words, s->options->set.count) ||
           cli_mistake("%s", c->error);
}

// A size that a kernel cannot have is a mistake of the command line, not a run that fails.
static bool check_sizes(const campaign_session *s)
{
    const campaign *c = &s->campaign;

    for (unsigned i = 0; i < c->n_kernels; i++) {
        const workload *w = workload_find(c->kernels[i].word);
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

// Whatever the machine cannot be is found before the first cycle.
static bool check_systems(campaign_session *s)
{
    return s->options->stored || campaign_check_systems(&s->campaign, s->kind) ||
           cli_mistake("campaign: %s", s->campaign.error);
}

// The results of this program, or with --stored-program those that the store has of another.
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

typedef struct { output_file files[FIGURES_MAX + 2]; unsigned count; char message[256]; } folder_files;

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

// What the tables are of: the paper, the machine with every override, the size, the program, and what is not there.
static void print_headline(const campaign_session *s, FILE *file)
{
    const campaign *c = &s->campaign;
    const campaign_machine *m = &c->machines[0];
    unsigned missing = campaign_missing(c);

    fprintf(file, "%s, campaign %s.\nMachine %s", c->paper->title, s->kind->name, c->paper->machine);
    for (unsigned i = 0; i < m->n_sets; i++)
        fprintf(file, "%s%s", i ? " " : " with ", m->sets[i]);
    fprintf(file, ", kernels at size %s", c->size);
    if (c->max_cycles)
        fprintf(file, ", at most %" PRIu64 " cycles", c->max_cycles);
    if (c->seeds[0])
        fprintf(file, ", seed %" PRIu64, c->seeds[0]);
    fprintf(file, ", program %016" PRIx64 ".\n", c->program_hash);
    if (missing)
        fprintf(file, "Not whole: %u runs are not made, and what needs them is missing.\n", missing);
    fputc('\n', file);
}

static void write_page(const campaign_session *s, FILE *file)
{
    print_headline(s, file);
    benchmarks_markdown((campaign *)&s->campaign, file);
    claims_markdown((campaign *)&s->campaign, file);
    fputs("<!-- notes -->\n", file);
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
    file = good ? open_next(s, f, "claims", ".dat") : NULL;
    if (!file)
        return false;
    claims_data((campaign *)&s->campaign, file);
    good = end_next(f);
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

    print_headline(s, stdout);
    benchmarks_print(c, stdout);
    claims_print(c, stdout);
    for (unsigned i = 0; i < s->n_sheets; i++)
        sheet_print(s->sheets[i], stdout);
    if (c->damaged)
        printf("%u stored results did not have the check sum they were written with and were not used\n",
               c->damaged);
    campaign_list_failures(c, stdout);
    fflush(stdout);
}

// The page of --html.
static bool write_report(campaign_session *s)
{
    char title[200];

    snprintf(title, sizeof title, "Campaign %s: %.150s", s->kind->name, s->campaign.paper->title);
    return cli_html_write(s->options, &s->campaign, &(html_options){ title, s->options->command, s->sheets, s->n_sheets, true });
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

// Every step of the plan; after an interruption what is left is only looked up. False when the campaign cannot go on.
static bool make_runs(campaign_session *s)
{
    campaign *c = &s->campaign;

    for (unsigned step = 0; campaign_plan(c, s->kind, step); step++) {
        c->stored_only |= stop != 0;
        if (!campaign_execute(c))
            return false;
    }
    return true;
}

static run_status run_campaign(campaign_session *s)
{
    campaign *c = &s->campaign;
    run_status status;
    bool interrupted;

    catch_stop();
    if (!make_runs(s)) {
        cli_mistake("campaign: %s", c->error);
        return STATUS_MISTAKE;
    }
    if (s->options->stored && !c->from_store && !c->failed) {
        cli_mistake("--stored: %s: seen no result of program %016" PRIx64 " with these kernels, machine and size, "
                    "expected some", s->options->store, c->program_hash);
        return STATUS_MISTAKE;
    }
    interrupted = stop && !s->options->stored && campaign_missing(c);
    s->n_sheets = figures_make(c, s->kind, s->sheets);
    print_results(s);
    status = interrupted ? STATUS_INTERRUPTED : worst(c);
    if (s->options->folder[0] && !interrupted && !write_folder(s))
        status = STATUS_MISTAKE;
    if (!interrupted && !write_report(s))
        status = STATUS_MISTAKE;
    fprintf(stderr, "warplock: %u runs from the store, %u simulated, %u failed%s\n", c->from_store, c->simulated,
            c->failed, interrupted ? "; interrupted, the same command goes on" : "");
    for (unsigned i = 0; i < s->n_sheets; i++)
        free(s->sheets[i]);
    return status;
}

run_status cli_campaign(const cli_options *options)
{
    campaign_session *s = calloc(1, sizeof *s);
    campaign *c = &s->campaign;
    run_status status = STATUS_MISTAKE;
    char message[512];

    if (!s)
        abort();
    s->options = options;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (choose_kind(s) && choose_kernels(s) && choose_machine(s) &&
        check_sizes(s) && check_folder(s) && cli_html_check(options) && check_systems(s)) {
        if (!campaign_begin(c))
            cli_mistake("campaign: %s", c->error);
        else if (!choose_program(s))
            status = STATUS_MISTAKE;
        else if (!(c->store = store_open(options->store, options->stored ? STORE_READ : STORE_MAKE, message, sizeof message)))
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
