// The bundled workloads: CUDA C of our own (kernels/<name>.cu), its PTX in the binary, a host side with a CPU reference
// (<name>.c). One descriptor each, in one table, chosen by exact name.
#ifndef WARPLOCK_SIM_WORKLOAD_WORKLOAD_H
#define WARPLOCK_SIM_WORKLOAD_WORKLOAD_H

#include <stdarg.h>

#include "sim/workload/job.h"

typedef struct workload {
    const char *name, *help;
    const char *size_help;                      // what --size counts
    uint32_t    size, size_low, size_high;      // default (a second or less in the simulator), range
    const char *bound;                          // how far a result may be from the reference
    void      (*build)(job *, uint32_t size);   // buffers, steps, expectations; the program is loaded already
} workload;

extern const workload *const workload_table[];  // ends with NULL

const workload *workload_find(const char *name);
// size 0 = the default. NULL and a message when it is out of range.
job *workload_job(const workload *, uint32_t size, job_error *);

// For the host sides: what cannot fail with sizes in range aborts when it does.
void *workload_data(job *, const char *name, scalar_type, uint64_t count);          // copied by the host; fill it
void *workload_reals(job *, const char *name, scalar_type, uint64_t count, uint32_t seed, double low, double high);
void  workload_zero(job *, const char *name, scalar_type, uint64_t count);
void  workload_none(job *, const char *name, scalar_type, uint64_t count);          // not copied by the host
void *workload_want(job *, const char *name, double absolute, double relative);     // the reference's result; fill it
void  workload_fill(job *, job_steps *, const char *name, int64_t value);
job_steps *workload_repeat(job *, const char *name, uint32_t max);

typedef struct { uint32_t x, y; } workload_extent;
// `args`: b = a buffer's name, i = an int.
void workload_launch(job *, job_steps *, const char *kernel, workload_extent grid, workload_extent block,
                     const char *args, ...);

#endif
