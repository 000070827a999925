// SPDX-License-Identifier: BSD-3-Clause
// `warplock run`: every kernel under every policy, one fresh GPU each, then tables or JSON.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/results.h"
#include "sim/cli/search.h"
#include "sim/cli/unread.h"
#include "sim/machine/nearest.h"
#include "sim/report/report.h"
#include "sim/run/details.h"
#include "sim/run/perfetto.h"
#include "sim/run/timed_run.h"
#include "sim/workload/job_file.h"
#include "sim/workload/job_run.h"
#include "sim/workload/job_symbols.h"
#include "sim/workload/job_trace.h"
#include "sim/workload/kernel_file.h"
#include "sim/workload/workload.h"

typedef struct {
    const cli_options *options;
    machine            machine;
    cli_policies       policies;
    job               *jobs[CLI_WORDS_MAX];
    const workload    *workloads[CLI_WORDS_MAX];    // NULL for users' jobs
    workload_size      sizes[CLI_WORDS_MAX];        // of bundled ones; 0 for others
    unsigned           n_jobs;
    bool               own_sizes;                   // of some kernel: KERNEL:SIZE
    cli_search         search;
    run_record        *records;
    unsigned           n_records;
    progress           progress;
    run_results        results;
    number_set         wave_places;
} session;

static bool has_suffix(const char *word, const char *suffix)
{
    size_t length = strlen(word), tail = strlen(suffix);

    return length > tail && strcmp(word + length - tail, suffix) == 0;
}

// Correct, but perhaps not intended.
static void tell_notice(const char *text)
{
    fprintf(stderr, "warplock: notice: %s\n", text);
}

// The size for one kernel: NAME:SIZE. NULL when there is none; `name` is the part before it.
static const char *split_size(const char *word, char name[static 64])
{
    size_t length = strcspn(word, ":");

    snprintf(name, 64, "%.*s", (int)(length < 63 ? length : 63), word);
    return word[length] && workload_find(name) ? word + length + 1 : NULL;
}

static bool load_kernel(session *s, const char *word, bool trace)
{
    char name[64];
    const char *own = split_size(word, name), *size_text = own ? own : s->options->size;
    const cli_options *options = s->options;
    nearest_search search = { .wanted = name };
    const workload *w = workload_find(own ? name : word);
    job_error error;
    job *j;

    trace |= !w && job_is_trace(word);
    if (!w && !trace && !kernel_file_check(word, error.text, sizeof error.text))
        return cli_mistake("%s", error.text);
    if (trace) {
        j = job_load_trace(word, (trace_unknown)options->unknown_opcode, &error);
    } else if (w) {
        workload_size *size = &s->sizes[s->n_jobs];

        *size = (workload_size){ 0 };
        if ((own || size_text[0]) && !workload_parse_size(w, size_text, size, &error))
            return cli_mistake("%s", error.text);
        *size = workload_whole_size(w, *size);
        j = workload_job(w, *size, (uint32_t)options->seed, &error);
    } else if (has_suffix(word, ".json")) {
        j = job_load(word, options->read_anywhere, &error);
    } else if (has_suffix(word, ".ptx")) {
        if (access(word, R_OK) != 0)
            return cli_mistake("%s: cannot be read: %s", word, strerror(errno));
        output_protect(word);
        j = cli_ptx_job(options, word, &error);
    } else if (strchr(word, '/') && access(word, R_OK) != 0) {
        return cli_mistake("%s: cannot be read: %s", word, strerror(errno));
    } else {
        for (const workload *const *known = workload_table; *known; known++)
            nearest_offer(&search, (*known)->name);
        return cli_mistake("no kernel and no file `%.200s`; the nearest kernel is %s (`warplock kernels` lists them); expected one "
                           "of them, a job (x.json) or PTX (x.ptx)", word, search.best);
    }
    if (!j)
        return cli_mistake("%s", error.text);
    s->own_sizes |= own != NULL;
    s->jobs[s->n_jobs] = j;
    s->workloads[s->n_jobs++] = w;
    if (!job_check_machine(j, &s->machine, &error))
        return cli_mistake("%s: %s", word, error.text);
    if (job_has_trace(j))
        job_trace_notices(j, tell_notice);
    else
        job_notices(j, tell_notice);
    return true;
}

// Kernels come first, then those of --trace.
static const char *kernel_word(const session *s, unsigned index)
{
    const cli_list *kernels = &s->options->operands;

    return index < kernels->count ? kernels->words[index] : s->options->trace.words[index - kernels->count];
}

static bool load_kernels(session *s)
{
    const unsigned kernels = s->options->operands.count, all = kernels + s->options->trace.count;
    bool any_ptx = false, any_bundled = false, any_own = false, any_trace = false;

    if (!all)
        return cli_mistake("run: expected a kernel; `warplock kernels` lists the bundled ones");
    if (all > CLI_WORDS_MAX)
        return cli_mistake("run: seen %u kernels and traces, expected at most %d", all, CLI_WORDS_MAX);
    for (unsigned i = 0; i < all; i++) {
        if (!load_kernel(s, kernel_word(s, i), i >= kernels))
            return false;
        any_ptx |= has_suffix(kernel_word(s, i), ".ptx");
        any_bundled |= s->workloads[i] != NULL;
        any_own |= s->workloads[i] == NULL;
        any_trace |= job_has_trace(s->jobs[i]);
    }
    if (any_trace && s->options->functional)
        return cli_mistake("--functional: a trace has no values to compute with, expected no trace beside it");
    if (!any_ptx && (s->options->entry[0] || s->options->grid[0] || s->options->block[0] || s->options->arg.count ||
                     s->options->dump.count || s->options->shared))
        return cli_mistake("--entry, --grid, --block, --shared, --arg and --dump go with a .ptx file, of which there "
                           "is none");
    if (s->options->timed_kernels.count)
        return cli_mistake("--kernel goes with a CUDA program (run -- ./program), of which there is none");
    if (!any_bundled && s->options->size[0])
        return cli_mistake("--size goes with a bundled kernel, of which there is none");
    if (!any_bundled && s->options->seed)
        return cli_mistake("--seed goes with a bundled kernel, of which there is none");
    return cli_search_allowed(s->options, &s->policies, any_own, s->own_sizes);
}

// A file may have changed since the campaign began: its numbers would be stored as the old file's.
static bool content_is_expected(session *s)
{
    job_error error;
    char content[17];

    if (!s->options->content[0])
        return true;
    if (s->n_jobs != 1)
        return cli_mistake("--content: seen %u kernels, expected one", s->n_jobs);
    if (job_has_trace(s->jobs[0]) && !job_hash_trace(s->jobs[0], kernel_word(s, 0), &error))
        return cli_mistake("%s", error.text);
    snprintf(content, sizeof content, "%016" PRIx64, machine_content(&s->machine, s->workloads[0] ? 0 : s->jobs[0]->source));
    if (strcmp(content, s->options->content) == 0)
        return true;
    return cli_mistake("--content: seen %s of %.200s on %.200s, expected %.40s: a file has changed since the campaign read it", content,
                       kernel_word(s, 0), s->options->machine, s->options->content);
}

static bool say_unread(const session *s)
{
    unread_facts facts = { .program = false };
    bool others = false;

    for (unsigned i = 0; i < s->n_jobs; i++) {
        const char *word = kernel_word(s, i);

        facts.jobs |= has_suffix(word, ".json");
        facts.traces |= job_has_trace(s->jobs[i]);
        others |= !job_has_trace(s->jobs[i]);
        facts.sizes |= s->workloads[i] && !strchr(word, ':');
    }
    facts.only_traces = !others;
    unread_of_run(s->options, &s->machine, &s->policies, facts);
    return true;
}

// A wave or an issue trace is the last run's.
static bool last_run(const session *s)
{
    return s->n_records + 1 == s->n_jobs * s->policies.count;
}

static void finish_record(run_record *record, const job_result *result)
{
    record->status = result->status;
    record->verified = result->verified;
    record->message = "";
    if (result->message[0]) {
        char *copy = malloc(strlen(result->message) + 1);

        if (!copy)
            abort();
        strcpy(copy, result->message);
        record->message = copy;
    }
}

static void run_functional(session *s, const job *j, run_record *record, job_result *result)
{
    functional_run run = { .max_steps = s->options->max_cycles, .line_bytes = s->machine.l1d.line_bytes,
                           .l1d_global = s->machine.l1d.global };
    job_target target = functional_target(&run);

    target.print = timed_run_print;
    target.print_context = &s->progress;
    target.out_of_bounds = s->options->out_of_bounds ? OUT_OF_BOUNDS_ZERO : OUT_OF_BOUNDS_ERROR;
    job_run(j, &target, result);
    functional_count(&record->counters, &run);
}

// Another user's job file may write only to its own folder.
static bool dump_allowed(const session *s, const job *j, const char *path)
{
    char message[256];

    if (!output_claim(path, message, sizeof message))
        return cli_mistake("%s: dump: %s", j->name, message);
    if (!j->folder || s->options->dump_anywhere || output_inside(path, j->folder))
        return true;
    return cli_mistake("%s: dump: %.160s: lies outside the job file's folder, expected a file in it (--dump-anywhere allows it)",
                       j->name, path);
}

static bool dumps_allowed(const session *s)
{
    for (unsigned i = 0; i < s->n_jobs; i++)
        for (unsigned d = 0; d < s->jobs[i]->n_dumps; d++)
            if (!dump_allowed(s, s->jobs[i], s->jobs[i]->dumps[d].path))
                return false;
    return true;
}

static const char *policy_word(const session *s, unsigned which)
{
    return s->policies.search[which] ? s->policies.search[which]->name : s->policies.policy[which]->name;
}

// The run's file of --perfetto; "" when none is wanted.
static void name_trace(const session *s, unsigned index, unsigned which, char path[static OUTPUT_PATH])
{
    unsigned number = 1;

    for (unsigned i = 0; i < index; i++)
        number += strcmp(s->jobs[i]->name, s->jobs[index]->name) == 0;
    perfetto_file(s->options, s->jobs[index]->name, number, policy_word(s, which), s->n_jobs * s->policies.count == 1, path);
}

static bool traces_allowed(const session *s)
{
    char path[OUTPUT_PATH], message[256];

    for (unsigned i = 0; s->options->perfetto[0] && i < s->n_jobs * s->policies.count; i++) {
        name_trace(s, i / s->policies.count, i % s->policies.count, path);
        if (!output_claim(path, message, sizeof message))
            return cli_mistake("--perfetto: %s", message);
    }
    return true;
}

static bool run_timed(timed_run *run, const job *j, job_result *result)
{
    job_target target = {
        .context = run, .host_copy = timed_run_copy, .launch = timed_run_launch,
        .out_of_bounds = run->options->out_of_bounds ? OUT_OF_BOUNDS_ZERO : OUT_OF_BOUNDS_ERROR,
        .sm_count = run->machine->gpu.sms, .warps_per_sm = run->machine->core.warps, .dump = true,
        .print = timed_run_print, .print_context = run->progress,
    };

    if (!timed_run_open(run))
        return false;
    job_run(j, &target, result);
    return timed_run_close(run);
}

// The policy to run with its machine settings; for a search, those of the best. NULL after a message.
static const policy *find_policy(session *s, unsigned index, unsigned which, run_record *record, run_status *status)
{
    const best_word *search = s->options->functional ? NULL : s->policies.search[which];

    return search ? cli_search_best(&s->search, s->options, &s->machine, search, s->workloads[index]->name, &record->curve, status)
                  : s->policies.policy[which];
}

// False when the session cannot continue.
static bool run_once(session *s, unsigned index, unsigned which, run_status *status)
{
    static job_result result;
    const workload *w = s->workloads[index];
    const job *j = s->jobs[index];
    run_record *record = &s->records[s->n_records];
    double began = progress_seconds();
    const best_word *search = s->policies.search[which];
    const machine machine = s->machine;
    timed_run run = { .options = s->options, .machine = &s->machine, .observers = s->policies.observers, .name = j->name,
                      .wave_places = s->wave_places, .files = last_run(s), .progress = &s->progress, .record = record };

    name_trace(s, index, which, run.perfetto);
    run.policy = find_policy(s, index, which, record, status);
    if (!run.policy)
        return false;
    timed_run_name(&run, record);
    if (search && !s->options->functional)
        snprintf(record->policy, sizeof record->policy, "%s", policy_word(s, which));
    record->baseline = which == s->policies.baseline;
    record->size[0] = s->sizes[index].rows;
    record->size[1] = s->sizes[index].columns;
    record->size[2] = s->sizes[index].rounds;
    record->seed = j->seed;
    record->bound = w ? w->bound : NULL;
    record->traced = job_has_trace(j);
    progress_run(&s->progress, j->name, record->policy);
    result.status = STATUS_GOOD;
    result.verified = -1;
    result.message[0] = 0;                      // of 64 KB
    if (s->options->functional)
        run_functional(s, j, record, &result);
    else if (!run_timed(&run, j, &result)) {
        *status = STATUS_MISTAKE;
        return false;
    }
    s->machine = machine;
    progress_end(&s->progress, record->counters.cycles);
    finish_record(record, &result);
    record->wall_seconds = progress_seconds() - began;
    s->n_records++;
    if (result.status != STATUS_GOOD) {
        cli_mistake("%s, %s: %s", j->name, record->policy, result.message);
        if (*status == STATUS_GOOD)
            *status = result.status;
    }
    return result.status != STATUS_MISTAKE && !record->lockstep.mismatches;
}

static run_status run_all(session *s)
{
    unsigned per_kernel = s->options->functional ? 1 : s->policies.count;
    run_status status = STATUS_GOOD;
    bool going = true;

    progress_begin(&s->progress, s->n_jobs * per_kernel);
    for (unsigned i = 0; i < s->n_jobs && going; i++) {
        unsigned first = s->n_records;

        for (unsigned p = 0; p < per_kernel && going; p++)
            going = run_once(s, i, p, &status);
        results_kernel(&s->results, s->records + first, s->n_records - first);
    }
    return status;
}

static run_status run_and_tell(session *s)
{
    s->records = calloc((size_t)s->n_jobs * s->policies.count, sizeof *s->records);
    if (!s->records)
        abort();
    s->results = (run_results){ .options = s->options, .kernels = s->n_jobs, .policies = s->policies.count };
    if (!results_open(&s->results))
        return STATUS_MISTAKE;
    run_status status = run_all(s);             // first: it counts the records
    return results_close(&s->results, s->records, s->n_records, status);
}

run_status cli_run(const cli_options *options)
{
    if (options->dashes && options->operands.count > options->before_dashes) {
        if (!options->before_dashes)
            return cli_run_program(options);
        cli_mistake("run: seen `%.60s` and, behind --, a program, expected one of them", options->operands.words[0]);
        return STATUS_MISTAKE;
    }
    session *s = calloc(1, sizeof *s);
    run_status status = STATUS_MISTAKE;

    if (!s)
        abort();
    s->options = options;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (cli_machine(options, &s->machine) && cli_choose_policies(options, &s->machine, &s->policies) &&
        load_kernels(s) && content_is_expected(s) && results_check(options) &&
        timed_run_check(options, &s->machine, &s->policies, &s->wave_places) && dumps_allowed(s) && traces_allowed(s) &&
        say_unread(s) && cli_make_blocks(options, &s->policies))
        status = run_and_tell(s);
    for (unsigned i = 0; i < s->n_jobs; i++)
        job_free(s->jobs[i]);
    for (unsigned i = 0; i < s->n_records; i++) {
        if (s->records[i].message[0])
            free((char *)s->records[i].message);
        details_free(&s->records[i]);
    }
    cli_search_close(&s->search);
    cli_forget_policies(&s->policies);
    free(s->records);
    free(s);
    return status;
}
