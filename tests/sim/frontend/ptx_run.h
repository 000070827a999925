// SPDX-License-Identifier: BSD-3-Clause
// Runs PTX text in tests: one launch with one output buffer of 64-bit slots, one input buffer.
#ifndef WARPLOCK_TESTS_SIM_FRONTEND_PTX_RUN_H
#define WARPLOCK_TESTS_SIM_FRONTEND_PTX_RUN_H

#include "sim/frontend/texture.h"

enum { PTX_RUN_SLOTS = 4096, PTX_RUN_PRINTED = 16384 };

typedef struct {
    uint32_t    grid, block[3], dynamic_shared;
    const void *input;                 // copied to the input buffer
    size_t      input_bytes;
    uint64_t    max_steps;
    out_of_bounds out_of_bounds;
    const texture *texture;            // its address counts from the input buffer; bound to `t` if the module has it, its handle in the last slot of out
} ptx_run_options;

typedef struct {
    bool     parsed, good;
    char     error[700];
    uint64_t out[PTX_RUN_SLOTS];
    uint64_t thread_insns, warp_insns;
    char     printed[PTX_RUN_PRINTED];         // what the kernel printed, cut
    size_t   n_printed;                        // all of it
} ptx_run_result;

// `text` is a whole module whose entry "k" has the parameters .u64 out, .u64 in. Default options: one warp.
void ptx_run(const char *text, const ptx_run_options *, ptx_run_result *);

// A module around a body: entry k(out, in) with %rd30 = &out[global thread id], %rd31 = in, %r30 = thread id in the CTA, %r31 = global
// thread id (x only), and 32 registers of each kind: %p, %rs, %r, %rd, %f, %fd. `module` stands in front of the entry.
void ptx_run_body(const char *module, const char *body, const ptx_run_options *, ptx_run_result *);

#endif
