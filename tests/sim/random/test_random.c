// SPDX-License-Identifier: BSD-3-Clause
// Random kernels: sim/frontend's functional execution against the independent interpreter, all buffers bit for bit.
//
// 300 kernels, in `make test` half of them, from a fixed seed; WARPLOCK_SEED and WARPLOCK_KERNELS take others; it ends after
// WARPLOCK_FAILURES (5). A
// kernel that fails is written to $BUILD/random/seed-N.ptx. NaNs: a generated kernel replaces a NaN before its bits can
// be seen, so none are excused here.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/sim/random/random_run.h"
#include "tests/tier.h"

enum { DEFAULT_SEED = 1000, DEFAULT_KERNELS = 300, IN_TEST = 150, DEFAULT_FAILURES = 5 };

static unsigned long setting(const char *name, unsigned long otherwise)
{
    const char *text = getenv(name);
    return text && *text ? strtoul(text, NULL, 10) : otherwise;
}

static void keep_kernel(const random_kernel *kernel)
{
    const char *build = getenv("BUILD");
    char path[256];
    snprintf(path, sizeof path, "%s/random", build ? build : "build");
    mkdir(build ? build : "build", 0777);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/random/seed-%llu.ptx", build ? build : "build", (unsigned long long)kernel->seed);
    FILE *file = fopen(path, "w");
    if (!file) return;
    fputs(kernel->ptx, file);
    fclose(file);
    print_message("  kernel in %s; WARPLOCK_SEED=%llu WARPLOCK_KERNELS=1 runs it alone\n", path,
                  (unsigned long long)kernel->seed);
}

static bool one_kernel_agrees(uint64_t seed)
{
    random_kernel *kernel = random_kernel_new(seed);
    uint8_t *want[RANDOM_BUFFERS];
    char message[RANDOM_MESSAGE] = "interpreter: ";
    const size_t prefix = strlen(message);
    bool good = random_kernel_expected(kernel, RANDOM_FORWARD, want, message + prefix, sizeof message - prefix) &&
                random_run_functional(kernel, want, message);
    if (!good) {
        print_message("  seed %llu: %s\n", (unsigned long long)seed, message);
        keep_kernel(kernel);
    }
    for (unsigned i = 0; i < RANDOM_BUFFERS; i++) free(want[i]);
    random_kernel_free(kernel);
    return good;
}

static void test_frontend_agrees_with_interpreter(void **state)
{
    (void)state;
    unsigned long first = setting("WARPLOCK_SEED", DEFAULT_SEED), count = setting("WARPLOCK_KERNELS", tier_is_all() ? DEFAULT_KERNELS : IN_TEST);
    unsigned long failures = 0, done = 0, most = setting("WARPLOCK_FAILURES", DEFAULT_FAILURES);
    while (done < count && failures < most) failures += !one_kernel_agrees(first + done++);
    print_message("  %lu random kernels from seed %lu: %lu agree\n", done, first, done - failures);
    assert_int_equal(failures, 0);
}

// Kernels over which the two have disagreed, and why.
static void test_kernels_that_once_disagreed(void **state)
{
    (void)state;
    static const uint64_t seeds[] = {177, 218, 264};    // one clipped coordinates far outside before they wrap, the other behind it
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++)
        assert_true(one_kernel_agrees(seeds[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kernels_that_once_disagreed),
        cmocka_unit_test(test_frontend_agrees_with_interpreter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
