// SPDX-License-Identifier: BSD-3-Clause
// One GPU with its lockstep owner and the files of a run; see sim/run/timed_run.h.
#include "sim/run/timed_run.h"

#include <string.h>
#include <unistd.h>

#include "sim/run/details.h"
#include "sim/run/perfetto.h"
#include "tb/output_file.h"
#include "tb/plain.h"
#include "tb/shell.h"
#include "tb/wave/wave.h"

const char *const blocks_names[] = { "c", "verilog", "lockstep" };

static const place_kind record_kinds[] = {PLACE_SM, PLACE_CONTROLLER, PLACE_GPU};      // --record-place
static const char *const record_words[] = {"SMs", "controllers", "GPU"};

bool timed_run_check(const cli_options *o, const machine *m, const cli_policies *chosen, number_set *wave_places)
{
    const unsigned places[] = {m->gpu.sms, m->dram.controllers, 1};
    const struct { const char *option, *path; } files[] = {
        { "--report", o->report }, { "--csv", strcmp(o->csv, "-") == 0 ? "" : o->csv }, { "--issue-trace", o->issue_trace },
        { "--events", o->events }, { "--timeline", o->timeline }, { "--record-l1d", o->record_l1d },
    };
    char message[256], name[OUTPUT_PATH];

    if (o->functional && (o->wave[0] || o->issue_trace[0] || o->events[0] || o->timeline[0] || o->perfetto[0] || o->record[0] || o->blocks ||
                          o->record_l1d[0] || o->write_trace[0] || o->per_launch || o->per_line || o->per_age || o->per_degree || o->per_slice ||
                          o->per_row || o->per_link || o->per_interval || o->locality || o->belady))
        return cli_mistake("--functional: there is no timing, expected none of --wave, --issue-trace, --events, --timeline, "
                           "--perfetto, --record, --record-l1d, --write-trace, --blocks, --per-launch, --per-line, --per-age, --per-degree, "
                           "--per-slice, --per-row, --per-link, --per-interval, --locality, --belady");
    if (o->per_link && m->icnt.kind != NETWORK_MESH)
        return cli_mistake("--per-link: the interconnect of %s is no mesh, expected icnt.kind mesh", m->name);
    if ((o->record_l1d[0] || o->belady) && m->l1d.unified_kib)
        return cli_mistake("%s: l1d.unified_kib of %s is %u, expected 0: a recording is of one number of ways", o->belady ? "--belady" : "--record-l1d",
                           m->name, m->l1d.unified_kib);
    if (o->record[0] && o->record_sm >= places[o->record_place])
        return cli_mistake("--record-sm: seen %llu, expected below the %u %s of the machine",
                           (unsigned long long)o->record_sm, places[o->record_place], record_words[o->record_place]);
    const policy *last = chosen->policy[chosen->count - 1];     // whose recording and wave are kept
    if (o->record[0] && !place_is_used(record_kinds[o->record_place], last, chosen->observers))
        return cli_mistake("--record-place: no block of %s or of an observer stands in the %s, expected a place with one",
                           last->name, record_words[o->record_place]);
    if (o->wave[0] && m->clock.dram_mhz >= (EDGES_IN_CYCLE - 1) * m->clock.core_mhz &&
        place_is_used(PLACE_CONTROLLER, last, chosen->observers))
        return cli_mistake("--wave: clock.dram_mhz is %llu, expected less than %d times clock.core_mhz for the edges to be shown",
                           (unsigned long long)m->clock.dram_mhz, (EDGES_IN_CYCLE - 1));
    if (!outputs_sms("--wave-sms", o->wave_sms, "--wave FILE.fst", o->wave[0] != 0, m, wave_places) || !perfetto_check(o, m))
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
    if (o->write_trace[0] && !sass_writer_allowed(o->write_trace, message, sizeof message))
        return cli_mistake("--write-trace: %s", message);
    return true;
}

static void report_lockstep(const timed_run *run)
{
    const char *pack = lockstep_pack(run->lockstep);

    if (!pack)
        return;
    fprintf(stderr, "warplock: failure pack: %s\nwarplock: replay with: ", pack);
    shell_print(stderr, run->options->program);
    fputs(" replay ", stderr);
    shell_print(stderr, pack);
    fputc('\n', stderr);
}

void timed_run_name(const timed_run *run, run_record *record)
{
    const cli_options *o = run->options;

    snprintf(record->machine, sizeof record->machine, "%s", run->machine->name);
    plain_line(record->machine);
    snprintf(record->kernel, sizeof record->kernel, "%s", run->name);
    snprintf(record->policy, sizeof record->policy, "%s", o->functional ? "functional" : run->policy->name);
    record->blocks = o->functional ? "none" : blocks_names[o->blocks];
    record->overrides = o->set.words;
    record->n_overrides = o->set.count;
    record->functional = o->functional;
}

static bool open_blocks(timed_run *run)
{
    const cli_options *o = run->options;
    char error[1024];
    lockstep_options options = {
        .mode = (blocks_mode)o->blocks, .when = (lockstep_when)o->lockstep, .wave_start = o->wave_start,
        .wave_cycles = o->wave_window, .wave_places = run->wave_places, .pack_dir = o->failure[0] ? o->failure : NULL,
        .command = o->command, .replay = run->replay,
    };

    shell_line(run->replay, sizeof run->replay, 2, (const char *const[]){ o->program, "replay" });
    if (o->wave[0] && run->files)
        options.wave_path = o->wave;
    if (o->record[0] && run->files) {
        options.record_dir = o->record;
        options.record_place = (block_place){record_kinds[o->record_place], (unsigned)o->record_sm, 0};
        options.record_cycles = o->record_window;
    }
    run->lockstep = lockstep_open(&options, error, sizeof error);
    return run->lockstep || cli_mistake("%s", error);
}

// Its rows go to a file, are kept, or both; NULL: neither.
static timeline *timeline_of(timed_run *run)
{
    timeline *t = &run->outputs.timeline;

    t->kept = run->record->intervals;
    if (t->kept && !t->file.stream)
        t->interval = INTERVALS_FIRST;
    return t->kept || t->file.stream ? t : NULL;
}

static bool open_gpu(timed_run *run)
{
    const cli_options *o = run->options;
    run_record *record = run->record;
    gpu_options options = {
        .machine = run->machine, .policy = run->policy, .observers = run->observers, .lockstep = run->lockstep,
        .max_cycles = o->max_cycles, .threads = (unsigned)o->threads, .issue_trace = run->outputs.trace.stream, .events = run->outputs.events.stream,
        .timeline = timeline_of(run),
        .trace = run->outputs.perfetto.events.file.stream ? &run->outputs.perfetto : NULL,
        .profile = record->profile, .l1d_recording = run->recording.writer, .locality = o->locality,
        .degrees = record->degrees, .slices = record->slices, .rows = record->rows, .links = record->links,
        .progress = progress_step, .progress_context = run->progress,
    };
    char error[1024];

    run->gpu = gpu_new(&options, error, sizeof error);
    return run->gpu || cli_mistake("%s, %s: %s", run->name, run->policy->name, error);
}

static bool open_writer(timed_run *run)
{
    const char *folder = run->files ? run->options->write_trace : "";
    char message[OUTPUT_PATH + 256];

    if (!folder[0])
        return true;
    run->writer = sass_writer_new(folder, message, sizeof message);
    return run->writer || cli_mistake("--write-trace: %s", message);
}

bool timed_run_open(timed_run *run)
{
    run->outputs = (run_outputs){ 0 };
    run->lockstep = NULL;
    run->writer = NULL;
    run->earlier = (counters){ 0 };
    details_begin(run->record, run->options, run->machine);
    if ((run->files && !outputs_open(&run->outputs, run->options)) ||
        !perfetto_open(&run->outputs.perfetto, run->options, run->machine, run->perfetto, run->name, run->record->policy)) {
        outputs_discard(&run->outputs);
        return false;
    }
    if (!recording_open(&run->recording, run->options, run->machine, run->record->policy, run->name, run->files)) {
        outputs_discard(&run->outputs);
        return false;
    }
    if (open_writer(run) && open_blocks(run) && open_gpu(run))
        return true;
    sass_writer_discard(run->writer);
    if (run->lockstep)
        lockstep_close(run->lockstep);
    outputs_discard(&run->outputs);
    recording_discard(&run->recording);
    return false;
}

bool timed_run_launch(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    static const run_status statuses[] = {
        [GPU_DONE] = STATUS_GOOD, [GPU_FAULT] = STATUS_MISMATCH, [GPU_LOCKSTEP] = STATUS_MISMATCH,
        [GPU_DEADLOCK] = STATUS_LIMIT, [GPU_LIMIT] = STATUS_LIMIT, [GPU_REFUSED] = STATUS_MISTAKE,
    };
    timed_run *run = context;
    launch_config launched = *config;
    gpu_status ended;

    progress_launch(run->progress);
    if (run->writer)
        launched.kernel = sass_writer_kernel(run->writer, config, run->machine->core.registers);
    ended = gpu_run(run->gpu, &launched);
    run->progress->launches++;
    details_launch(run->record, config, run->machine->l1d.unified_kib ? gpu_l1d_ways(run->gpu) : 0, gpu_counters(run->gpu));
    *status = statuses[ended];
    if (ended != GPU_DONE) {                    // a run that stopped within a launch has no trace
        snprintf(message, size, "%s", gpu_message(run->gpu));
        sass_writer_discard(run->writer);
        run->writer = NULL;
        return false;
    }
    if (run->writer && !sass_writer_launched(run->writer, message, size)) {
        *status = STATUS_MISTAKE;
        return false;
    }
    return true;
}

void timed_run_copy(void *context, uint64_t address, uint64_t bytes)
{
    const timed_run *run = context;

    if (run->writer)
        sass_writer_copy(run->writer, address, bytes);
    gpu_host_copy(run->gpu, address, bytes);
}

// Standard output is the report's.
void timed_run_print(void *shown, const char *text, size_t length)
{
    progress_clear(shown);
    fwrite(text, 1, length, stderr);
}

bool timed_run_renew(timed_run *run)
{
    if (run->options->wave[0] || run->options->record[0] || run->perfetto[0])
        return cli_mistake("%s: no launch behind one that was stopped by a fault, expected none with --wave, --record or --perfetto",
                           run->name);
    counters_add(&run->earlier, gpu_counters(run->gpu));
    run->record->before = (counters){ 0 };
    gpu_free(run->gpu);
    return open_gpu(run);
}

static void count(timed_run *run)
{
    run_record *record = run->record;
    const machine *m = run->machine;

    record->counters = *gpu_counters(run->gpu);
    counters_add(&record->counters, &run->earlier);
    record->reported |= (run->policy->lend ? REPORTED_LENDS : 0) | (run->policy->prefetch ? REPORTED_PREFETCHES : 0) |
                        (m->core.sub_cores ? REPORTED_SUB_CORES : 0) | (m->core.count_inactive ? REPORTED_INACTIVE : 0) |
                        (m->icnt.kind == NETWORK_MESH ? REPORTED_MESH : 0);
    record->lockstep = lockstep_count(run->lockstep);
}

static bool close_writer(timed_run *run)
{
    char message[OUTPUT_PATH + 256];

    return sass_writer_close(run->writer, message, sizeof message) || cli_mistake("--write-trace: %s", message);
}

bool timed_run_close(timed_run *run)
{
    char error[1024];

    count(run);
    gpu_free(run->gpu);
    report_lockstep(run);
    bool saved = lockstep_save_recording(run->lockstep, error, sizeof error);
    if (!saved)
        cli_mistake("--record: %s", error);
    if (!lockstep_save_wave(run->lockstep, error, sizeof error))
        saved = cli_mistake("--wave: %s", error);
    lockstep_close(run->lockstep);
    bool closed = outputs_close(&run->outputs);
    closed = close_writer(run) && closed;
    return recording_close(&run->recording, run->options, run->record) && closed && saved;
}
