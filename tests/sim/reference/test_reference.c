// SPDX-License-Identifier: BSD-3-Clause
// The reference kernels against GPGPU-Sim: equal instruction and access counts, close cycles and miss rates, the same
// order of schedulers, and results equal to a CPU's. Reads ../shared/reference and is skipped, visibly, without it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/number.h"
#include "tests/sim/reference/reference_jobs.h"

#define MEAN_ERROR 0.0165                // of the cycles, before the mechanisms of test_microbenchmarks.c; not to grow

typedef struct {
    const char *job, *policy;
    double      cycles, tolerance;       // GPGPU-Sim 4.2's cycles; how far ours may be from them
    double      thread_insns, warp_insns, accesses, misses;
} row;

// ../shared/reference/README.md, whole
static const row rows[] = {
    {"vadd_65536",  "gto",   4870, 0.15,  1376256,  45056,   6144,   6144},
    {"vadd_262144", "gto",  21196, 0.15,  5505024, 180224,  24576,  24576},
    {"vadd_262144", "lrr",  21397, 0.15,  5505024, 180224,  24576,  24576},
    {"conv2d",      "gto",  35498, 0.15, 14092412, 449536, 127500,  42675},
    {"conv2d",      "lrr",  36706, 0.15, 14092412, 449536, 127500,  42540},
    {"atax_row",    "gto", 321450, 0.30,  4592640, 144000, 522480, 445464},
    {"atax_row",    "lrr", 517345, 0.30,  4592640, 144000, 522480, 509454},
    {"atax_row",    "swl", 120940, 0.15,  4592640, 144000, 522480,  49279},
};
enum { ROWS = sizeof rows / sizeof *rows };

static reference_counts got[ROWS];

static double mean_error(void)
{
    double sum = 0;
    for (int i = 0; i < ROWS; i++) sum += fabs(got[i].cycles / rows[i].cycles - 1);
    return sum / ROWS;
}

static int setup(void **state)
{
    (void)state;
    if (!reference_prepare()) {
        print_message("SKIPPED: " REFERENCE " is absent; nothing to compare with\n");
        return 0;
    }
    reference_vadd("vadd_65536", 65536);
    reference_vadd("vadd_262144", 262144);
    reference_conv2d("conv2d", 512);
    reference_atax();
    for (int i = 0; i < ROWS; i++) got[i] = reference_run("gtx480", rows[i].policy, rows[i].job);
    print_message("%-12s %-4s %9s %9s %7s   %9s %9s %7s %7s\n", "job", "", "cycles", "GPGPU-Sim", "", "misses", "GPGPU-Sim", "rate", "theirs");
    for (int i = 0; i < ROWS; i++)
        print_message("%-12s %-4s %9.0f %9.0f %+6.1f%%   %9.0f %9.0f %7.3f %7.3f\n", rows[i].job, rows[i].policy, got[i].cycles,
                      rows[i].cycles, 100 * (got[i].cycles / rows[i].cycles - 1), got[i].misses, rows[i].misses,
                      got[i].misses / got[i].accesses, rows[i].misses / rows[i].accesses);
    print_message("mean error of the cycles %.2f%%\n", 100 * mean_error());
    return 0;
}

#define NEED_REFERENCE if (access(REFERENCE "README.md", R_OK) != 0) skip()

static void counts_are_equal(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++) {
        assert_number(got[i].thread_insns, rows[i].thread_insns, 0);
        assert_number(got[i].warp_insns, rows[i].warp_insns, 0);
        assert_number(got[i].accesses, rows[i].accesses, 0);
    }
}

static void results_equal_the_cpu(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++) assert_true(got[i].verified);
}

static void cycles_are_close(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++)
        if (fabs(got[i].cycles / rows[i].cycles - 1) > rows[i].tolerance)
            fail_msg("%s %s: %.0f cycles, GPGPU-Sim %.0f", rows[i].job, rows[i].policy, got[i].cycles, rows[i].cycles);
}

static void mean_error_does_not_grow(void **state)
{
    (void)state;
    NEED_REFERENCE;
    if (mean_error() > MEAN_ERROR)
        fail_msg("mean error %.2f%%, at most %.2f%%", 100 * mean_error(), 100 * MEAN_ERROR);
}

static void miss_rates_are_close(void **state)
{
    (void)state;
    NEED_REFERENCE;
    for (int i = 0; i < ROWS; i++)
        if (fabs(got[i].misses / got[i].accesses - rows[i].misses / rows[i].accesses) > 0.01)
            fail_msg("%s %s: %.0f misses, GPGPU-Sim %.0f", rows[i].job, rows[i].policy, got[i].misses, rows[i].misses);
}

static void schedulers_keep_their_order(void **state)
{
    (void)state;
    NEED_REFERENCE;
    const int gto = 5, lrr = 6, swl = 7;
    assert_true(got[swl].cycles < got[gto].cycles);
    assert_true(got[gto].cycles < got[lrr].cycles);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_are_equal),     cmocka_unit_test(results_equal_the_cpu),
        cmocka_unit_test(cycles_are_close),     cmocka_unit_test(mean_error_does_not_grow),
        cmocka_unit_test(miss_rates_are_close),  cmocka_unit_test(schedulers_keep_their_order),
    };
    return cmocka_run_group_tests(tests, setup, NULL);
}
