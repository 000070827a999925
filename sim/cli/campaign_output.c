// SPDX-License-Identifier: BSD-3-Clause
// What a campaign prints and writes: headline, claims, tables, failures; Markdown, columns, CSV, the page of --html.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/campaign/baseline.h"
#include "sim/campaign/benchmarks.h"
#include "sim/campaign/claims.h"
#include "sim/campaign/run_lines.h"
#include "sim/cli/campaign.h"
#include "sim/cli/html.h"
#include "sim/report/fit.h"
#include "tb/output_file.h"
#include "tb/plain.h"
#include "tb/shell.h"

#define DAMAGED_ROWS "%u stored results did not have the check sum they were written with and were not used\n"

// Checks an existing folder, or the parent of one to be made.
static bool check_folder(const campaign_session *s)
{
    char path[sizeof s->folder];
    struct stat status;
    size_t length = strlen(s->options->folder);

    if (length >= sizeof path)
        return cli_mistake("--folder: seen a path of %zu characters, expected fewer than %zu", length, sizeof path);
    strcpy(path, s->folder);
    length = strlen(path);
    if (!length)
        return true;
    if (stat(path, &status) != 0 && errno == ENOENT) {
        while (length > 1 && path[length - 1] == '/')
            path[--length] = 0;
        while (length > 0 && path[length - 1] != '/')
            path[--length] = 0;
        if (!length)
            strcpy(path, ".");
        if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode) || access(path, W_OK | X_OK) != 0)
            return cli_mistake("--folder: %.160s: cannot be made there", s->folder);
        return true;
    }
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode) || access(path, W_OK | X_OK) != 0)
        return cli_mistake("--folder: %.160s: expected a folder to write in", path);
    return true;
}

typedef struct { output_file files[3 * FIGURES_MAX + 3]; unsigned count; char message[256]; } folder_files;

static FILE *open_next(const campaign_session *s, folder_files *f, const char *name, const char *suffix)
{
    char path[1024];

    snprintf(path, sizeof path, "%s/%s%s", s->folder, name, suffix);
    return output_open(&f->files[f->count], path, f->message, sizeof f->message) ? f->files[f->count].stream : NULL;
}

static bool end_next(folder_files *f)
{
    if (!output_end(&f->files[f->count], f->message, sizeof f->message))
        return false;
    f->count++;
    return true;
}

// What the tables cover: the campaign, each machine with its overrides, sizes, seeds, the program, and what is missing. `put`
// writes users' names: plain, or escaped for a page.
static void print_headline(const campaign_session *s, void (*put)(FILE *, const char *), FILE *file)
{
    const campaign *c = &s->campaign;
    unsigned missing = campaign_missing(c);

    put(file, s->file->title);
    fputs(s->file->title[0] ? ", campaign " : "Campaign ", file);
    put(file, s->file->name);
    fputs(".\n", file);
    for (unsigned i = 0; i < c->n_machines; i++) {
        const campaign_machine *m = &c->machines[i];

        fputs(i ? "; " : "Machine ", file);
        put(file, m->name);
        for (unsigned n = 0; n < m->n_sets; n++) {
            fputs(n ? " " : " with ", file);
            put(file, m->sets[n]);
        }
    }
    if (c->size[0])
        fprintf(file, ", kernels at size %s", c->size);
    if (c->max_cycles)
        fprintf(file, ", at most %" PRIu64 " cycles", c->max_cycles);
    for (unsigned i = 0; i < c->n_seeds && (c->n_seeds > 1 || c->seeds[0]); i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : c->n_seeds > 1 ? ", means over the seeds " : ", seed ", c->seeds[i]);
    for (unsigned i = 0; i < c->n_claim_seeds && c->n_claim_seeds > c->n_seeds; i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : ", claims over the seeds ", c->seeds[i]);
    fprintf(file, ", program %016" PRIx64 ".\n", c->program_hash);
    if (missing)
        fprintf(file, "Not whole: %u runs are not made, and what needs them is missing.\n", missing);
    fputc('\n', file);
}

// The page's own command, and the cost of all and of a tenth, with BUDGET where that is more than `make reproduce` takes by itself
// (sim/campaign/papers.mk).
static void write_costs(const campaign_session *s, FILE *file)
{
    enum { USUAL_MINUTES = 30 };
    reproduction_cost whole = reproduction_whole(s->parts), tenth = reproduction_choose(s->parts, 10, INFINITY);

    fputs("Made by `warplock campaign ", file);
    shell_print(file, s->file->name);
    fprintf(file, "`: %u runs, which took %.1f minutes one after the other. `make reproduce PAPERS=", whole.runs, whole.seconds / 60);
    if (s->file->paper[0])
        shell_print(file, s->file->paper);
    if (tenth.seconds / 60 > USUAL_MINUTES)
        fprintf(file, " BUDGET=%.0f", ceil(tenth.seconds / 60));
    fprintf(file, "` makes a tenth of each table again: %u of %u figures, of %u runs, which took %.1f minutes.\n\n", tenth.figures, tenth.of,
            tenth.runs, tenth.seconds / 60);
}

static void write_page(campaign_session *s, FILE *file)
{
    print_headline(s, plain_markdown, file);
    if (s->file->paper[0])
        fprintf(file, "Baseline %016" PRIx64 ": what that program counts in short runs on these machines.\n\n", baseline_sum(&s->campaign));
    if (s->parts)
        write_costs(s, file);
    if (s->file->claims[0].id) {
        benchmarks_markdown(&s->campaign, file);
        claims_markdown(&s->campaign, file);
        fputs("<!-- notes -->\n", file);
    }
    for (unsigned i = 0; i < s->n_sheets; i++)
        sheet_markdown(s->sheets[i], file);
    campaign_list_failures(&s->campaign, file);
}

static bool write_sheet(const campaign_session *s, folder_files *f, const sheet *table, const char *suffix,
                        void (*put)(const sheet *, FILE *))
{
    FILE *file = open_next(s, f, table->id, suffix);

    if (!file)
        return false;
    put(table, file);
    return end_next(f);
}

// A table is complete without its picture; its absence is reported.
static bool write_picture(const campaign_session *s, folder_files *f, const sheet *table)
{
    FILE *file = open_next(s, f, table->id, ".svg");

    if (!file)
        return false;
    if (sheet_svg(table, file))
        return end_next(f);
    output_discard(&f->files[f->count]);
    fprintf(stderr, "warplock: notice: gnuplot has not drawn %s.svg\n", table->id);
    return true;
}

static bool write_files(campaign_session *s, folder_files *f)
{
    const bool pictures = s->pictures && s->n_sheets && sheet_svg_possible();
    FILE *file = open_next(s, f, s->file->name, ".md");
    bool good = file != NULL;

    if (good) {
        write_page(s, file);
        good = end_next(f);
    }
    if (good && s->file->claims[0].id) {
        file = open_next(s, f, "claims", ".dat");
        if (!file)
            return false;
        claims_data(&s->campaign, file);
        good = end_next(f);
    }
    if (good && s->file->paper[0]) {
        file = open_next(s, f, "baseline", ".csv");
        if (!file)
            return false;
        baseline_write(&s->campaign, file);
        good = end_next(f);
    }
    for (unsigned i = 0; i < s->n_sheets && good; i++)
        good = write_sheet(s, f, s->sheets[i], ".dat", sheet_data) &&
            write_sheet(s, f, s->sheets[i], ".csv", sheet_csv) &&
               (!pictures || s->sheets[i]->divided_by_zero || write_picture(s, f, s->sheets[i]));
    if (good && s->pictures && s->n_sheets && !pictures)
        fputs("warplock: notice: no pictures: gnuplot is not installed (Debian: apt-get install gnuplot-nox)\n",
              stderr);
    return good;
}

// All files or none: they are renamed into place after the last is written, with interrupts blocked.
static bool write_folder(campaign_session *s)
{
    folder_files f = { .count = 0 };
    bool made, good;
    sigset_t interrupts;

    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGTERM);
    sigprocmask(SIG_BLOCK, &interrupts, NULL);
    made = mkdir(s->folder, 0777) == 0;
    good = write_files(s, &f);
    for (unsigned i = 0; i < f.count; i++) {
        if (good)
            good = output_place(&f.files[i], f.message, sizeof f.message);
        else
            output_discard(&f.files[i]);
    }
    if (!good && made)
        rmdir(s->folder);
    sigprocmask(SIG_UNBLOCK, &interrupts, NULL);
    return good || cli_mistake("--folder: %s", f.message);
}

// --csv -: only the lines; failures go to standard error.
static bool csv_is_printed(const campaign_session *s) { return strcmp(s->options->csv, "-") == 0; }

static void print_csv(const campaign_session *s)
{
    const campaign *c = &s->campaign;

    run_lines(c, stdout);
    fflush(stdout);
    if (c->damaged)
        fprintf(stderr, DAMAGED_ROWS, c->damaged);
    campaign_list_failures(c, stderr);
}

void cli_session_print(campaign_session *s)
{
    campaign *c = &s->campaign;
    fit fitted;

    if (csv_is_printed(s)) {
        print_csv(s);
        return;
    }
    print_headline(s, plain_put, fit_begin(&fitted, stdout));
    fit_end(&fitted);
    if (s->file->claims[0].id) {
        benchmarks_print(c, stdout);
        claims_print(c, stdout);
    }
    for (unsigned i = 0; i < s->n_sheets; i++)
        sheet_print(s->sheets[i], stdout);
    FILE *text = fit_begin(&fitted, stdout);
    if (c->damaged)
        fprintf(text, DAMAGED_ROWS, c->damaged);
    campaign_list_failures(c, text);
    fit_end(&fitted);
    fflush(stdout);
}

bool cli_session_check_outputs(const campaign_session *s)
{
    const char *csv = s->options->csv, *store = s->options->store;
    const bool new_store = access(store, F_OK) != 0;
    char message[256];

    output_protect(store);
    return check_folder(s) && cli_html_check(s->options) &&
           (!csv[0] || csv_is_printed(s) || output_claim(csv, message, sizeof message) || cli_mistake("--csv: %s", message)) &&
           (!(new_store && (csv[0] || s->options->html[0])) || output_claim(store, message, sizeof message) ||
            cli_mistake("--store: %s", message));
}

// One line per run.
static bool write_csv(const campaign_session *s)
{
    output_file file;
    char message[256];

    if (!s->options->csv[0] || csv_is_printed(s))
        return true;
    if (!output_open(&file, s->options->csv, message, sizeof message))
        return cli_mistake("--csv: %s", message);
    run_lines(&s->campaign, file.stream);
    return output_close(&file, message, sizeof message) || cli_mistake("--csv: %s", message);
}

bool cli_session_write(campaign_session *s)
{
    char title[200];

    snprintf(title, sizeof title, "Campaign %.60s%s%.120s", s->file->name, s->file->title[0] ? ": " : "",
             s->file->title);
    return (!s->folder[0] || write_folder(s)) && write_csv(s) &&
           cli_html_write(s->options, &s->campaign,
                          &(html_options){ title, s->options->command, s->sheets, s->n_sheets,
                                           s->file->claims[0].id != NULL });
}
