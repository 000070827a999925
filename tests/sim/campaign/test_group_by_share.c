// SPDX-License-Identifier: BSD-3-Clause
// Groups that a campaign computes from a share of the loads, claims on the best of two searches, and tables of a run on
// several machines, on results written by hand: what is expected is worked out from these numbers.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"
#include "sim/machine/machine.h"
#include "tests/sim/campaign/by_hand.h"
#include "tests/sim/campaign/cell.h"
#include "tests/sim/campaign/measured.h"

static campaign c;

// Of 100 loads, half of them divergent, so many are un-coalesced; of 100 accesses so many hit.
static void put(const char *kernel, const char *system, double ipc, int uncoalesced, int hits)
{
    campaign_run *run = campaign_add(&c, kernel, system);
    char text[256];

    assert_non_null(run);
    snprintf(text, sizeof text, "{\"group\": \"divergent\", \"ipc\": %g, \"loads\": {\"coherent\": 50, \"divergent\": 50, "
             "\"uncoalesced\": %d}, \"l1d\": {\"load_accesses\": 100, \"load_hits\": %d}}", ipc, uncoalesced, hits);
    campaign_take_result(run, &(store_run){ .result = strdup(text), .reason = strdup("") });
}

// Of bfs exactly a tenth of the loads is un-coalesced, which is not more than a tenth.
static int begin(void **state)
{
    static const char *const kernels[] = { "kmeans", "sssp", "bfs", "conv2d", "gaussian" };

    (void)state;
    by_hand_empty(&c, "bucl", kernels, sizeof kernels / sizeof kernels[0]);
    put("kmeans", "gto", 100, 50, 10);
    put("sssp", "gto", 100, 11, 30);
    put("bfs", "gto", 100, 10, 50);
    put("conv2d", "gto", 100, 0, 50);
    put("kmeans", "bucl-dyn", 400, 50, 50);
    put("sssp", "bucl-dyn", 100, 11, 70);
    put("bfs", "bucl-dyn", 110, 10, 50);
    put("conv2d", "bucl-dyn", 110, 0, 50);
    put("kmeans", "swl limit 3", 200, 50, 0), put("kmeans", "swl limit 12", 150, 50, 0);
    put("sssp", "swl limit 3", 50, 11, 0), put("sssp", "swl limit 12", 120, 11, 0);
    put("kmeans", "swl+bucl limit 12", 500, 50, 0), put("kmeans", "swl+bucl limit 41", 300, 50, 0);
    put("sssp", "swl+bucl limit 12", 110, 11, 0), put("sssp", "swl+bucl limit 41", 130, 11, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    campaign_end(&c);
    return 0;
}

static void test_groups(void **state)
{
    const char *names[CAMPAIGN_KERNELS];

    (void)state;
    assert_int_equal(campaign_kernels_of(&c, "un-coalesced", names), 2);
    assert_string_equal(names[0], "kmeans");
    assert_string_equal(names[1], "sssp");
    assert_int_equal(campaign_kernels_of(&c, "coherent", names), 2);
    assert_string_equal(names[0], "bfs");
    assert_string_equal(names[1], "conv2d");
    assert_string_equal(campaign_own_group(&c, "sssp"), "un-coalesced");
    assert_string_equal(campaign_own_group(&c, "bfs"), "coherent");
    assert_null(campaign_own_group(&c, "gaussian"));
}

// The geometric mean of 4 and 1 is 2, of 5 and 1.3 the root of 6.5, of 2 and 1.2 that of 2.4.
static void test_claims(void **state)
{
    (void)state;
    claim_is(&c, "B1", 100, "", "right direction, further");
    claim_is(&c, "B5", (sqrt(2.4) - 1) * 100, "", "right direction, further");
    claim_is(&c, "B6", 10, "", "right direction, further");
    claim_is(&c, "B8", 20, "", "right direction, within a third");
    claim_is(&c, "B12", (sqrt(6.5) - 1) * 100, "", "right direction, further");
    claim_is(&c, "B15", 9, "kmeans 3 to 12, sssp 12 to 41", "right direction, no size claimed");
}

// With a larger L1D kmeans goes 9 times as fast and sssp 4 times, over the IPC with the paper's; each hit rate is its own.
static void test_capacities(void **state)
{
    static sheet *sheets[FIGURES_MAX];
    unsigned n;

    (void)state;
    put("kmeans", "gto @bucl_128k", 900, 50, 80), put("sssp", "gto @bucl_128k", 400, 11, 60);
    put("kmeans", "gto @bucl_48k", 150, 50, 20);
    n = figures_make(&c, sheets);
    cell_is(sheets, n, "fig4", "kmeans", "gto @bucl_48k", 1.5);
    cell_is(sheets, n, "fig4", "GMean un-coalesced", "gto @bucl_128k", 6);
    cell_is(sheets, n, "fig4", "GMean un-coalesced", "gto", 1);
    cell_is(sheets, n, "fig3", "kmeans", "gto @bucl_48k", 20);
    cell_is(sheets, n, "fig3", "mean un-coalesced", "gto @bucl_128k", 70);
    cell_is(sheets, n, "fig3", "mean un-coalesced", "gto", 20);
    cell_is(sheets, n, "fig4", "sssp", "gto @bucl_32k", NAN);                   // not run
    for (unsigned i = 0; i < n; i++)
        sheet_free(sheets[i]);
}

// The capacities that the table's title says are those of the machines.
static void test_sizes_of_machines(void **state)
{
    static const struct { const char *name; unsigned kilobytes; } sizes[] = {
        { "bucl", 16 }, { "bucl_1400", 16 }, { "bucl_32k", 32 }, { "bucl_48k", 48 }, { "bucl_64k", 64 }, { "bucl_128k", 128 },
    };

    (void)state;
    assert_int_equal(c.n_machines, sizeof sizes / sizeof sizes[0]);
    for (unsigned i = 0; i < c.n_machines; i++) {
        const machine *m = c.machines[i].base;

        assert_string_equal(c.machines[i].name, sizes[i].name);
        assert_int_equal(m->l1d.sets * m->l1d.ways * m->l1d.line_bytes, sizes[i].kilobytes * 1024);
    }
}

// Without any limit it is fastest: that is all 48 warps of the SM.
static void test_no_limit(void **state)
{
    (void)state;
    put("gaussian", "gto", 100, 20, 0), put("gaussian", "bucl-dyn", 100, 20, 0);
    put("gaussian", "swl limit 3", 90, 20, 0);
    put("gaussian", "swl+bucl limit 41", 120, 20, 0);
    claim_is(&c, "B15", 41 - 48, "kmeans 3 to 12, sssp 12 to 41, gaussian 48 to 41", "wrong direction, no size claimed");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_groups), cmocka_unit_test(test_claims),
                                        cmocka_unit_test(test_capacities), cmocka_unit_test(test_sizes_of_machines),
                                        cmocka_unit_test(test_no_limit) };

    return cmocka_run_group_tests(tests, begin, end);
}
