// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/random/random_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/core/gpu.h"
#include "sim/workload/job_run.h"

static const uint64_t most_warp_insns = 20000000, most_cycles = 4000000;

// What the launch of a job is run by, and what it must leave.
typedef struct {
    const random_kernel *kernel;
    uint8_t *const      *want;
    gpu                 *gpu;                  // NULL: without timing
    job_target           functional;
    char                *message;              // of RANDOM_MESSAGE bytes
    uint64_t             address[RANDOM_BUFFERS];      // of the buffers that launches have had; 0: of none
    uint32_t             launched;
} run;

static bool buffer_agrees(const run *r, unsigned buffer, const uint8_t *got)
{
    const random_buffer *b = &r->kernel->buffers[buffer];
    uint32_t differing = 0, first = 0;
    for (uint32_t i = b->bytes; i-- > 0;) {
        if (got[i] != r->want[buffer][i]) first = i, differing++;
    }
    if (differing == 0) return true;
    char words[96];
    random_kernel_place(r->kernel, buffer, first, words, sizeof words);
    snprintf(r->message, RANDOM_MESSAGE, "%s: %s: got byte 0x%02x, the interpreter says 0x%02x; %u of %u bytes differ",
             b->name, words, got[first], r->want[buffer][first], differing, b->bytes);
    return false;
}

// The parameters say where the buffers lie.
static void note_addresses(run *r, const random_launch *launch, const launch_config *config)
{
    for (uint32_t i = 0; i < launch->arg_count; i++) {
        const random_arg *a = &launch->args[i];
        if (!a->type[0])
            memcpy(&r->address[a->buffer], (const uint8_t *)config->params + a->offset, sizeof r->address[a->buffer]);
    }
}

static bool results_agree(const run *r, device_memory *memory)
{
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        const uint8_t *got = r->address[i] ? device_at(memory, r->address[i], r->kernel->buffers[i].bytes) : NULL;
        if (got && !buffer_agrees(r, i, got)) return false;
    }
    return true;
}

static bool launch_one(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    run *r = context;
    const random_launch *launch = &r->kernel->launches[r->launched++];
    *status = STATUS_MISMATCH;
    if (!r->gpu && !r->functional.launch(r->functional.context, config, status, message, size)) return false;
    if (r->gpu && gpu_run(r->gpu, config) != GPU_DONE) {
        snprintf(message, size, "%s", gpu_message(r->gpu));
        return false;
    }
    snprintf(message, size, "its results differ");
    note_addresses(r, launch, config);
    if (r->launched == r->kernel->launch_count && !results_agree(r, config->memory)) return false;
    *status = STATUS_GOOD;
    return true;
}

static void copy_one(void *context, uint64_t address, uint64_t bytes)
{
    gpu_host_copy(((const run *)context)->gpu, address, bytes);
}

static void add_arguments(job_step *step, const random_launch *launch)
{
    step->args = calloc(launch->arg_count, sizeof *step->args);
    if (!step->args) abort();
    step->n_args = launch->arg_count;
    for (uint32_t i = 0; i < launch->arg_count; i++) {
        const random_arg *a = &launch->args[i];
        int type = a->type[0] ? scalar_find(a->type) : SCALAR_U64;
        step->args[i] = (job_arg){.kind = a->type[0] ? ARG_SCALAR : ARG_BUFFER, .buffer = a->buffer,
                                   .type = (scalar_type)type, .bits = a->bits};
    }
}

static bool add_texture(job *j, const random_texture *t, job_error *error)
{
    static const char kinds[] = "suf", edges[] = "wcmb";
    texture what = {
        .kind = (uint8_t)(strchr(kinds, t->kind) - kinds), .address = t->offset, .width = t->width, .height = t->height,
        .pitch = t->pitch, .channels = t->channels, .bits = t->bits, .filtered = t->filtered, .normalised = t->normalised,
        .as_float = t->as_float, .linear_memory = t->linear_memory,
        .edge = {(uint8_t)(strchr(edges, t->edge[0]) - edges), (uint8_t)(strchr(edges, t->edge[1]) - edges)}};
    memcpy(what.border, t->border, sizeof what.border);
    return job_add_texture(j, t->name, RANDOM_INPUT, &what, error);
}

static bool add_launch(job *j, const random_launch *launch, job_error *error, ptx_error *bad)
{
    job_step *fill = launch->fills ? job_add_step(j, &j->steps, STEP_FILL, error) : NULL;
    if (fill) fill->buffer = launch->filled, fill->bits = launch->fill;
    job_step *step = job_add_step(j, &j->steps, STEP_LAUNCH, error);
    if (!step) return false;
    step->kernel = program_find(j->program, launch->entry, bad);
    memcpy(step->grid, launch->grid, sizeof step->grid);
    memcpy(step->block, launch->block, sizeof step->block);
    step->dynamic_shared = launch->dynamic_shared;
    add_arguments(step, launch);
    return step->kernel && job_check_launch(step, error);
}

static job *new_job(const random_kernel *kernel, char *message)
{
    job *j = job_new("random kernel");
    job_error error = {""};
    ptx_error bad = {""};
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        const random_buffer *b = &kernel->buffers[i];
        job_buffer *added = job_add_buffer(j, b->name, SCALAR_U8, b->bytes, HOST_DATA, &error);
        memcpy(added->data, b->initial, b->bytes);
    }
    j->program = program_parse("kernel.ptx", kernel->ptx, strlen(kernel->ptx), &bad);
    bool good = j->program != NULL;
    for (unsigned i = 0; good && i < RANDOM_TEXTURES; i++)
        good = !random_kernel_has_texture(kernel, &kernel->textures[i]) || add_texture(j, &kernel->textures[i], &error);
    for (uint32_t i = 0; good && i < kernel->launch_count; i++) good = add_launch(j, &kernel->launches[i], &error, &bad);
    if (good) return j;
    snprintf(message, RANDOM_MESSAGE, "%s", bad.text[0] ? bad.text : error.text);
    job_free(j);
    return NULL;
}

static bool run_job(run *r, const job *j, job_target target)
{
    static job_result result;
    target.context = r;
    target.launch = launch_one;
    r->message[0] = 0;
    job_run(j, &target, &result);
    if (result.status == STATUS_GOOD) return true;
    if (!r->message[0]) snprintf(r->message, RANDOM_MESSAGE, "%.900s", result.message);
    return false;
}

bool random_run_functional(const random_kernel *kernel, uint8_t *const want[RANDOM_BUFFERS],
                           char message[RANDOM_MESSAGE])
{
    functional_run counted = {.max_steps = most_warp_insns};
    run r = {.kernel = kernel, .want = want, .functional = functional_target(&counted), .message = message};
    job *j = new_job(kernel, message);
    bool good = j && run_job(&r, j, r.functional);
    job_free(j);
    return good;
}

bool random_run_lockstep(const random_kernel *kernel, const random_setting *setting,
                         uint8_t *const want[RANDOM_BUFFERS], char message[RANDOM_MESSAGE])
{
    const lockstep_options blocks = {.mode = BLOCKS_LOCKSTEP, .pack_dir = setting->pack, .no_pack = !setting->pack,
                                     .when = setting->every ? LOCKSTEP_EVERY : LOCKSTEP_ACTIVE};
    gpu_options options = {.machine = &setting->machine, .policy = setting->policy,
                           .max_cycles = setting->max_cycles ? setting->max_cycles : most_cycles};
    run r = {.kernel = kernel, .want = want, .message = message};
    options.lockstep = lockstep_open(&blocks, message, RANDOM_MESSAGE);
    r.gpu = options.lockstep ? gpu_new(&options, message, RANDOM_MESSAGE) : NULL;
    job *j = r.gpu ? new_job(kernel, message) : NULL;
    job_target target = {.host_copy = setting->cold_l2 ? NULL : copy_one, .sm_count = setting->machine.gpu.sms,
                         .warps_per_sm = setting->machine.core.warps};
    bool good = j && run_job(&r, j, target);
    if (good && lockstep_failed(options.lockstep)) {
        snprintf(message, RANDOM_MESSAGE, "%.900s", lockstep_failed(options.lockstep));
        good = false;
    }
    job_free(j);
    gpu_free(r.gpu);
    lockstep_close(options.lockstep);
    return good;
}
