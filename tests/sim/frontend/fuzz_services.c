// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as the format of vprintf and as its arguments, pointers among them, under both answers to
// accesses outside every buffer. The first byte says how many bytes are the format, its lowest bit which answer.
#include "tests/sim/frontend/ptx_run.h"

#include <stdlib.h>
#include <string.h>

#include "tests/sim/frontend/service_ptx.h"

enum { INPUT_MAX = 1024 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char text[8 * INPUT_MAX + 4096];
    static ptx_run_result r;
    if (size < 1 || size > INPUT_MAX) {
        return 0;
    }
    size_t format = data[0] / 2 < size - 1 ? data[0] / 2 : size - 1;
    service_ptx(text, sizeof text, data + 1, format, data + 1 + format, size - 1 - format);
    ptx_run(text, &(ptx_run_options){ .block = { 2 }, .out_of_bounds = data[0] & 1 ? OUT_OF_BOUNDS_ZERO : OUT_OF_BOUNDS_ERROR }, &r);
    if (!r.parsed || r.good != (r.error[0] == '\0')) {
        abort();
    }
    return 0;
}
