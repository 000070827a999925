// SPDX-License-Identifier: BSD-3-Clause
// Job files as texts in tests: refused with these words, accepted, run without timing. Files lie with the fuzzer's
// seeds.
#ifndef WARPLOCK_TESTS_SIM_WORKLOAD_JOB_TEXT_H
#define WARPLOCK_TESTS_SIM_WORKLOAD_JOB_TEXT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/workload/job_file.h"
#include "sim/workload/job_run.h"

#define FOLDER "tests/sim/workload/fuzz_job_seeds/"

static job_result result;

static inline job *parse(const char *text, job_error *error)
{
    return job_parse(FOLDER "t.json", text, strlen(text), error);
}

static inline void assert_refused(const char *text, const char *message)
{
    job_error error;

    assert_null(parse(text, &error));
    assert_string_equal(error.text, message);
}

static inline job *assert_accepted(const char *text)
{
    job_error error;
    job *j = parse(text, &error);

    if (!j)
        fail_msg("%s", error.text);
    return j;
}

static inline void run(const char *text)
{
    functional_run functional = { 0 };
    job_target target = functional_target(&functional);
    job *j = assert_accepted(text);

    target.dump = false;
    job_run(j, &target, &result);
    job_free(j);
}

#endif
