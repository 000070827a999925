// SPDX-License-Identifier: BSD-3-Clause
// A random kernel's arguments packed, and its expected results from the interpreter.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/generator.h"
#include "tests/sim/random/interpreter.h"
#include "tests/sim/random/random_kernel.h"

void random_kernel_free(random_kernel *kernel)
{
    if (!kernel) return;
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) free(kernel->buffers[i].initial);
    free(kernel->ptx);
    free(kernel);
}

bool random_kernel_has_texture(const random_kernel *kernel, const random_texture *t)
{
    char declared[32];
    snprintf(declared, sizeof declared, ".texref %s;", t->name);
    return strstr(kernel->ptx, declared) != NULL;
}

void random_launch_params(const random_launch *launch, const uint64_t addresses[RANDOM_BUFFERS],
                          uint8_t params[RANDOM_PARAM_BYTES])
{
    memset(params, 0, RANDOM_PARAM_BYTES);
    for (uint32_t i = 0; i < launch->arg_count; i++) {
        const random_arg *a = &launch->args[i];
        uint64_t value = a->type[0] ? a->bits : addresses[a->buffer];
        memcpy(params + a->offset, &value, a->bytes);
    }
}

void random_kernel_forget(uint8_t *data[RANDOM_BUFFERS])
{
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) free(data[i]);
}

static void describe_textures(const random_kernel *kernel, uint64_t input, interpreter_texture *to)
{
    for (unsigned i = 0; i < RANDOM_TEXTURES; i++) {
        const random_texture *t = &kernel->textures[i];
        to[i] = (interpreter_texture){
            .name = t->name, .kind = t->kind, .edge = {t->edge[0], t->edge[1]}, .address = input + t->offset,
            .width = t->width, .height = t->height, .pitch = t->pitch, .channels = t->channels, .bits = t->bits,
            .filtered = t->filtered, .normalised = t->normalised, .as_float = t->as_float, .linear_memory = t->linear_memory};
        memcpy(to[i].border, t->border, sizeof t->border);
    }
}

bool random_kernel_expected(const random_kernel *kernel, random_order order, uint8_t *data[RANDOM_BUFFERS], char *error,
                            size_t error_bytes)
{
    return random_kernel_watched(kernel, order, NULL, data, error, error_bytes);
}

bool random_kernel_watched(const random_kernel *kernel, random_order order, interpreter_watch *watch,
                           uint8_t *data[RANDOM_BUFFERS], char *error, size_t error_bytes)
{
    uint8_t params[RANDOM_PARAM_BYTES];
    uint64_t addresses[RANDOM_BUFFERS];
    interpreter_buffer buffers[RANDOM_BUFFERS];
    interpreter_texture textures[RANDOM_TEXTURES];
    bool good = true;
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) {
        const random_buffer *b = &kernel->buffers[i];
        addresses[i] = 0x40000000u + 0x10000000u * order + 0x1000000u * i;    // no order knows another one's
        data[i] = malloc(b->bytes);
        if (!data[i]) abort();
        memcpy(data[i], b->initial, b->bytes);
        buffers[i] = (interpreter_buffer){addresses[i], b->bytes, data[i]};
    }
    describe_textures(kernel, addresses[RANDOM_INPUT], textures);
    for (uint32_t i = 0; good && i < kernel->launch_count; i++) {
        const random_launch *l = &kernel->launches[i];
        interpreter_job job = {
            .ptx = kernel->ptx, .entry = l->entry, .dynamic_shared = l->dynamic_shared, .params = params,
            .params_bytes = l->params_bytes, .buffers = buffers, .buffer_count = RANDOM_BUFFERS, .textures = textures,
            .texture_count = RANDOM_TEXTURES, .reverse = order == RANDOM_REVERSE, .in_turn = order == RANDOM_IN_TURN,
            .watch = watch
        };
        if (l->fills) memset(data[l->filled], l->fill, kernel->buffers[l->filled].bytes);
        random_launch_params(l, addresses, params);
        memcpy(job.grid, l->grid, sizeof job.grid);
        memcpy(job.block, l->block, sizeof job.block);
        good = interpreter_run(&job, error, error_bytes);
    }
    return good;
}

// The order of gen_dump.
static void place_in_dump(uint32_t at, char *words, size_t size)
{
    static const struct { const char *name; unsigned count, bytes; } parts[] = {
        {"%r", WORDS, 4}, {"%rd", LONGS, 8}, {"%rs", HALVES, 2}, {"predicates", 1, 4},
        {"%f", FLOATS, 4}, {"%fd", DOUBLES, 8}, {"shared sum ", RESULT_GROUPS, 8}
    };
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (at < parts[i].count * parts[i].bytes) {
            snprintf(words, size, "%s%u at the end", parts[i].name, at / parts[i].bytes);
            return;
        }
        at -= parts[i].count * parts[i].bytes;
    }
}

void random_kernel_place(const random_kernel *kernel, unsigned buffer, uint32_t byte, char *words, size_t size)
{
    snprintf(words, size, "byte %u", byte);
    if (buffer == RANDOM_SHARED_RESULTS) {
        uint32_t group = byte / (8 * RESULT_SLOTS);
        if (group == RESULT_GROUPS) snprintf(words, size, "the tickets");
        else snprintf(words, size, "group %u of atomics, slot %u", group, byte / 8 % RESULT_SLOTS);
    }
    if (buffer != RANDOM_OUTPUT && buffer != RANDOM_SECOND) return;
    uint32_t thread = byte / OWN_BYTES, at = byte % OWN_BYTES;
    uint32_t per_cta = kernel->launches[0].block[0] * kernel->launches[0].block[1] * kernel->launches[0].block[2];
    int n = snprintf(words, size, "CTA %u, thread %u: ", thread / per_cta, thread % per_cta);
    if (at < OWN_ATOMICS) snprintf(words + n, size - (size_t)n, "own scratch byte %u", at);
    else if (at < OWN_RESULTS) snprintf(words + n, size - (size_t)n, "own atomics byte %u", at);
    else place_in_dump(at - OWN_RESULTS, words + n, size - (size_t)n);
}
