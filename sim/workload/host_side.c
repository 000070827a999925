// SPDX-License-Identifier: BSD-3-Clause
// The parts of bundled kernels' host sides: buffers, steps, launches; see sim/workload/workload.h.
#include "sim/workload/workload.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void workload_bug(const job *j, const char *what, const char *why)
{
    fprintf(stderr, "warplock: workload %s: %s: %s\n", j->name, what, why);
    abort();
}

workload_extent workload_ctas(uint32_t threads, uint32_t threads_per_cta)
{
    return (workload_extent){ (threads + threads_per_cta - 1) / threads_per_cta, 1 };
}

static job_buffer *add_buffer(job *j, const char *name, scalar_type type, uint64_t count, job_host host)
{
    job_error error;
    job_buffer *buffer = job_add_buffer(j, name, type, count, host, &error);

    if (!buffer)
        workload_bug(j, name, error.text);
    return buffer;
}

static unsigned buffer_index(const job *j, const char *name)
{
    int index = job_find_buffer(j, name);

    if (index < 0)
        workload_bug(j, name, "no such buffer");
    return (unsigned)index;
}

// Streams of one seed and of neighbouring seeds start far apart: the finalizer of MurmurHash3 over both numbers.
uint32_t workload_stream(const job *j, uint32_t input)
{
    uint32_t h = j->seed * UINT32_C(0x9e3779b9) + input;

    if (!j->seed)
        return input;
    h = (h ^ h >> 16) * UINT32_C(0x85ebca6b);
    h = (h ^ h >> 13) * UINT32_C(0xc2b2ae35);
    return h ^ h >> 16;
}

void *workload_data(job *j, const char *name, scalar_type type, uint64_t count)
{
    return add_buffer(j, name, type, count, HOST_DATA)->data;
}

void *workload_reals(job *j, const char *name, scalar_type type, uint64_t count, uint32_t input, double low, double high)
{
    job_buffer *buffer = add_buffer(j, name, type, count, HOST_DATA);

    job_fill_lcg_real(buffer, workload_stream(j, input), low, high);
    return buffer->data;
}

void workload_zero(job *j, const char *name, scalar_type type, uint64_t count)
{
    add_buffer(j, name, type, count, HOST_ZERO);
}

void workload_none(job *j, const char *name, scalar_type type, uint64_t count)
{
    add_buffer(j, name, type, count, HOST_NONE);
}

void *workload_want(job *j, const char *name, double absolute, double relative)
{
    unsigned index = buffer_index(j, name);
    void *want = calloc(j->buffers[index].count, scalar_size(j->buffers[index].type));
    job_error error;

    if (!want)
        abort();
    if (!job_add_expect(j, index, want, absolute, relative, &error))
        workload_bug(j, name, error.text);
    return want;
}

static job_step *add_step(job *j, job_steps *steps, job_step_kind kind)
{
    job_error error;
    job_step *step = job_add_step(j, steps, kind, &error);

    if (!step)
        workload_bug(j, "steps", error.text);
    return step;
}

void workload_fill(job *j, job_steps *steps, const char *name, int64_t value)
{
    job_step *step = add_step(j, steps, STEP_FILL);

    step->buffer = buffer_index(j, name);
    scalar_store_integer(j->buffers[step->buffer].type, &step->bits, value);
}

job_steps *workload_repeat(job *j, const char *name, uint32_t max)
{
    job_step *step = add_step(j, &j->steps, STEP_REPEAT);

    step->buffer = buffer_index(j, name);
    step->max = max;
    return &step->steps;
}

void workload_launch(job *j, job_steps *steps, const char *kernel_name, workload_extent grid, workload_extent block,
                     const char *args, ...)
{
    job_step *step = add_step(j, steps, STEP_LAUNCH);
    ptx_error missing;
    job_error error;
    va_list list;

    step->kernel = program_find(j->program, kernel_name, &missing);
    if (!step->kernel)
        workload_bug(j, kernel_name, missing.text);
    memcpy(step->grid, (uint32_t[3]){ grid.x, grid.y, 1 }, sizeof step->grid);
    memcpy(step->block, (uint32_t[3]){ block.x, block.y, 1 }, sizeof step->block);
    step->n_args = (unsigned)strlen(args);
    step->args = calloc(step->n_args, sizeof *step->args);
    if (!step->args)
        abort();
    va_start(list, args);
    for (unsigned i = 0; i < step->n_args; i++) {
        job_arg *arg = &step->args[i];

        if (args[i] == 'b') {
            arg->kind = ARG_BUFFER;
            arg->buffer = buffer_index(j, va_arg(list, const char *));
        } else {
            arg->type = SCALAR_S32;
            scalar_store_integer(SCALAR_S32, &arg->bits, va_arg(list, int));
        }
    }
    va_end(list);
    if (!job_check_launch(step, &error))
        workload_bug(j, kernel_name, error.text);
}
