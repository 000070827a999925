// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer harness: any bytes as a kernel's trace and as a list of kernels, plain or packed, read twice to the end. Build: clang
// -fsanitize=fuzzer,address,undefined, all of sim/trace (make fuzz). See docs/traces.md.
#include <stdint.h>

#include "tests/sim/trace/trace_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    trace_read_bytes(data, size, size & 1);
    return 0;
}
