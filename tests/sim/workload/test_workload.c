// Every bundled workload, executed functionally at awkward sizes, equals its CPU reference; and the comparison notices
// a wrong element wherever it is looked for.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"

static job_result result;

static void run(const job *j)
{
    functional_run functional = { 0 };
    job_target target = functional_target(&functional);

    job_run(j, &target, &result);
}

static job *build(const workload *w, uint32_t size)
{
    job_error error;
    job *j = workload_job(w, size, &error);

    if (!j)
        fail_msg("%s", error.text);
    return j;
}

static void test_sizes(void **state)
{
    static const uint32_t sizes[] = { 0, 3, 31, 33, 257 };

    (void)state;
    for (const workload *const *w = workload_table; *w; w++) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            job *j = build(*w, sizes[i]);

            run(j);
            if (result.status != STATUS_GOOD || result.verified != 1)
                fail_msg("%s, size %u: %s", (*w)->name, sizes[i], result.message);
            job_free(j);
        }
    }
}

// The last element of every expected buffer, changed by its lowest bit or, when it is a float, by 1 %.
static void test_wrong_results_are_noticed(void **state)
{
    (void)state;
    for (const workload *const *w = workload_table; *w; w++) {
        job *j = build(*w, 0);
        unsigned n_expects = j->n_expects;

        assert_true(n_expects > 0);
        for (unsigned i = 0; i < n_expects; i++) {
            job_expect *expect = &j->expects[i];
            const job_buffer *buffer = &j->buffers[expect->buffer];
            uint64_t index = strcmp((*w)->name, "conv2d") ? buffer->count - 1 : buffer->count / 2;
            char *at = (char *)expect->want + index * scalar_size(buffer->type), kept[8];

            memcpy(kept, at, scalar_size(buffer->type));
            if (scalar_is_float(buffer->type))
                scalar_store_real(buffer->type, at, (double)scalar_load(buffer->type, at) * 1.01 + 0.01);
            else
                at[0] ^= 1;
            run(j);
            assert_int_equal(result.status, STATUS_MISMATCH);
            assert_int_equal(result.verified, 0);
            assert_non_null(strstr(result.message, buffer->name));
            memcpy(at, kept, scalar_size(buffer->type));
        }
        job_free(j);
    }
}

static void test_size_range(void **state)
{
    job_error error;

    (void)state;
    assert_null(workload_job(workload_find("conv2d"), 2, &error));
    assert_string_equal(error.text, "--size: seen 2, expected 3 to 8192 for conv2d (width and height of the image)");
    assert_null(workload_find("conv2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_wrong_results_are_noticed),
        cmocka_unit_test(test_size_range),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
