// `warplock run`: every kernel under every policy, one fresh GPU each, then tables or JSON.
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/cli/details.h"
#include "sim/cli/outputs.h"
#include "sim/cli/policies.h"
#include "sim/cli/recording.h"
#include "sim/cli/results.h"
#include "sim/cli/search.h"
#include "sim/core/gpu.h"
#include "sim/machine/nearest.h"
#include "sim/report/progress.h"
#include "sim/report/report.h"
#include "sim/workload/job_file.h"
#include "sim/workload/job_run.h"
#include "sim/workload/job_symbols.h"
#include "sim/workload/workload.h"
#include "tb/shell.h"
#include "tb/wave.h"

static const char *const blocks_names[] = { "c", "verilog", "lockstep" };

typedef struct {
    const cli_options *options;
    machine            machine;
    cli_policies       policies;
    job               *jobs[CLI_WORDS_MAX];
    const workload    *workloads[CLI_WORDS_MAX];    // NULL for jobs of the user
    workload_size      sizes[CLI_WORDS_MAX];        // of the bundled ones; 0 for the others
    unsigned           n_jobs;
    bool               own_sizes;                   // of some kernel: KERNEL:SIZE
    cli_search         search;
    run_record        *records;
    unsigned           n_records;
    progress           progress;
    run_results        results;
    uint64_t           wave_places;
} session;

// One run in progress: what the job's launches reach.
typedef struct {
    session  *session;
    gpu      *gpu;
    lockstep *lockstep;
    run_outputs outputs;                        // of the last run
    l1d_recording recording;
    run_record *record;
} timed_run;

static bool has_suffix(const char *word, const char *suffix)
{
    size_t length = strlen(word), tail = strlen(suffix);

    return length > tail && strcmp(word + length - tail, suffix) == 0;
}

// Nothing is wrong, but it may not be what is meant.
static void tell_notice(const char *text)
{
    fprintf(stderr, "warplock: notice: %s\n", text);
}

// The size of one kernel alone: NAME:SIZE. NULL where there is none; `name` is what stands before it.
static const char *split_size(const char *word, char name[static 64])
{
    size_t length = strcspn(word, ":");

    snprintf(name, 64, "%.*s", (int)(length < 63 ? length : 63), word);
    return word[length] && workload_find(name) ? word + length + 1 : NULL;
}

static bool load_kernel(session *s, const char *word)
{
    char name[64];
    const char *own = split_size(word, name), *size_text = own ? own : s->options->size;
    const cli_options *options = s->options;
    nearest_search search = { .wanted = word };
    const workload *w = workload_find(own ? name : word);
    job_error error;
    job *j;

    if (w) {
        workload_size *size = &s->sizes[s->n_jobs];

        *size = (workload_size){ 0 };
        if ((own || size_text[0]) && !workload_parse_size(w, size_text, size, &error))
            return cli_mistake("%s", error.text);
        *size = workload_whole_size(w, *size);
        j = workload_job(w, *size, (uint32_t)options->seed, &error);
    } else if (has_suffix(word, ".json")) {
        j = job_load(word, &error);
    } else if (has_suffix(word, ".ptx")) {
        if (access(word, R_OK) != 0)
            return cli_mistake("%s: cannot be read: %s", word, strerror(errno));
        output_protect(word);
        j = cli_ptx_job(options, word, &error);
    } else if (has_suffix(word, ".cu")) {
        return cli_mistake("%s: seen CUDA C++, expected PTX; compile it first: warplock cc -S %s -o %.*s.ptx", word, word,
                           (int)(strlen(word) - 3), word);
    } else {
        for (const workload *const *known = workload_table; *known; known++)
            nearest_offer(&search, (*known)->name);
        return cli_mistake("no kernel `%.60s`, expected a bundled one (`warplock kernels`; the nearest is %s), a .json "
                           "job or a .ptx file", word, search.best);
    }
    if (!j)
        return cli_mistake("%s", error.text);
    s->own_sizes |= own != NULL;
    s->jobs[s->n_jobs] = j;
    s->workloads[s->n_jobs++] = w;
    if (!job_check_machine(j, &s->machine, &error))
        return cli_mistake("%s: %s", word, error.text);
    job_notices(j, tell_notice);
    return true;
}

static bool load_kernels(session *s)
{
    bool any_ptx = false, any_bundled = false, any_own = false;

    if (!s->options->operands.count)
        return cli_mistake("run: expected a kernel; `warplock kernels` lists the bundled ones");
    for (unsigned i = 0; i < s->options->operands.count; i++) {
        if (!load_kernel(s, s->options->operands.words[i]))
            return false;
        any_ptx |= has_suffix(s->options->operands.words[i], ".ptx");
        any_bundled |= s->workloads[i] != NULL;
        any_own |= s->workloads[i] == NULL;
    }
    if (!any_ptx && (s->options->entry[0] || s->options->grid[0] || s->options->block[0] || s->options->arg.count ||
                     s->options->dump.count || s->options->shared))
        return cli_mistake("--entry, --grid, --block, --shared, --arg and --dump go with a .ptx file, of which there "
                           "is none");
    if (!any_bundled && s->options->size[0])
        return cli_mistake("--size goes with a bundled kernel, of which there is none");
    if (!any_bundled && s->options->seed)
        return cli_mistake("--seed goes with a bundled kernel, of which there is none");
    return cli_search_allowed(s->options, &s->policies, any_own, s->own_sizes);
}

// A wave or an issue trace is that of the last run, when there are several.
static bool last_run(const session *s)
{
    return s->n_records + 1 == s->n_jobs * s->policies.count;
}

static bool launch_timed(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    static const run_status statuses[] = {
        [GPU_DONE] = STATUS_GOOD, [GPU_FAULT] = STATUS_MISMATCH, [GPU_LOCKSTEP] = STATUS_MISMATCH,
        [GPU_DEADLOCK] = STATUS_LIMIT, [GPU_LIMIT] = STATUS_LIMIT, [GPU_REFUSED] = STATUS_MISTAKE,
    };
    timed_run *run = context;
    gpu_status ended;

    progress_launch(&run->session->progress);
    ended = gpu_run(run->gpu, config);
    run->session->progress.launches++;
    details_launch(run->record, config, gpu_counters(run->gpu));
    *status = statuses[ended];
    if (ended != GPU_DONE)
        snprintf(message, size, "%s", gpu_message(run->gpu));
    return ended == GPU_DONE;
}

static void copy_timed(void *context, uint64_t address, uint64_t bytes)
{
    timed_run *run = context;

    gpu_host_copy(run->gpu, address, bytes);
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

// What kernels print goes to standard error: standard output is the report's.
static void print_kernel(void *shown, const char *text, size_t length)
{
    progress_clear(shown);
    fwrite(text, 1, length, stderr);
}

static void run_functional(session *s, const job *j, run_record *record, job_result *result)
{
    functional_run run = { .max_steps = s->options->max_cycles, .line_bytes = s->machine.l1d.line_bytes,
                           .l1d_global = s->machine.l1d.global };
    job_target target = functional_target(&run);

    target.print = print_kernel;
    target.print_context = &s->progress;
    target.out_of_bounds = s->options->out_of_bounds ? OUT_OF_BOUNDS_ZERO : OUT_OF_BOUNDS_ERROR;
    job_run(j, &target, result);
    record->counters.thread_insns = run.thread_insns;
    record->counters.warp_insns = run.warp_insns;
    record->counters.loads_coherent = run.coherent_loads;
    record->counters.loads_divergent = run.divergent_loads;
    record->counters.ctas = run.ctas;
    record->counters.launches = run.launches;
}

static void report_lockstep(timed_run *run, const session *s)
{
    const char *pack = lockstep_pack(run->lockstep);

    if (!pack)
        return;
    fprintf(stderr, "warplock: failure pack: %s\nwarplock: replay with: ", pack);
    shell_print(stderr, s->options->program);
    fputs(" replay ", stderr);
    shell_print(stderr, pack);
    fputc('\n', stderr);
}

static bool simulate(timed_run *run, const job *j, const policy *p, run_record *record, job_result *result)
{
    session *s = run->session;
    gpu_options options = {
        .machine = &s->machine, .policy = p, .observers = s->policies.observers, .lockstep = run->lockstep,
        .max_cycles = s->options->max_cycles, .issue_trace = run->outputs.trace.stream,
        .events = run->outputs.events.stream,
        .timeline = run->outputs.timeline.file.stream ? &run->outputs.timeline : NULL,
        .profile = record->profile, .l1d_recording = run->recording.writer, .locality = s->options->locality,
        .degrees = record->degrees, .slices = record->slices, .rows = record->rows, .links = record->links,
        .progress = progress_step, .progress_context = &s->progress,
    };
    job_target target = {
        .context = run, .host_copy = copy_timed, .launch = launch_timed,
        .out_of_bounds = s->options->out_of_bounds ? OUT_OF_BOUNDS_ZERO : OUT_OF_BOUNDS_ERROR,
        .sm_count = s->machine.gpu.sms, .warps_per_sm = s->machine.core.warps, .dump = true,
        .print = print_kernel, .print_context = &s->progress,
    };
    char error[1024];

    run->gpu = gpu_new(&options, error, sizeof error);
    if (!run->gpu) {
        result->status = STATUS_MISTAKE;
        snprintf(result->message, sizeof result->message, "%s", error);
        return false;
    }
    job_run(j, &target, result);
    record->counters = *gpu_counters(run->gpu);
    record->lends = p->lend != NULL;
    record->prefetches = p->prefetch != NULL;
    record->sub_cores = s->machine.core.sub_cores;
    record->inactive = s->machine.core.count_inactive;
    record->mesh = s->machine.icnt.kind == NETWORK_MESH;
    record->lockstep = lockstep_count(run->lockstep);
    gpu_free(run->gpu);
    report_lockstep(run, s);
    return true;
}

static const place_kind record_kinds[] = {PLACE_SM, PLACE_CONTROLLER, PLACE_GPU};      // --record-place
static const char *const record_words[] = {"SMs", "controllers", "GPU"};

// A job file may be somebody else's: it writes in its own folder alone.
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

// What a run will write is looked at before its first cycle.
static bool check_outputs(const session *s, uint64_t *wave_places)
{
    const cli_options *o = s->options;
    const unsigned places[] = {s->machine.gpu.sms, s->machine.dram.controllers, 1};
    const struct { const char *option, *path; } files[] = {
        { "--report", o->report }, { "--csv", strcmp(o->csv, "-") == 0 ? "" : o->csv }, { "--issue-trace", o->issue_trace },
        { "--events", o->events }, { "--timeline", o->timeline }, { "--record-l1d", o->record_l1d },
    };
    char message[256], name[OUTPUT_PATH];

    if (o->functional && (o->wave[0] || o->issue_trace[0] || o->events[0] || o->timeline[0] || o->record[0] || o->blocks ||
                          o->record_l1d[0] || o->per_launch || o->per_line || o->per_age || o->per_degree || o->per_slice ||
                          o->per_row || o->per_link || o->locality || o->belady))
        return cli_mistake("--functional: there is no timing, expected none of --wave, --issue-trace, --events, --timeline, "
                           "--record, --record-l1d, --blocks, --per-launch, --per-line, --per-age, --per-degree, --per-slice, "
                           "--per-row, --per-link, --locality, --belady");
    if (o->per_link && s->machine.icnt.kind != NETWORK_MESH)
        return cli_mistake("--per-link: the interconnect of %s is no mesh, expected icnt.kind mesh", s->machine.name);
    if (o->record[0] && o->record_sm >= places[o->record_place])
        return cli_mistake("--record-sm: seen %llu, expected below the %u %s of the machine",
                           (unsigned long long)o->record_sm, places[o->record_place], record_words[o->record_place]);
    const policy *last = s->policies.policy[s->policies.count - 1];     // whose recording and wave are kept
    if (o->record[0] && !place_is_used(record_kinds[o->record_place], last, s->policies.observers))
        return cli_mistake("--record-place: no block of %s or of an observer stands in the %s, expected a place with one",
                           last->name, record_words[o->record_place]);
    if (o->wave[0] && s->machine.clock.dram_mhz >= (EDGES_IN_CYCLE - 1) * s->machine.clock.core_mhz &&
        place_is_used(PLACE_CONTROLLER, last, s->policies.observers))
        return cli_mistake("--wave: clock.dram_mhz is %llu, expected less than %d times clock.core_mhz for the edges to be shown",
                           (unsigned long long)s->machine.clock.dram_mhz, (EDGES_IN_CYCLE - 1));
    if (!outputs_wave_places(o, &s->machine, wave_places))
        return false;
    if (o->wave[0] && !wave_allowed(o->wave, message, sizeof message))
        return cli_mistake("--wave: %s", message);
    for (unsigned i = 0; o->wave[0] && i < wave_file_count(); i++) {
        wave_file_name(o->wave, i, name);
        if (!output_claim(name, message, sizeof message))
            return cli_mistake("--wave: %s", message);
    }
    for (unsigned i = 0; i < sizeof files / sizeof files[0]; i++)
        if (files[i].path[0] && !output_claim(files[i].path, message, sizeof message))
            return cli_mistake("%s: %s", files[i].option, message);
    if (o->record[0] && access(o->record, F_OK) == 0)
        return cli_mistake("--record: %s: exists and is not overwritten, expected a new folder", o->record);
    if (o->record[0] && !output_claim(o->record, message, sizeof message))
        return cli_mistake("--record: %s", message);
    for (unsigned i = 0; i < s->n_jobs; i++)
        for (unsigned d = 0; d < s->jobs[i]->n_dumps; d++)
            if (!dump_allowed(s, s->jobs[i], s->jobs[i]->dumps[d].path))
                return false;
    return true;
}

// A run with its lockstep owner, its wave and its issue trace.
static bool run_timed(session *s, const job *j, const policy *p, run_record *record, job_result *result)
{
    const cli_options *o = s->options;
    char replay[4096], error[1024];
    lockstep_options options = {
        .mode = (blocks_mode)o->blocks, .when = (lockstep_when)o->lockstep, .wave_start = o->wave_start,
        .wave_cycles = o->wave_window, .wave_places = s->wave_places, .pack_dir = o->failure[0] ? o->failure : NULL, .command = o->command,
        .replay = replay,
    };
    timed_run run = { .session = s, .record = record };
    bool simulated;

    details_begin(record, o, &s->machine);
    shell_line(replay, sizeof replay, 2, (const char *const[]){ o->program, "replay" });
    if (o->wave[0] && last_run(s))
        options.wave_path = o->wave;
    if (o->record[0] && last_run(s)) {
        options.record_dir = o->record;
        options.record_place = (block_place){record_kinds[o->record_place], (unsigned)o->record_sm, 0};
        options.record_cycles = o->record_window;
    }
    if (last_run(s) && !outputs_open(&run.outputs, o))
        return false;
    if (!recording_open(&run.recording, o, &s->machine, record->policy, j->name, last_run(s))) {
        outputs_discard(&run.outputs);
        return false;
    }
    run.lockstep = lockstep_open(&options, error, sizeof error);
    if (!run.lockstep) {
        outputs_discard(&run.outputs);
        recording_discard(&run.recording);
        return cli_mistake("%s", error);
    }
    simulated = simulate(&run, j, p, record, result);
    bool saved = lockstep_save_recording(run.lockstep, error, sizeof error);
    if (!saved)
        cli_mistake("--record: %s", error);
    if (simulated && !lockstep_save_wave(run.lockstep, error, sizeof error))
        saved = cli_mistake("--wave: %s", error);
    lockstep_close(run.lockstep);
    if (!simulated) {
        outputs_discard(&run.outputs);
        recording_discard(&run.recording);
        return saved;
    }
    bool closed = outputs_close(&run.outputs);
    return recording_close(&run.recording, o, record) && closed && saved;
}

// The policy to run, the machine that it wants set: of a search, those of the best. NULL after a message.
static const policy *find_policy(session *s, unsigned index, unsigned which, run_record *record, run_status *status)
{
    const best_word *search = s->options->functional ? NULL : s->policies.search[which];

    return search ? cli_search_best(&s->search, s->options, &s->machine, search, s->workloads[index]->name, &record->curve, status)
                  : s->policies.policy[which];
}

// False when the session cannot go on.
static bool run_once(session *s, unsigned index, unsigned which, run_status *status)
{
    static job_result result;
    const workload *w = s->workloads[index];
    const job *j = s->jobs[index];
    run_record *record = &s->records[s->n_records];
    double began = progress_seconds();
    const best_word *search = s->policies.search[which];
    const machine machine = s->machine;
    const policy *p = find_policy(s, index, which, record, status);

    if (!p)
        return false;
    snprintf(record->machine, sizeof record->machine, "%s", s->machine.name);
    snprintf(record->kernel, sizeof record->kernel, "%s", j->name);
    snprintf(record->policy, sizeof record->policy, "%s", s->options->functional ? "functional" : search ? search->name : p->name);
    record->baseline = which == s->policies.baseline;
    record->blocks = s->options->functional ? "none" : blocks_names[s->options->blocks];
    record->overrides = s->options->set.words;
    record->n_overrides = s->options->set.count;
    record->functional = s->options->functional;
    record->size[0] = s->sizes[index].rows;
    record->size[1] = s->sizes[index].columns;
    record->size[2] = s->sizes[index].rounds;
    record->seed = j->seed;
    record->bound = w ? w->bound : NULL;
    progress_run(&s->progress, j->name, record->policy);
    result = (job_result){ .verified = -1 };
    if (s->options->functional)
        run_functional(s, j, record, &result);
    else if (!run_timed(s, j, p, record, &result)) {
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
    return results_close(&s->results, s->records, s->n_records, run_all(s));
}

run_status cli_run(const cli_options *options)
{
    session *s = calloc(1, sizeof *s);
    run_status status = STATUS_MISTAKE;

    if (!s)
        abort();
    s->options = options;
    output_catch_interrupts(STATUS_INTERRUPTED, STATUS_MISTAKE);
    if (cli_machine(options, &s->machine) && cli_choose_policies(options, &s->machine, &s->policies) &&
        load_kernels(s) && results_check(options) && check_outputs(s, &s->wave_places) &&
        cli_make_blocks(options, &s->policies))
        status = run_and_tell(s);
    for (unsigned i = 0; i < s->n_jobs; i++)
        job_free(s->jobs[i]);
    for (unsigned i = 0; i < s->n_records; i++) {
        if (s->records[i].message[0])
            free((char *)s->records[i].message);
        details_free(&s->records[i]);
    }
    cli_search_close(&s->search);
    free(s->records);
    free(s);
    return status;
}
