// SPDX-License-Identifier: BSD-3-Clause
// Machines qv100 and rtx3070 against GPGPU-Sim 4.2's own two configurations: equal instruction and access counts at L1D and L2,
// close cycles. Reads ../shared/reference and is skipped, visibly, without it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>
#include <cmocka.h>

#include "tests/number.h"
#include "tests/sim/reference/reference_jobs.h"

#define TOLERANCE 0.10                   // of the cycles of a row
#define MEAN_ERROR 0.05                  // of all rows

typedef struct {
    const char *machine, *job, *policy;
    double      cycles, thread_insns, warp_insns, accesses, misses, pending_hits, fails, l2_accesses, l2_misses;    // GPGPU-Sim 4.2's
} row;

// ../shared/reference/modern.md, whole
static const row rows[] = {
    {"qv100",   "vadd_65536",  "gto",  6045, 1376256,  45056,  24576, 24576,     0,  22692,  24576,  8192},
    {"qv100",   "vadd_262144", "gto",  7846, 5505024, 180224,  98304, 98304,     0, 105011,  98304, 32768},
    {"qv100",   "conv2d_256",  "gto",  7034, 3507324, 112128,  91948, 22756, 10281,   2952,  22756,     0},
    {"qv100",   "conv2d_256",  "lrr",  7064, 3507324, 112128,  91948, 22756, 10395,   7878,  22756,     0},
    {"qv100",   "atax_row",    "gto", 22998, 4592640, 144000, 569280, 62640,   280,   1287, 124080,     0},
    {"qv100",   "atax_row",    "lrr", 22982, 4592640, 144000, 569280, 62640,   280,   1575, 124080,     0},
    {"rtx3070", "vadd_65536",  "gto",  6588, 1376256,  45056,  24576, 24576,     0,  25084,  24576,  8192},
    {"rtx3070", "vadd_65536",  "lrr",  6678, 1376256,  45056,  24576, 24576,     0,  24844,  24576,  8192},
    {"rtx3070", "vadd_262144", "gto", 10041, 5505024, 180224,  98304, 98304,     0,  92170,  98304, 32768},
    {"rtx3070", "conv2d_256",  "gto",  7580, 3507324, 112128,  91948, 22756,  9404,     80,  22756,     0},
    {"rtx3070", "conv2d_256",  "lrr",  7816, 3507324, 112128,  91948, 22756, 10378,   8854,  22756,     0},
    {"rtx3070", "atax_row",    "gto", 23120, 4592640, 144000, 569280, 62640,   293,   1212, 124080,     0},
    {"rtx3070", "atax_row",    "lrr", 23137, 4592640, 144000, 569280, 62640,   299,   1126, 124080,     0},
};
enum { ROWS = sizeof rows / sizeof *rows };

static reference_counts got[ROWS];

static double error_of(int i) { return got[i].cycles / rows[i].cycles - 1; }

static int setup(void **state)
{
    (void)state;
    if (!reference_prepare()) {
        print_message("SKIPPED: " REFERENCE " is absent; nothing to compare with\n");
        return 0;
    }
    reference_vadd("vadd_65536", 65536);
    reference_vadd("vadd_262144", 262144);
    reference_conv2d("conv2d_256", 256);
    reference_atax();
    for (int i = 0; i < ROWS; i++) got[i] = reference_run(rows[i].machine, rows[i].policy, rows[i].job);
    print_message("%-7s %-11s %-4s %7s %9s %7s  %13s %13s %13s %13s %13s %13s\n", "machine", "job", "", "cycles", "GPGPU-Sim", "", "accesses",
                  "misses", "pending hits", "fails", "L2 accesses", "L2 misses");
    for (int i = 0; i < ROWS; i++)
        print_message("%-7s %-11s %-4s %7.0f %9.0f %+6.1f%%  %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f %6.0f\n",
                      rows[i].machine, rows[i].job, rows[i].policy, got[i].cycles, rows[i].cycles, 100 * error_of(i), got[i].accesses,
                      rows[i].accesses, got[i].misses, rows[i].misses, got[i].pending_hits, rows[i].pending_hits, got[i].fails, rows[i].fails,
                      got[i].l2_accesses, rows[i].l2_accesses, got[i].l2_misses, rows[i].l2_misses);
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
        assert_number(got[i].misses, rows[i].misses, 0);
        assert_number(got[i].l2_accesses, rows[i].l2_accesses, 0);
        assert_number(got[i].l2_misses, rows[i].l2_misses, 0);
        assert_true(got[i].verified);
    }
}

static void cycles_are_close(void **state)
{
    (void)state;
    NEED_REFERENCE;
    double sum = 0;
    for (int i = 0; i < ROWS; i++) {
        if (fabs(error_of(i)) > TOLERANCE)
            fail_msg("%s %s %s: %.0f cycles, GPGPU-Sim %.0f", rows[i].machine, rows[i].job, rows[i].policy, got[i].cycles, rows[i].cycles);
        sum += fabs(error_of(i));
    }
    print_message("mean error of the cycles %.2f%%\n", 100 * sum / ROWS);
    if (sum / ROWS > MEAN_ERROR)
        fail_msg("mean error %.2f%%, at most %.2f%%", 100 * sum / ROWS, 100 * MEAN_ERROR);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(counts_are_equal), cmocka_unit_test(cycles_are_close) };
    return cmocka_run_group_tests(tests, setup, NULL);
}
