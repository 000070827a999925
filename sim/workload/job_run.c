// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/job_run.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/job_textures.h"
#include "sim/workload/job_trace.h"
#include "tb/output_file.h"

enum { COMPARED_TOGETHER = 64 };                // elements

typedef struct {
    const job        *job;
    const job_target *target;
    job_result       *result;
    device_memory    *memory;
    uint64_t          address[JOB_BUFFERS_MAX], handle[JOB_TEXTURES_MAX];
    unsigned char    *params;
} runner;

__attribute__((format(printf, 3, 4)))
static bool stop(runner *r, run_status status, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(r->result->message, sizeof r->result->message, format, arguments);
    va_end(arguments);
    r->result->status = status;
    return false;
}

static uint64_t buffer_bytes(const job_buffer *buffer)
{
    return buffer->count * scalar_size(buffer->type);
}

static void host_copy(runner *r, unsigned index)
{
    if (r->target->host_copy)
        r->target->host_copy(r->target->context, r->address[index], buffer_bytes(&r->job->buffers[index]));
}

static void *contents(runner *r, unsigned index)
{
    void *at = device_at(r->memory, r->address[index], buffer_bytes(&r->job->buffers[index]));

    if (!at) {
        fprintf(stderr, "warplock: job: buffer %s is not where it was allocated\n", r->job->buffers[index].name);
        abort();
    }
    return at;
}

static bool set_up(runner *r)
{
    ptx_error error;

    for (unsigned i = 0; i < r->job->n_buffers; i++) {
        const job_buffer *buffer = &r->job->buffers[i];

        if (buffer->variable)
            continue;
        r->address[i] = device_alloc(r->memory, buffer->name, buffer_bytes(buffer));
        if (!r->address[i])                     // at most JOB_BYTES_MAX in all
            abort();
    }
    if (r->job->program && !device_load_program(r->memory, r->job->program, &error))
        return stop(r, STATUS_MISTAKE, "%s", error.text);
    for (unsigned i = 0; i < r->job->n_buffers; i++) {
        const job_buffer *buffer = &r->job->buffers[i];

        if (buffer->variable)
            r->address[i] = variable_address(r->job->program, buffer->variable);
        if (buffer->variable && buffer->host == HOST_ZERO)      // its value in the file need not be zero
            memset(contents(r, i), 0, buffer_bytes(buffer));
        if (buffer->host == HOST_DATA)
            memcpy(contents(r, i), buffer->data, buffer_bytes(buffer));
        if (buffer->host != HOST_NONE)
            host_copy(r, i);
    }
    job_make_textures(r->job, r->memory, r->address, r->handle);
    return true;
}

static void run_fill(runner *r, const job_step *step)
{
    const job_buffer *buffer = &r->job->buffers[step->buffer];
    unsigned size = scalar_size(buffer->type);
    char *at = contents(r, step->buffer);

    for (uint64_t i = 0; i < buffer->count; i++)
        memcpy(at + i * size, &step->bits, size);
    host_copy(r, step->buffer);
}

static void pack_params(runner *r, const job_step *step)
{
    uint64_t at = 0;

    for (unsigned i = 0; i < step->n_args; i++) {
        const kernel_param *param = kernel_param_at(step->kernel, i);
        const job_arg *arg = &step->args[i];
        uint64_t align = param->align ? param->align : 1;
        uint64_t bits = arg->kind == ARG_BUFFER ? r->address[arg->buffer] :
            arg->kind == ARG_TEXTURE ? r->handle[arg->buffer] : arg->bits;

        at = (at + align - 1) / align * align;
        memcpy(r->params + at, arg->kind == ARG_BYTES ? arg->data : &bits, param->size);
        at += param->size;
    }
}

static bool run_launch(runner *r, const job_step *step)
{
    uint64_t size = job_params_size(step->kernel);
    launch_config config = {
        .kernel = step->kernel, .dynamic_shared = step->dynamic_shared, .memory = r->memory,
        .params_size = size, .out_of_bounds = r->target->out_of_bounds, .sm_count = r->target->sm_count,
        .warps_per_sm = r->target->warps_per_sm,
        .print = r->target->print, .print_context = r->target->print_context,
    };
    bool good;

    memcpy(config.grid, step->grid, sizeof config.grid);
    memcpy(config.block, step->block, sizeof config.block);
    r->params = calloc(1, size + 1);
    if (!r->params)
        abort();
    pack_params(r, step);
    config.params = r->params;
    good = r->target->launch(r->target->context, &config, &r->result->status, r->result->message,
                             sizeof r->result->message);
    free(r->params);
    return good;
}

static bool run_steps(runner *r, const job_steps *steps);

static bool run_repeat(runner *r, const job_step *step)
{
    const job_buffer *buffer = &r->job->buffers[step->buffer];

    for (uint32_t round = 0; round < step->max; round++) {
        if (!run_steps(r, &step->steps))
            return false;
        if (scalar_load(buffer->type, contents(r, step->buffer)) == 0)
            return true;
    }
    return stop(r, STATUS_LIMIT, "repeat: `%s` is still not zero after max %u rounds", buffer->name, step->max);
}

static bool run_steps(runner *r, const job_steps *steps)
{
    for (size_t i = 0; i < steps->count; i++) {
        const job_step *step = &steps->items[i];

        switch (step->kind) {
        case STEP_FILL:
            run_fill(r, step);
            break;
        case STEP_LAUNCH:
            if (!run_launch(r, step))
                return false;
            break;
        case STEP_COPY:
        case STEP_TRACE:
            if (!job_run_trace(step, r->target, r->result))
                return false;
            break;
        case STEP_REPEAT:
            if (!run_repeat(r, step))
                return false;
            break;
        }
    }
    return true;
}

// A NaN must match a NaN, an infinity the same infinity; bounds are for numbers.
static bool passes(scalar_type type, const void *got, const void *want, const job_expect *expect)
{
    long double got_value = scalar_load(type, got), want_value = scalar_load(type, want);
    long double apart = got_value - want_value;

    if (isfinite(apart))
        return fabsl(apart) <= expect->absolute + expect->relative * fabsl(want_value);
    return got_value == want_value || (isnan(got_value) && isnan(want_value));
}

static bool compare(runner *r, const job_expect *expect)
{
    const job_buffer *buffer = &r->job->buffers[expect->buffer];
    unsigned size = scalar_size(buffer->type);
    const char *got = contents(r, expect->buffer), *want = expect->want;
    uint64_t failed = 0, first = 0;
    char got_text[40], want_text[40];

    for (uint64_t i = 0; i < buffer->count; i++) {
        const uint64_t left = buffer->count - i, together = left < COMPARED_TOGETHER ? left : COMPARED_TOGETHER;

        if (i % COMPARED_TOGETHER == 0 && memcmp(got + i * size, want + i * size, together * size) == 0)
            i += together - 1;                  // the same bytes are the same number, or both are no number
        else if (!passes(buffer->type, got + i * size, want + i * size, expect) && failed++ == 0)
            first = i;
    }
    if (!failed)
        return true;
    scalar_print(buffer->type, got + first * size, got_text, sizeof got_text);
    scalar_print(buffer->type, want + first * size, want_text, sizeof want_text);
    r->result->verified = 0;
    return stop(r, STATUS_MISMATCH, "buffer `%s`: element %" PRIu64 ": got %s, want %s (abs %g, rel %g); %" PRIu64
                " of %" PRIu64 " elements failed", buffer->name, first, got_text, want_text, expect->absolute,
                expect->relative, failed, buffer->count);
}

static bool write_dump(runner *r, const job_dump *dump)
{
    output_file file;
    char message[256];

    if (!output_open(&file, dump->path, message, sizeof message))
        return stop(r, STATUS_MISTAKE, "%s", message);
    fwrite(contents(r, dump->buffer), 1, buffer_bytes(&r->job->buffers[dump->buffer]), file.stream);
    if (!output_close(&file, message, sizeof message))
        return stop(r, STATUS_MISTAKE, "%s", message);
    return true;
}

void job_run(const job *j, const job_target *target, job_result *result)
{
    runner r = { .job = j, .target = target, .result = result, .memory = device_memory_new() };

    result->status = STATUS_GOOD;
    result->verified = -1;
    result->message[0] = 0;
    if (set_up(&r) && run_steps(&r, &j->steps)) {
        bool good = true;

        for (unsigned i = 0; target->dump && good && i < j->n_dumps; i++)
            good = write_dump(&r, &j->dumps[i]);
        if (good && j->n_expects)
            result->verified = 1;
        for (unsigned i = 0; good && i < j->n_expects; i++)
            good = compare(&r, &j->expects[i]);
    }
    device_memory_free(r.memory);
}
