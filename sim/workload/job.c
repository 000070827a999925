// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/job.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/sass/sass.h"
#include "tb/plain.h"

enum { THREADS_PER_CTA_MAX = 1024 };

bool job_fail(job_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory) {
        fprintf(stderr, "warplock: out of memory for %zu bytes of a job\n", count * size);
        abort();
    }
    return memory;
}

job *job_new(const char *name)
{
    job *j = allocate(1, sizeof *j);

    snprintf(j->name, sizeof j->name, "%s", name);
    plain_line(j->name);
    return j;
}

static void free_steps(job_steps *steps)
{
    for (size_t i = 0; i < steps->count; i++) {
        for (unsigned a = 0; a < steps->items[i].n_args; a++)
            free(steps->items[i].args[a].data);
        free(steps->items[i].args);
        sass_kernel_free(steps->items[i].trace);
        free_steps(&steps->items[i].steps);
    }
    free(steps->items);
}

void job_free(job *j)
{
    if (!j)
        return;
    for (unsigned i = 0; i < j->n_buffers; i++)
        free(j->buffers[i].data);
    for (unsigned i = 0; i < j->n_expects; i++)
        free(j->expects[i].want);
    for (unsigned i = 0; i < j->n_dumps; i++)
        free(j->dumps[i].path);
    free_steps(&j->steps);
    program_free(j->program);
    free(j->folder);
    free(j);
}

int job_find_buffer(const job *j, const char *name)
{
    for (unsigned i = 0; i < j->n_buffers; i++)
        if (strcmp(j->buffers[i].name, name) == 0)
            return (int)i;
    return -1;
}

job_buffer *job_add_buffer(job *j, const char *name, scalar_type type, uint64_t count, job_host host, job_error *error)
{
    job_buffer *buffer = &j->buffers[j->n_buffers];
    uint64_t bytes;

    if (j->n_buffers == JOB_BUFFERS_MAX)
        return job_fail(error, "seen more than %d buffers, expected at most that", JOB_BUFFERS_MAX), NULL;
    if (!name[0] || strlen(name) >= sizeof buffer->name)
        return job_fail(error, "seen a buffer name of %zu characters, expected 1 to %zu", strlen(name),
                    sizeof buffer->name - 1), NULL;
    if (job_find_buffer(j, name) >= 0)
        return job_fail(error, "buffer `%s` is defined twice", name), NULL;
    if (count == 0 || count > JOB_BYTES_MAX / scalar_size(type))
        return job_fail(error, "buffer `%s`: seen a count of %" PRIu64 ", expected 1 to %" PRIu64, name, count,
                    (uint64_t)JOB_BYTES_MAX / scalar_size(type)), NULL;
    bytes = (count * scalar_size(type) + JOB_BUFFER_ALIGNMENT - 1) / JOB_BUFFER_ALIGNMENT * JOB_BUFFER_ALIGNMENT;
    if (j->bytes + bytes > JOB_BYTES_MAX)
        return job_fail(error, "buffer `%s`: seen %" PRIu64 " bytes of buffers, expected at most %" PRIu64, name,
                    j->bytes + bytes, (uint64_t)JOB_BYTES_MAX), NULL;
    j->bytes += bytes;
    j->n_buffers++;
    snprintf(buffer->name, sizeof buffer->name, "%s", name);
    buffer->type = type;
    buffer->count = count;
    buffer->host = host;
    if (host == HOST_DATA)
        buffer->data = allocate(count, scalar_size(type));
    return buffer;
}

job_step *job_add_step(job *j, job_steps *steps, job_step_kind kind, job_error *error)
{
    if (j->n_steps == JOB_STEPS_MAX)
        return job_fail(error, "seen more than %d steps, expected at most that", JOB_STEPS_MAX), NULL;
    if (steps->count == steps->room) {
        steps->room = steps->room ? 2 * steps->room : 8;
        steps->items = realloc(steps->items, steps->room * sizeof *steps->items);
        if (!steps->items)
            abort();
    }
    j->n_steps++;
    memset(&steps->items[steps->count], 0, sizeof *steps->items);
    steps->items[steps->count].kind = kind;
    return &steps->items[steps->count++];
}

bool job_add_expect(job *j, unsigned buffer, void *want, double absolute, double relative, job_error *error)
{
    if (j->n_expects == JOB_BUFFERS_MAX)
        return free(want), job_fail(error, "seen more than %d expectations, expected at most that", JOB_BUFFERS_MAX);
    j->expects[j->n_expects++] = (job_expect){ buffer, want, absolute, relative };
    return true;
}

bool job_add_dump(job *j, unsigned buffer, const char *path, job_error *error)
{
    char *copy;

    if (j->n_dumps == JOB_BUFFERS_MAX)
        return job_fail(error, "seen more than %d dumps, expected at most that", JOB_BUFFERS_MAX);
    copy = allocate(strlen(path) + 1, 1);
    strcpy(copy, path);
    j->dumps[j->n_dumps++] = (job_dump){ buffer, copy };
    return true;
}

static bool check_dimensions(const job_step *step, job_error *error)
{
    static const uint32_t grid_max[3] = { INT32_MAX, 65535, 65535 }, block_max[3] = { 1024, 1024, 64 };
    static const char axis[] = "xyz";
    uint64_t threads = 1;

    for (int i = 0; i < 3; i++) {
        if (step->grid[i] == 0 || step->grid[i] > grid_max[i])
            return job_fail(error, "%s: seen a grid of %u CTAs in %c, expected 1 to %u", kernel_name(step->kernel),
                        step->grid[i], axis[i], grid_max[i]);
        if (step->block[i] == 0 || step->block[i] > block_max[i])
            return job_fail(error, "%s: seen a block of %u threads in %c, expected 1 to %u", kernel_name(step->kernel),
                        step->block[i], axis[i], block_max[i]);
        threads *= step->block[i];
    }
    if (threads > THREADS_PER_CTA_MAX)
        return job_fail(error, "%s: seen a block of %" PRIu64 " threads, expected at most %d", kernel_name(step->kernel),
                    threads, THREADS_PER_CTA_MAX);
    return true;
}

// Signedness does not count: compilers declare an int as .u32.
static bool argument_fits(const job_arg *arg, const kernel_param *param)
{
    switch (arg->kind) {
    case ARG_BYTES:
        return param->kind == 'b' && arg->n_data == param->size;
    case ARG_TEXTURE:
        return param->size == 8 && param->kind != 'f';
    case ARG_BUFFER:
        return (param->size == 8 || param->size == 4) && param->kind != 'f';
    default:
        return scalar_size(arg->type) == param->size &&
               (param->kind == 'b' || (param->kind == 'f') == scalar_is_float(arg->type));
    }
}

static bool check_argument(const job_step *step, unsigned index, job_error *error)
{
    const kernel_param *param = kernel_param_at(step->kernel, index);
    const job_arg *arg = &step->args[index];
    char seen[32];

    if (argument_fits(arg, param))
        return true;
    snprintf(seen, sizeof seen, "%s", arg->kind == ARG_BUFFER ? "a buffer" : arg->kind == ARG_TEXTURE ? "a texture" : scalar_name(arg->type));
    if (arg->kind == ARG_BYTES)
        snprintf(seen, sizeof seen, "%u bytes", arg->n_data);
    if (param->kind == 'b')
        return job_fail(error, "%s: argument %u: seen %s, expected the %u bytes of %s: {\"bytes\": FILE} or "
                        "{\"hex\": TEXT}", kernel_name(step->kernel), index, seen, param->size, param->name);
    return job_fail(error, "%s: argument %u: seen %s, expected .%c%u (%s)", kernel_name(step->kernel), index, seen,
                param->kind, 8u * param->size, param->name);
}

bool job_check_launch(const job_step *step, job_error *error)
{
    size_t params = kernel_params(step->kernel);

    if (!check_dimensions(step, error))
        return false;
    if (params != step->n_args)
        return job_fail(error, "%s: seen %u arguments, expected %zu", kernel_name(step->kernel), step->n_args, params);
    for (unsigned i = 0; i < step->n_args; i++)
        if (!check_argument(step, i, error))
            return false;
    return true;
}

static bool check_fits(const job_step *step, const machine *m, job_error *error)
{
    uint64_t threads = (uint64_t)step->block[0] * step->block[1] * step->block[2];
    uint64_t warps = (threads + WARP_LANES - 1) / WARP_LANES;
    uint64_t shared = (uint64_t)kernel_shared_bytes(step->kernel) + step->dynamic_shared;
    uint64_t registers = kernel_cta_registers(step->kernel, warps, m->core.registers);

    ptx_error refused;
    if (step->kind == STEP_LAUNCH && !launch_check_block(step->kernel, step->block, &refused))
        return job_fail(error, "%s", refused.text);
    if (warps > m->core.warps)
        return job_fail(error, "%s: a CTA of %" PRIu64 " warps does not fit into an SM of %s with %u",
                    kernel_name(step->kernel), warps, m->name, m->core.warps);
    if (shared > m->core.shared_bytes)
        return job_fail(error, "%s: a CTA with %" PRIu64 " bytes of shared memory does not fit into an SM of %s with %u",
                    kernel_name(step->kernel), shared, m->name, m->core.shared_bytes);
    if (registers > m->core.registers)
        return job_fail(error, "%s: a CTA with %" PRIu64 " registers does not fit into an SM of %s with %u",
                    kernel_name(step->kernel), registers, m->name, m->core.registers);
    return true;
}

static bool check_steps(const job_steps *steps, const machine *m, job_error *error)
{
    for (size_t i = 0; i < steps->count; i++) {
        const job_step *step = &steps->items[i];

        if ((step->kind == STEP_LAUNCH || step->kind == STEP_TRACE) && !check_fits(step, m, error))
            return false;
        if (step->kind == STEP_REPEAT && !check_steps(&step->steps, m, error))
            return false;
    }
    return true;
}

bool job_check_machine(const job *j, const machine *m, job_error *error)
{
    return check_steps(&j->steps, m, error);
}

uint64_t job_params_size(const kernel *k)
{
    uint64_t size = 0;

    for (size_t i = 0; i < kernel_params(k); i++) {
        const kernel_param *param = kernel_param_at(k, i);
        uint64_t align = param->align ? param->align : 1;

        size = (size + align - 1) / align * align + param->size;
    }
    return size;
}

#define LCG_FACTOR UINT32_C(1664525)
#define LCG_SUMMAND UINT32_C(1013904223)
enum { LCG_TOGETHER = 8 };                      // numbers that are drawn side by side
typedef uint32_t lcg_states __attribute__((vector_size(LCG_TOGETHER * sizeof(uint32_t))));
typedef int32_t  lcg_integers __attribute__((vector_size(LCG_TOGETHER * sizeof(int32_t))));
typedef double   lcg_reals __attribute__((vector_size(LCG_TOGETHER * sizeof(double))));

uint32_t job_lcg(uint32_t *state)
{
    *state = *state * LCG_FACTOR + LCG_SUMMAND;
    return *state >> 8;
}

static inline void store_reals(const job_buffer *buffer, uint64_t first, const double *value, unsigned count)
{
    float  *single = buffer->data;              // a host allocation: aligned for both
    double *real = buffer->data;

    for (unsigned i = 0; i < count; i++) {
        if (buffer->type == SCALAR_F32)
            single[first + i] = (float)value[i];
        else
            real[first + i] = value[i];
    }
}

// The generator steps LCG_TOGETHER numbers at once, as a factor and a summand of their own do.
void job_fill_lcg_real(job_buffer *buffer, uint32_t seed, double low, double high)
{
    lcg_states state;
    uint32_t factor = 1, summand = 0;

    for (unsigned i = 0; i < LCG_TOGETHER; i++) {
        job_lcg(&seed);
        state[i] = seed;
        factor *= LCG_FACTOR;
        summand = summand * LCG_FACTOR + LCG_SUMMAND;
    }
    for (uint64_t first = 0; first < buffer->count; first += LCG_TOGETHER) {
        const lcg_reals drawn = low + (high - low) * __builtin_convertvector((lcg_integers)(state >> 8), lcg_reals) / 16777216.0;
        double value[LCG_TOGETHER];

        state = state * factor + summand;
        memcpy(value, &drawn, sizeof value);
        if (buffer->count - first >= LCG_TOGETHER)
            store_reals(buffer, first, value, LCG_TOGETHER);
        else
            store_reals(buffer, first, value, (unsigned)(buffer->count - first));
    }
}

void job_fill_lcg_integer(job_buffer *buffer, uint32_t seed, int64_t low, int64_t high)
{
    unsigned size = scalar_size(buffer->type);
    uint64_t range = (uint64_t)high - (uint64_t)low;

    for (uint64_t i = 0; i < buffer->count; i++)
        scalar_store_integer(buffer->type, (char *)buffer->data + i * size,
                             (int64_t)((uint64_t)low + job_lcg(&seed) % range));
}
