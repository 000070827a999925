// SPDX-License-Identifier: BSD-3-Clause
// A job of traces; see sim/workload/job_trace.h.
#include "sim/workload/job_trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/hash.h"
#include "tb/input_file.h"
#include "tb/output_file.h"

enum { OPEN_AT_MOST = 64 };                     // trace files kept open between two runs

static bool ends_in(const char *path, size_t length, const char *suffix)
{
    const size_t tail = strlen(suffix);

    return length > tail && memcmp(path + length - tail, suffix, tail) == 0;
}

// Without the suffix of packing.
static size_t plain_length(const char *path)
{
    const size_t length = strlen(path);

    return ends_in(path, length, ".xz") ? length - 3 : ends_in(path, length, ".zst") ? length - 4 : length;
}

bool job_is_trace(const char *path)
{
    const size_t length = plain_length(path);

    return ends_in(path, length, ".traceg") || ends_in(path, length, ".g");
}

// The name of the folder before *end, with its length; *end moves before it. NULL: none.
static const char *folder_above(const char *path, const char **end, size_t *length)
{
    const char *from = *end;

    while (from > path && from[-1] != '/')
        from--;
    *length = (size_t)(*end - from);
    *end = from > path ? from - 1 : path;
    return *length && from[0] != '.' ? from : NULL;
}

void job_trace_name(const char *path, char name[static JOB_TRACE_NAME])
{
    const char *slash = strrchr(path, '/'), *from = slash ? slash + 1 : path, *end = slash;
    size_t length = plain_length(from), above;

    if (slash && strncmp(from, "kernelslist", 11) == 0) {
        const char *folder = folder_above(path, &end, &above);

        if (folder && above == 6 && memcmp(folder, "traces", 6) == 0)           // Accel-Sim: PROGRAM/ARGUMENTS/traces
            folder = folder_above(path, &end, &above);
        from = folder ? folder : from;
        length = folder ? above : length;
    }
    if (ends_in(from, length, ".traceg"))
        length -= 7;
    else if (ends_in(from, length, ".g"))
        length -= 2;
    snprintf(name, JOB_TRACE_NAME, "%.*s", (int)(length < JOB_TRACE_NAME - 1 ? length : JOB_TRACE_NAME - 1), from);
}

static bool add_copy(job *j, const trace_command *command, job_error *error)
{
    job_step *step = job_add_step(j, &j->steps, STEP_COPY, error);

    if (!step)
        return false;
    step->address = command->address;
    step->bytes = command->bytes;
    return true;
}

static bool add_kernel(job *j, const trace_command *command, const char *list, trace_unknown unknown, job_error *error)
{
    job_step *step = job_add_step(j, &j->steps, STEP_TRACE, error);
    ptx_error wrong;

    if (!step)
        return false;
    output_protect(command->path);
    step->trace = sass_kernel_open(command->path, unknown, &wrong);
    if (!step->trace && strcmp(command->path, list) == 0)
        return job_fail(error, "%s", wrong.text);
    if (!step->trace)
        return job_fail(error, "%.700s (%.200s:%u)", wrong.text, list, command->line);
    step->kernel = &step->trace->face;
    memcpy(step->grid, step->trace->header.grid, sizeof step->grid);
    memcpy(step->block, step->trace->header.block, sizeof step->block);
    if (j->n_steps > OPEN_AT_MOST)
        sass_kernel_close(step->trace);
    return true;
}

static bool add_all(job *j, const trace_list *list, const char *path, trace_unknown unknown, job_error *error)
{
    bool any = false;

    for (size_t i = 0; i < trace_list_length(list); i++) {
        const trace_command *command = trace_list_at(list, i);

        any |= command->kind == TRACE_KERNEL;
        if (!(command->kind == TRACE_COPY ? add_copy(j, command, error) : add_kernel(j, command, path, unknown, error)))
            return false;
    }
    return any || job_fail(error, "%s: no kernel found, expected one", path);
}

job *job_load_trace(const char *path, trace_unknown unknown, job_error *error)
{
    trace_error wrong;
    char name[JOB_TRACE_NAME];

    output_protect(path);
    trace_list *list = trace_list_open(path, &wrong);
    if (!list) {
        job_fail(error, "%s", wrong.text);
        return NULL;
    }
    job_trace_name(path, name);
    job *j = job_new(name);
    if (!add_all(j, list, path, unknown, error)) {
        job_free(j);
        j = NULL;
    }
    trace_list_free(list);
    return j;
}

static bool hash_file(const char *path, uint64_t *hash, job_error *error)
{
    const char *why;
    FILE *file = input_open(path, &why);

    if (!file)
        return job_fail(error, "%.300s: cannot be read: %s", path, why);
    *hash = hash_stream(*hash, file);
    fclose(file);
    return true;
}

bool job_hash_trace(job *j, const char *path, job_error *error)
{
    j->source = HASH_START;
    bool good = hash_file(path, &j->source, error);

    for (size_t i = 0; good && i < j->steps.count; i++)
        if (j->steps.items[i].kind == STEP_TRACE && strcmp(j->steps.items[i].trace->path, path) != 0)
            good = hash_file(j->steps.items[i].trace->path, &j->source, error);
    return good;
}

bool job_has_trace(const job *j)
{
    return j->steps.count && !j->program;
}

void job_trace_notices(const job *j, void (*tell)(const char *text))
{
    char text[640];

    for (size_t i = 0; i < j->steps.count; i++) {
        const sass_kernel *k = j->steps.items[i].kind == STEP_TRACE ? j->steps.items[i].trace : NULL;
        const uint64_t grid = k ? (uint64_t)k->header.grid[0] * k->header.grid[1] * k->header.grid[2] : 0;

        if (!k || k->ctas == grid)
            continue;
        snprintf(text, sizeof text, "%.300s: kernel %.80s: the trace has %" PRIu64 " CTAs, its grid %" PRIu64 "; those of the trace run",
                 k->path, k->header.name, k->ctas, grid);
        tell(text);
    }
}

bool job_run_trace(const job_step *step, const job_target *target, job_result *result)
{
    if (step->kind == STEP_COPY) {
        if (target->host_copy)
            target->host_copy(target->context, step->address, step->bytes);
        return true;
    }
    const bool kept = step->trace->trace != NULL;
    launch_config config = sass_launch_config(step->trace);

    config.sm_count = target->sm_count;
    config.warps_per_sm = target->warps_per_sm;
    const bool good = target->launch(target->context, &config, &result->status, result->message, sizeof result->message);
    if (!kept && step->trace->trace)
        sass_kernel_close(step->trace);
    return good;
}
