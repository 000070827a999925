// SPDX-License-Identifier: BSD-3-Clause
// Bundled kernels, kernels from files, and the L1D of a worked example; see sim/campaign/simulator/simulator.h.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/simulator/simulator.h"
#include "sim/machine/choices.h"
#include "sim/replay/l1d_replay.h"
#include "sim/workload/job_file.h"
#include "sim/workload/job_trace.h"
#include "sim/workload/kernel_file.h"
#include "sim/workload/ptx_job.h"
#include "sim/workload/workload.h"

_Static_assert((int)SIMULATOR_ARGS == (int)JOB_ARGS_MAX, "a campaign file refuses what a job would");
_Static_assert((int)SIMULATOR_TRACE == (int)JOB_TRACE_NAME, "job_trace_name() fills it");

const char *simulator_kernel(const char *name)
{
    const workload *w = workload_find(name);

    return w ? w->name : NULL;
}

const char *simulator_kernel_at(unsigned index) { return workload_table[index] ? workload_table[index]->name : NULL; }

bool simulator_kernel_same_run(const char *name)
{
    const workload *w = workload_find(name);

    return w && w->same_run;
}

static bool tell(bool good, const job_error *why, simulator_error *error)
{
    if (!good)
        snprintf(error->text, sizeof error->text, "%s", why->text);
    return good;
}

bool simulator_kernel_size(const char *name, const char *size, simulator_error *error)
{
    const workload *w = workload_find(name);
    workload_size parsed;
    job_error why;

    return tell(workload_parse_size(w, size, &parsed, &why) && workload_check_size(w, workload_whole_size(w, parsed), &why),
                &why, error);
}

bool simulator_kernel_file(const char *path, simulator_error *error)
{
    return kernel_file_check(path, error->text, sizeof error->text);
}

bool simulator_is_trace(const char *path) { return job_is_trace(path); }

void simulator_trace_name(const char *path, char name[static SIMULATOR_TRACE]) { job_trace_name(path, name); }

// Frees the job; NULL: it could not be read.
static bool take_files(job *j, uint64_t *files, const job_error *why, simulator_error *error)
{
    if (j)
        *files = j->source;
    tell(j != NULL, why, error);
    job_free(j);
    return j != NULL;
}

bool simulator_job_files(const char *path, uint64_t *files, simulator_error *error)
{
    job_error why;
    job *j = job_load(path, false, &why);

    return take_files(j, files, &why, error);
}

bool simulator_ptx_files(const char *path, const ptx_options *options, uint64_t *files, simulator_error *error)
{
    const ptx_words words = { .entry = options->entry, .grid = options->grid, .block = options->block, .shared = options->shared,
                              .args = options->args, .n_args = options->n_args };
    job_error why;
    job *j = ptx_job(&words, path, &why);

    return take_files(j, files, &why, error);
}

bool simulator_trace_files(const char *path, bool any, uint64_t *files, simulator_error *error)
{
    job_error why;
    job *j = job_load_trace(path, any ? TRACE_UNKNOWN_INT : TRACE_UNKNOWN_REFUSE, &why);

    if (j && !job_hash_trace(j, path, &why)) {
        job_free(j);
        j = NULL;
    }
    return take_files(j, files, &why, error);
}

unsigned simulator_l1d_hits(const char *lines, unsigned ways, bool optimal)
{
    enum { LINE_BYTES = 128 };
    const replay_geometry l1d = { 1, ways, LINE_BYTES, INDEX_LINEAR };
    const size_t count = strlen(lines);
    stream_event *events = calloc(count + 1, sizeof *events);
    replay_counts counts = { 0 };

    if (!events)
        abort();
    for (size_t i = 0; i < count; i++)
        events[i] = (stream_event){ .what = STREAM_LOAD, .lanes = 1, .line = (uint64_t)lines[i] };
    replay_stream(events, count, LINE_BYTES, &l1d, optimal ? REPLAY_OPTIMAL : REPLAY_LRU, &counts, NULL);
    free(events);
    return (unsigned)counts.hits;
}
