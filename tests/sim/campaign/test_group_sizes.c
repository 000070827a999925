// SPDX-License-Identifier: BSD-3-Clause
// The OWL paper's claims and tables on results written by hand: types by the paper's test, points of the baseline's cycles,
// reductions, the best of a sweep, numbers that the paper prints. What is expected is worked out from these numbers.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/benchmarks.h"
#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"
#include "tests/sim/campaign/by_hand.h"
#include "tests/sim/campaign/cell.h"
#include "tests/sim/campaign/measured.h"

enum { SIZES = 4 };

static campaign c;
static sheet *sheets[FIGURES_MAX];
static unsigned n_sheets;

// Of 1000 core cycles under round robin; more or fewer under others. misses: of 100 accesses.
static void put(const char *kernel, const char *system, double ipc, unsigned cycles, unsigned inactive, unsigned blocked,
                unsigned misses)
{
    campaign_run *run = campaign_add(&c, kernel, system);
    char text[512];

    if (!run)
        fail_msg("%s: no such system", system);
    if (run->state == RUN_GOOD)                         // g-size 8 is the default
        return;
    snprintf(text, sizeof text, "{\"group\": \"coherent\", \"ipc\": %g, \"warp_insns\": %u, "
             "\"core\": {\"inactive_cycles\": %u, \"memory_block_cycles\": %u, \"no_warp_cycles\": 0}, "
             "\"stalls\": {\"idle\": %u, \"scoreboard\": 0, \"pipeline\": 0}, \"l1\": {\"miss_rate\": %g}, "
             "\"l2\": {\"hit_rate\": %g}, "
             "\"per_row\": {\"consecutive_share\": 0.25, \"ctas_per_row\": 3}}",
             ipc, cycles - inactive, inactive, blocked, inactive, misses / 100.0, misses / 200.0);
    campaign_take_result(run, &(store_run){ .result = strdup(text), .reason = strdup("") });
}

// IPC of the schemes by size: the first is best with 8 and as good with 16, the second with 5, the third with 16, all together with 8.
static void put_sweep(const char *kernel)
{
    static const char *const schemes[] = { "cta-aware", "cta-aware-locality", "cta-aware-locality-blp" };
    static const unsigned sizes[SIZES] = { 5, 8, 16, 32 };
    static const double ipc[3][SIZES] = { { 106, 120, 120, 100 }, { 140, 130, 105, 100 }, { 112, 130, 135, 100 } };
    char name[SYSTEM_NAME];

    for (unsigned scheme = 0; scheme < 3; scheme++)
        for (unsigned i = 0; i < SIZES; i++) {
            snprintf(name, sizeof name, "%s g-size %u", schemes[scheme], sizes[i]);
            put(kernel, name, ipc[scheme][i], 1000, 500, 200, 50);
        }
}

static int begin(void **state)
{
    static const char *const kernels[] = { "kmeans", "spmv", "hotspot" };

    (void)state;
    by_hand_empty(&c, "owl", kernels, sizeof kernels / sizeof kernels[0]);
    for (unsigned i = 0; i < 3; i++)                    // perfect L1: 1.4 times is type-1, less is not
        put(kernels[i], "lrr perfect-L1", i == 2 ? 139 : i == 1 ? 140 : 300, 700, 10, 0, 0);
    put("kmeans", "lrr", 100, 1000, 600, 400, 80);
    put("spmv", "lrr", 100, 1000, 400, 200, 50);
    put("hotspot", "lrr", 100, 1000, 300, 100, 90);
    put("kmeans", "cta-aware", 120, 900, 500, 300, 60);             // misses 75 % of round robin's, 100 points fewer
    put("spmv", "cta-aware", 120, 1000, 400, 240, 50);              // all of them, 40 more
    put("kmeans", "cta-aware-locality", 130, 800, 400, 150, 20);
    put("spmv", "cta-aware-locality", 130, 1000, 390, 230, 45);
    put("kmeans", "owl", 150, 700, 300, 100, 20);
    put("spmv", "owl", 150, 700, 300, 100, 20);
    put("kmeans", "lrr perfect-L2", 165, 700, 300, 100, 20);
    put("spmv", "lrr perfect-L2", 180, 700, 300, 100, 20);
    put_sweep("kmeans"), put_sweep("spmv");
    put("kmeans", "owl lower 0 higher 0", 140, 700, 300, 100, 20);
    put("kmeans", "owl lower 32 higher 8", 175, 700, 300, 100, 20);
    put("kmeans", "owl lower 32 higher 32", 160, 700, 300, 100, 20);
    n_sheets = figures_make(&c, sheets);
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < n_sheets; i++)
        sheet_free(sheets[i]);
    campaign_end(&c);
    return 0;
}

static void types_are_computed(void **state)
{
    const char *names[CAMPAIGN_KERNELS];

    (void)state;
    assert_string_equal(campaign_own_group(&c, "kmeans"), "type-1");
    assert_string_equal(campaign_own_group(&c, "spmv"), "type-1");
    assert_string_equal(campaign_own_group(&c, "hotspot"), "type-2");
    assert_int_equal(campaign_kernels_of(&c, "type-1", names), 2);
    assert_int_equal(campaign_kernels_of(&c, "type-2", names), 1);      // 1.4 itself is not below
    assert_string_equal(names[0], "hotspot");
}

static void gains_and_reductions(void **state)
{
    (void)state;
    claim_is(&c, "W1", 20, "", "right direction, further");
    claim_is(&c, "W5", 50, "", "right direction, further");
    claim_is(&c, "W11", 12.5, "", "right direction, further");              // (25 + 0) / 2
    claim_is(&c, "W12", (75 + 10) / 2.0, "", "right direction, further");
    claim_is(&c, "W14", (15 + 30) / 2.0, "", "right direction, further");   // 165 and 180 less 150, of 100
    claim_is(&c, "W15", 50, "", "no direction, within a third");            // (60 + 40) / 2, of a half
    claim_is(&c, "W16", 1024, "rounding apart; make overhead has the registers", "no direction claimed, within a tenth");
    claim_is(&c, "W17", NAN, "in the overhead report: docs/overhead_results.md", "");
    claim_is(&c, "W23", 20, "", "right direction, further");
}

// Each of round robin's IPC, accesses or cycles, also where less and baseline are not the same run.
static void points_of_the_baseline(void **state)
{
    (void)state;
    claim_is(&c, "W2", 10, "", "right direction, within a tenth");          // 130 less 120, of 100
    claim_is(&c, "W4", 0, "", "no direction, further");
    claim_is(&c, "W6", 30, "", "right direction, further");
    claim_is(&c, "W7", 20, "", "right direction, further");
    claim_is(&c, "W13", -15, "", "wrong direction, further");               // 10 % of accesses less 25
    claim_is(&c, "W19", (-10 + 4) / 2.0, "", "right direction, further");
    claim_is(&c, "W20", (-15 - 1) / 2.0, "", "right direction, within a third");
    claim_is(&c, "W21", (5 - 3) / 2.0, "", "wrong direction, further");     // 200 of the sweep less 150 and 230
}

static void best_of_a_sweep(void **state)
{
    campaign_run *one = campaign_add(&c, "spmv", "cta-aware g-size 16");

    (void)state;
    claim_is(&c, "W18", 8, "cta-aware 8, cta-aware-locality 5, cta-aware-locality-blp 16", "no direction claimed, within a tenth");
    one->state = RUN_FAILED;                            // without a point there is none
    claim_is(&c, "W18", NAN, "not run", "");
    one->state = RUN_GOOD;
}

static void check(const char *id, const char *row, const char *column, double expected)
{
    cell_is(sheets, n_sheets, id, row, column, expected);
}

static void tables(void **state)
{
    (void)state;
    check("table2", "kmeans", "measured", 3);
    check("table2", "kmeans", "paper", 2.43);
    check("table2", "mean type-1", "measured", 2.2);
    check("fig3", "spmv", "inactive", 40);
    check("fig3", "spmv", "memory-block", 20);
    check("fig3", "hotspot", "paper-CINV", 21);
    check("fig7", "kmeans", "lrr perfect-L2", 1.65);
    check("fig7", "kmeans", "lrr perfect-L1", 3);
    check("fig8", "kmeans", "cta-aware", 30);
    check("table3", "kmeans", "measured", 75);
    check("table3", "kmeans", "paper", 73);
    check("table4", "spmv", "measured", 25);
    check("table4", "spmv", "paper", 98);
    check("table4ctas", "spmv", "measured", 3);
    check("fig9", "5", "cta-aware-locality", 1.4);
    check("fig9", "32", "cta-aware", 1);
    assert_true(isnan(benchmark_number(c.file, "hotspot", "pmem")));
    assert_true(isnan(benchmark_number(c.file, "kmeans", "inv")));
    assert_true(benchmark_number(c.file, "kmeans", "ctas") == 2);
}

// Figure 11's best is the kernel's own, of pairs of which one is `owl` itself; spmv is none of its kernels.
static void best_of_pairs(void **state)
{
    (void)state;
    check("fig11best", "kmeans", "owl", 1.5);
    check("fig11best", "kmeans", "owl-best", 1.75);
    check("fig11best", "mean pairs", "owl-best", 1.75);
    check("fig11pairs", "kmeans", "owl lower 32 higher 8", 1.75);
    check("fig11pairs", "mean pairs", "owl lower 8 higher 16", 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_computed), cmocka_unit_test(gains_and_reductions),
        cmocka_unit_test(points_of_the_baseline), cmocka_unit_test(best_of_a_sweep), cmocka_unit_test(tables),
        cmocka_unit_test(best_of_pairs),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
