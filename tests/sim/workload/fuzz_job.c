// SPDX-License-Identifier: BSD-3-Clause
// libFuzzer: any bytes as a job file, then a short functional run of what is accepted. The job names files below
// tests/sim/workload/fuzz_job_seeds (run from the repository root).
#include <stdlib.h>
#include <string.h>

#include "sim/workload/job_file.h"
#include "sim/workload/job_run.h"
#include "sim/workload/job_symbols.h"

enum { SMALL_BYTES = 1 << 16, SMALL_THREADS = 1 << 12, SMALL_ROUNDS = 4 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// Runs of a size that does not hold up the fuzzer.
static uint64_t cost(const job_steps *steps)
{
    uint64_t total = 0;

    for (size_t i = 0; i < steps->count; i++) {
        const job_step *s = &steps->items[i];

        if (s->kind == STEP_LAUNCH)
            total += (uint64_t)s->grid[0] * s->grid[1] * s->grid[2] * s->block[0] * s->block[1] * s->block[2];
        if (s->kind == STEP_REPEAT)
            total += cost(&s->steps) * (s->max > SMALL_ROUNDS ? SMALL_THREADS : s->max);
    }
    return total;
}

static void ignore(const char *text)
{
    if (!text[0])
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static job_result result;
    functional_run run = { .max_steps = 2000 };
    job_target target = functional_target(&run);
    job_error error;
    job *j = job_parse("tests/sim/workload/fuzz_job_seeds/fuzz.json", (const char *)data, size, &error);

    if (!j) {
        if (!memchr(error.text, 0, sizeof error.text) || !error.text[0])
            abort();
        return 0;
    }
    target.dump = false;
    job_notices(j, ignore);
    if (j->bytes <= SMALL_BYTES && cost(&j->steps) <= SMALL_THREADS)
        job_run(j, &target, &result);
    job_free(j);
    return 0;
}
