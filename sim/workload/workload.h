// SPDX-License-Identifier: BSD-3-Clause
// The bundled workloads: CUDA C of our own (kernels/<name>.cu), its PTX in the binary, a host side with a CPU reference
// (<name>.c). One descriptor each, in one table, chosen by exact name.
#ifndef WARPLOCK_SIM_WORKLOAD_WORKLOAD_H
#define WARPLOCK_SIM_WORKLOAD_WORKLOAD_H

#include <stdarg.h>

#include "sim/workload/job.h"

enum { WORKLOAD_SIZE_TEXT = 36, WORKLOAD_SHAPES = 3 };

// What --size gives: one number, or two or three for kernels whose default has columns and rounds.
typedef struct { uint32_t rows, columns, rounds; } workload_size;

// A size by a word, for figures beside a paper that wants other launches than `paper` has.
typedef struct { const char *word; workload_size size; } workload_shape;

typedef struct workload {
    const char   *name, *help;
    const char   *size_help;                        // what the numbers of --size count
    workload_size size;                             // default: a second or less in the simulator
    workload_size low, high;                        // range of each number
    uint32_t      most;                             // rows x columns; 0 for kernels of one number
    workload_size paper_size;                       // for figures beside the papers': docs/workloads.md
    workload_shape shapes[WORKLOAD_SHAPES];         // under words; where a word is another kernel's, it is paper_size here
    const char   *bound;                            // how far a result may be from the reference
    bool          same_run;                         // for each seed: no branch or address goes by what its buffers have
    void        (*build)(job *, workload_size);     // buffers, steps, expectations; the program is loaded already
} workload;

extern const workload *const workload_table[];  // ends with NULL

const workload *workload_find(const char *name);
// A --size: `N`, `NxM`, `NxMxL`, `paper`, the word of a shape, or such a word and `/N` (an Nth of its rows). False and a message when it is not of that form or not for this kernel.
bool workload_parse_size(const workload *, const char *text, workload_size *, job_error *);
// The default in place of what is 0.
workload_size workload_whole_size(const workload *, workload_size);
// False and a message when a whole size is out of the range of this kernel.
bool workload_check_size(const workload *, workload_size, job_error *);
// A size as --size takes it.
void workload_print_size(workload_size, char text[static WORKLOAD_SIZE_TEXT]);
// What is 0 is the default. `seed` chooses the random inputs, 0 the usual ones. NULL and a message when the size is out of range.
job *workload_job(const workload *, workload_size, uint32_t seed, job_error *);

// For the host sides: what cannot fail with sizes in range aborts when it does.
_Noreturn void workload_bug(const job *, const char *what, const char *why);
// Where the generator of one of a kernel's inputs starts (`input` counts them from 1), for job_lcg.
uint32_t workload_stream(const job *, uint32_t input);
void *workload_data(job *, const char *name, scalar_type, uint64_t count);          // copied by the host; fill it
void *workload_reals(job *, const char *name, scalar_type, uint64_t count, uint32_t input, double low, double high);
void  workload_zero(job *, const char *name, scalar_type, uint64_t count);
void  workload_none(job *, const char *name, scalar_type, uint64_t count);          // not copied by the host
void *workload_want(job *, const char *name, double absolute, double relative);     // the reference's result; fill it
void  workload_fill(job *, job_steps *, const char *name, int64_t value);
job_steps *workload_repeat(job *, const char *name, uint32_t max);

typedef struct { uint32_t x, y; } workload_extent;
// CTAs for so many threads in a row.
workload_extent workload_ctas(uint32_t threads, uint32_t threads_per_cta);
// `args`: b = a buffer's name, i = an int.
void workload_launch(job *, job_steps *, const char *kernel, workload_extent grid, workload_extent block,
                     const char *args, ...);

#endif
