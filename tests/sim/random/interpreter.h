// SPDX-License-Identifier: BSD-3-Clause
// An independent interpreter of the PTX subset that the random-kernel generator emits.
//
// It exists to disagree with sim/frontend: own tokenizer, own parser, own semantics (PTX ISA 8.x text), no shared code
// or headers. Threads run one after another, each until its next barrier or its end; when all have stopped the barrier
// opens; lanes that exchange values wait for each other likewise. Not modelled: warps that part,
// time, volatile ordering. A bar.arrive counts for the thread that executes it alone. Kernels must be free of races; run
// a kernel twice with `reverse` false and true to see that it is.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_INTERPRETER_H
#define WARPLOCK_TESTS_SIM_RANDOM_INTERPRETER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t address;
    uint64_t bytes;
    uint8_t *data;                       // read and written in place
} interpreter_buffer;

// What a variable .texref of this name stands for. edge: w, c, m or b of wrap, clamp, mirror, border; kind: f, s or u.
typedef struct {
    const char *name;
    char        kind, edge[2];
    uint64_t    address;                 // in a buffer
    uint32_t    width, height, pitch;    // height 0: one dimension
    unsigned    channels, bits;
    bool        filtered, normalised, as_float, linear_memory;
    float       border[4];
} interpreter_texture;

// What a run is limited by and leaves behind.
typedef struct {
    uint64_t  most_steps;                // of one thread; 0: 3,000,000
    uint64_t  steps, longest;            // of all threads; of the one that made most
    uint32_t  lines;                     // of first, most and seen, from 1 on; 0: nobody asks
    uint64_t *first, *most;              // what the line's instruction wrote to the register that it names first
    bool     *seen;
} interpreter_watch;

typedef struct {
    const char         *ptx;             // NUL-terminated
    const char         *entry;
    uint32_t            grid[3], block[3];
    uint32_t            dynamic_shared;
    const void         *params;          // packed with the declared sizes and alignments
    size_t              params_bytes;
    interpreter_buffer *buffers;
    size_t              buffer_count;
    const interpreter_texture *textures;
    size_t              texture_count;
    bool                reverse;         // last thread and last CTA first
    bool                in_turn;         // each thread one instruction, then the next one, and not each to its barrier
    interpreter_watch  *watch;           // or NULL
} interpreter_job;

// Runs the grid. False with a message for anything that it does not understand, an access outside all memory, a barrier
// that not all live threads of a CTA reach, or a thread that does not end.
bool interpreter_run(const interpreter_job *job, char *error, size_t error_bytes);

#endif
