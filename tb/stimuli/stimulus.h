// SPDX-License-Identifier: BSD-3-Clause
// The recorded inputs of one block instance: what a failure pack replays. Text format, described in docs/lockstep.md.
#ifndef WARPLOCK_TB_STIMULI_STIMULUS_H
#define WARPLOCK_TB_STIMULI_STIMULUS_H

#include <stdio.h>

#include "rtl_c/block.h"

// Bytes of an instance's name; bytes of a line; cycles of a file, which a replay makes one by one.
enum { STIMULUS_NAME = 32, STIMULUS_LINE = 1 << 24, STIMULUS_CYCLES = 1000000000 };

// One step, followed in memory by the input struct.
typedef struct {
    uint64_t cycle;
    uint64_t edges;            // 0: outputs only; more than 1: under these inputs, in a row
} stimulus_step;

typedef struct {
    const block_ops *ops;
    char             instance[STIMULUS_NAME];
    uint64_t         seed;     // 0 = none
    bool             check_late;
    bool             from_reset;
    void            *q;        // registers at the start, unless from_reset
    void            *before;   // inputs of the step before the first, unless from_reset
    size_t           count, capacity;
    unsigned char   *steps;
} stimulus;

void stimulus_open(stimulus *, const block_ops *ops, const char *instance, size_t capacity);
void stimulus_close(stimulus *);
void stimulus_clear(stimulus *);
stimulus_step *stimulus_at(const stimulus *, size_t index);
static inline void *stimulus_inputs(stimulus_step *step) { return step + 1; }
// Appends a step; grows when it is full.
void stimulus_append(stimulus *, uint64_t cycle, uint64_t edges, const void *in);

// " name=values", hexadecimal, vectors comma-separated; and whether two structs of the field's kind hold the same values.
void stimulus_write_field(FILE *file, const block_field *field, const void *structure);
bool stimulus_field_same(const block_field *field, const void *one, const void *other);
void stimulus_write(const stimulus *, FILE *file);
// Opens *to: the first `warm` cycles of a recording, then one step of `held` cycles in which nothing happens, for a block's power
// at rest. It holds the early inputs that last for most cycles of the whole recording, not those of the moment, which may be work
// that is never done. A late input is a cycle's event, so it is held at 0.
void stimulus_hold(const stimulus *, uint64_t warm, uint64_t held, stimulus *to);
// False and "file:line: seen, expected" in error unless the file is a stimulus of an available block, with its Verilog
// if that is asked for.
bool stimulus_read(stimulus *, const char *path, bool verilog, char *error, size_t error_size);
// The same for a file in a folder: a failure pack, a recording. The folder comes from elsewhere, so a link is refused.
bool stimulus_read_own(stimulus *, const char *path, bool verilog, char *error, size_t error_size);

// Cuts the stimulus of the file `from`, under which a block's model and Verilog differ, to a few steps and inputs under which
// they still differ in the same field, writes it to `to` and says so. 1: they differ, 0: they agree, 2: it cannot be read or written.
int stimulus_small(const char *from, const char *to, FILE *output);

#endif
