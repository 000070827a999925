// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer harness: any bytes as PTX. What parses is run for a few steps, entry by entry, in one small CTA, with buffers
// for its 64-bit parameters. Build: clang -g -O1 -fsanitize=fuzzer,address,undefined, all of sim/frontend. See docs/frontend.md.
#include "sim/frontend/exec.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 3000, BUFFER_BYTES = 4096, ENTRIES = 3 };

static void run_entry(program *p, const kernel *k)
{
    ptx_error error;
    device_memory *m = device_memory_new();
    if (m == NULL || !device_load_program(m, p, &error)) {
        device_memory_free(m);
        return;
    }
    uint8_t params[8192] = { 0 };
    size_t at = 0;
    for (size_t i = 0; i < kernel_params(k); i++) {
        const kernel_param *q = kernel_param_at(k, i);
        at = (at + q->align - 1) / q->align * q->align;
        uint64_t value = q->size == 8 ? device_alloc(m, "buffer", BUFFER_BYTES) : 40;
        memcpy(params + at, &value, q->size < 8 ? q->size : 8);
        at += q->size;
    }
    launch_config c = {
        .kernel = k, .grid = { 2, 1, 1 }, .block = { 40, 1, 1 }, .dynamic_shared = 256, .params = params, .params_size = at,
        .memory = m, .out_of_bounds = OUT_OF_BOUNDS_ZERO, .sm_count = 15, .warps_per_sm = 48
    };
    launch *l = launch_new(&c, 1, &error);
    uint64_t thread_insns, warp_insns;
    if (l != NULL) {
        launch_run_functional(l, STEPS, &thread_insns, &warp_insns);
        launch_free(l);
    }
    device_memory_free(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ptx_error error;
    uint8_t *exact = malloc(size > 0 ? size : 1);          // so that one byte too far is seen
    if (exact == NULL) {
        return 0;
    }
    memcpy(exact, data, size);
    program *p = program_parse("fuzz.ptx", (const char *)exact, size, &error);
    free(exact);
    for (size_t i = 0; p != NULL && i < program_kernels(p) && i < ENTRIES; i++) {
        run_entry(p, program_kernel(p, i));
    }
    program_free(p);
    return 0;
}
