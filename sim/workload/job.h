// SPDX-License-Identifier: BSD-3-Clause
// A host program's use of a GPU, as data: buffers, launches, host loops, and the expected results. Bundled workloads
// build it in C; job files and the command line are read into it; job_run.h executes it, any number of times.
#ifndef WARPLOCK_SIM_WORKLOAD_JOB_H
#define WARPLOCK_SIM_WORKLOAD_JOB_H

#include "sim/frontend/texture.h"
#include "sim/machine/machine.h"
#include "sim/workload/scalar.h"

enum {
    JOB_BUFFERS_MAX = 256, JOB_BUFFER_ALIGNMENT = 256, JOB_ARGS_MAX = 64, JOB_STEPS_MAX = 65536, JOB_DEPTH_MAX = 16,
    JOB_TEXTURES_MAX = 64
};
#define JOB_BYTES_MAX (UINT64_C(1) << 30)       // 0xC0000000 to the end of 32 bits

typedef struct { char text[1024]; } job_error;

typedef enum {
    HOST_NONE,                                  // allocated and zero, but never copied by the host: not in the L2
    HOST_ZERO,                                  // zeroes copied by the host
    HOST_DATA                                   // `data` copied by the host
} job_host;

typedef struct {
    char        name[64];
    scalar_type type;
    uint64_t    count;
    job_host    host;
    void       *data;                           // count elements when host is HOST_DATA
    const program_variable *variable;           // the program's variable for this buffer; NULL: a separate buffer
} job_buffer;

typedef enum { ARG_SCALAR, ARG_BUFFER, ARG_BYTES, ARG_TEXTURE } job_arg_kind;

typedef struct {
    job_arg_kind kind;
    unsigned     buffer;                        // or texture
    scalar_type  type;                          // of a scalar
    uint64_t     bits;
    void        *data;                          // of a structure by value, owned
    uint32_t     n_data;
} job_arg;

// COPY and TRACE: from traces (sim/workload/job_trace.h)
typedef enum { STEP_FILL, STEP_LAUNCH, STEP_REPEAT, STEP_COPY, STEP_TRACE } job_step_kind;

typedef struct job_step job_step;
typedef struct { job_step *items; size_t count, room; } job_steps;

struct job_step {
    job_step_kind kind;
    unsigned      buffer;                       // fill: which; repeat: whose first element is tested
    uint64_t      bits;                         // fill: the element
    uint64_t      address, bytes;               // copy: from the host, into memory outside the buffers
    struct sass_kernel *trace;                  // owned
    const kernel *kernel;                       // launch; trace
    uint32_t      grid[3], block[3], dynamic_shared;
    job_arg      *args;
    unsigned      n_args;
    uint32_t      max;                          // repeat
    job_steps     steps;
};

typedef struct { unsigned buffer; void *want; double absolute, relative; } job_expect;
typedef struct { unsigned buffer; char *path; } job_dump;

// Bound to the .texref variable of its name, if the program has one; its handle can be a kernel argument.
typedef struct { char name[64]; unsigned buffer; texture what; } job_texture;       // what.address counts from the buffer

typedef struct job {
    char        name[64];
    char       *folder;                         // of the job file; NULL: none
    program    *program;                        // owned
    job_buffer  buffers[JOB_BUFFERS_MAX];
    unsigned    n_buffers;
    uint64_t    bytes;                          // of all buffers, each rounded up to 256
    job_steps   steps;
    size_t      n_steps;                        // of all levels
    job_expect  expects[JOB_BUFFERS_MAX];
    unsigned    n_expects;
    job_dump    dumps[JOB_BUFFERS_MAX];
    unsigned    n_dumps;
    job_texture textures[JOB_TEXTURES_MAX];
    unsigned    n_textures;
    uint64_t    source;                         // hash of every byte read; none for a bundled kernel
    uint32_t    seed;                           // of a bundled kernel's inputs; 0 = the usual ones
} job;

// Always false, with a message that lacks the place.
__attribute__((format(printf, 2, 3))) bool job_fail(job_error *, const char *format, ...);

job *job_new(const char *name);
void job_free(job *);

// Each of these returns NULL or false with a message that lacks the place.
job_buffer *job_add_buffer(job *, const char *name, scalar_type, uint64_t count, job_host, job_error *);
int         job_find_buffer(const job *, const char *name);         // -1 if there is none
job_step   *job_add_step(job *, job_steps *, job_step_kind, job_error *);
// Takes over `want`.
bool        job_add_expect(job *, unsigned buffer, void *want, double absolute, double relative, job_error *);
bool        job_add_dump(job *, unsigned buffer, const char *path, job_error *);
// For a job with a program.
bool        job_add_texture(job *, const char *name, unsigned buffer, const texture *, job_error *);
int         job_find_texture(const job *, const char *name);        // -1 if there is none
// Checks that grid and block are not empty, and the arguments' count, size and kind against the kernel's .param list.
bool        job_check_launch(const job_step *, job_error *);
// Every launch fits into an SM of the machine.
bool        job_check_machine(const job *, const machine *, job_error *);
uint64_t    job_params_size(const kernel *);                        // of the packed parameters

// Initial contents.
void job_fill_lcg_real(job_buffer *, uint32_t seed, double low, double high);
void job_fill_lcg_integer(job_buffer *, uint32_t seed, int64_t low, int64_t high);
uint32_t job_lcg(uint32_t *state);                                  // steps the generator, returns its upper 24 bits

#endif
