// SPDX-License-Identifier: BSD-3-Clause
// One random kernel: PTX text, its launches, their buffers and arguments. The same seed gives the same kernel (compiled by
// the same compiler: the order in which C evaluates arguments counts).
#ifndef WARPLOCK_TESTS_SIM_RANDOM_RANDOM_KERNEL_H
#define WARPLOCK_TESTS_SIM_RANDOM_RANDOM_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/sim/random/interpreter.h"

// Gathers, own slots, atomics; own slots of every second launch.
enum { RANDOM_INPUT, RANDOM_OUTPUT, RANDOM_SHARED_RESULTS, RANDOM_SECOND, RANDOM_BUFFERS };
enum { RANDOM_MAX_ARGS = 12, RANDOM_PARAM_BYTES = 96, RANDOM_LAUNCHES = 4 };

typedef struct {
    const char *name;
    uint32_t    bytes;
    uint8_t    *initial;
} random_buffer;

typedef struct {
    char     type[4];                  // of a scalar as in job files (u32, f64, ...); empty for a buffer's address
    uint32_t buffer;
    uint64_t bits;                     // of a scalar
    uint32_t offset, bytes;            // in the packed parameters
} random_arg;

// A texture of the input. edge: wrap, clamp, mirror or border, its first letter, of x and y; kind: f, s or u.
enum { RANDOM_TEXTURES = 4 };
typedef struct {
    char     name[8], kind, edge[2];
    uint32_t offset, width, height, pitch;
    uint8_t  channels, bits;
    bool     filtered, normalised, as_float, linear_memory;
    float    border[4];
} random_texture;

// What a launch leaves in the buffers the next one finds there.
typedef struct {
    char       entry[24];
    uint32_t   grid[3], block[3];
    uint32_t   dynamic_shared;
    random_arg args[RANDOM_MAX_ARGS];
    uint32_t   arg_count, params_bytes;
    bool       fills;                  // before it the host fills a buffer with a byte
    uint8_t    fill;
    uint32_t   filled;
} random_launch;

typedef struct {
    uint64_t      seed;
    char         *ptx;                 // NUL-terminated
    random_buffer buffers[RANDOM_BUFFERS];
    random_texture textures[RANDOM_TEXTURES];
    random_launch launches[RANDOM_LAUNCHES];
    uint32_t      launch_count;
} random_kernel;

// Whether the PTX, which may have been made smaller, still declares it.
bool random_kernel_has_texture(const random_kernel *, const random_texture *);

random_kernel *random_kernel_new(uint64_t seed);
void           random_kernel_free(random_kernel *kernel);

// The packed parameters for buffers at these addresses.
void random_launch_params(const random_launch *, const uint64_t addresses[RANDOM_BUFFERS],
                          uint8_t params[RANDOM_PARAM_BYTES]);

// Runs the interpreter on copies of the buffers, launch after launch. `data` receives RANDOM_BUFFERS allocated results.
// The threads run in this order: each to its next barrier, the first or the last one first, or an instruction each in
// turn. False with a message when the kernel is not well-formed.
typedef enum { RANDOM_FORWARD, RANDOM_REVERSE, RANDOM_IN_TURN } random_order;
bool random_kernel_expected(const random_kernel *kernel, random_order, uint8_t *data[RANDOM_BUFFERS], char *error,
                            size_t error_bytes);
// The same, watched.
bool random_kernel_watched(const random_kernel *kernel, random_order, interpreter_watch *, uint8_t *data[RANDOM_BUFFERS],
                           char *error, size_t error_bytes);
void random_kernel_forget(uint8_t *data[RANDOM_BUFFERS]);

// What lies at a byte of a buffer, for the report of a difference: "CTA 1, thread 37: %r3".
void random_kernel_place(const random_kernel *kernel, unsigned buffer, uint32_t byte, char *words, size_t size);

#endif
