// SPDX-License-Identifier: BSD-3-Clause
// Runs small PTX kernels on small GPUs for the tests of sim/core.
#ifndef WARPLOCK_TESTS_SIM_CORE_KERNELS_H
#define WARPLOCK_TESTS_SIM_CORE_KERNELS_H

#include "sim/core/gpu.h"

typedef struct {
    machine        m;
    gpu           *gpu;
    lockstep      *blocks;
    program       *program;
    device_memory *memory;
    uint64_t       buffer;              // the one buffer, its address the kernel's only parameter
    uint32_t      *words;
    char          *trace;               // issued instructions as text, when asked for
    size_t         trace_size;
    FILE          *trace_file;
} bench;

enum { BENCH_WORDS = 4096 };

// What the kernels declare.
#define REGISTERS ".reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 %rd<8>; .shared .align 4 .b8 words[4096];\n"

typedef struct { uint64_t cycle; unsigned sm, scheduler, warp, pc; } issue;     // a line of the trace

// One SM of gtx480 unless `settings` ("[machine] section.key=value ...") says otherwise. The kernel is `body` with (.param .u64 buffer).
void       kernel_bench_open(bench *, const char *settings, const char *policy, const char *observer, blocks_mode,
                             uint64_t max_cycles, const char *body);
launch_config kernel_bench_launch(const bench *, uint32_t ctas, uint32_t threads);     // of its kernel, on its memory
gpu_status kernel_bench_run(bench *, uint32_t ctas, uint32_t threads);
unsigned   kernel_bench_issues(const char *trace, issue *issues, unsigned room);   // how many, oldest first, at most `room`
void       kernel_bench_close(bench *);

#endif
