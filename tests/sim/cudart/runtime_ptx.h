// SPDX-License-Identifier: BSD-3-Clause
// Kernels of the runtime's tests, and their registration as a compiler makes a program do it.
#ifndef WARPLOCK_TESTS_SIM_CUDART_RUNTIME_PTX_H
#define WARPLOCK_TESTS_SIM_CUDART_RUNTIME_PTX_H

#include "sim/cuda/cuda.h"
#include "sim/cudart/runtime/runtime.h"

// Functions of the host that stand for kernels, as a compiler's stubs do, and the host's shadows of variables.
extern char host_scale, host_store, host_misaligned, host_trap, host_assert, host_print, host_reverse, host_wait,
    host_missing;
extern char host_limited, host_mixed, host_astray;
extern float host_factor[4];
extern int host_counter;
extern const char runtime_ptx[];

void register_kernels(void);
// One block of so many threads, with the arguments' addresses.
cudaError_t launch_on(const void *host, unsigned blocks, unsigned threads, size_t shared, void **arguments);

#endif
