// SPDX-License-Identifier: BSD-3-Clause
// A group of kernels that a campaign computes from its own runs, and the claims on it, on results written by hand:
// what is expected is worked out from these numbers.
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
#include "tests/sim/campaign/by_hand.h"
#include "tests/sim/campaign/measured.h"

static campaign c;

static void put(const char *kernel, const char *system, double ipc, double lru, double optimal)
{
    campaign_run *run = campaign_add(&c, kernel, system);
    char text[256];

    assert_non_null(run);
    snprintf(text, sizeof text, "{\"group\": \"divergent\", \"ipc\": %g, \"belady\": {\"lru\": {\"mpki\": %g}, "
             "\"optimal\": {\"mpki\": %g}}}", ipc, lru, optimal);
    campaign_take_result(run, &(store_run){ .result = strdup(text), .reason = strdup("") });
}

// IPC with 32 KB, with 8 MB, under GTO and under CCWS. kmeans gains 4 times from 8 MB, bfs 3 times, which is enough,
// gcmark 2.99 times; of memcached the run with 8 MB is not there. bfs of a second size, which stands aside, gains 9 times.
static int begin(void **state)
{
    static const char *const kernels[] = { "kmeans", "gcmark", "bfs", "memcached", "bfs-32768" };

    (void)state;
    by_hand_empty(&c, "ccws", kernels, sizeof kernels / sizeof kernels[0]);
    for (unsigned i = 0; i < 5; i++) {
        put(kernels[i], "lrr", 100, 0, 0);
        put(kernels[i], "gto", 100, 1000, i == 0 ? 100 : 500);
    }
    put("kmeans", "lrr L1D-sets 8192", 400, 0, 0);
    put("bfs", "lrr L1D-sets 8192", 300, 0, 0);
    put("gcmark", "lrr L1D-sets 8192", 299, 0, 0);
    put("bfs-32768", "lrr L1D-sets 8192", 900, 0, 0);
    put("kmeans", "2lvl-gto", 50, 0, 0);
    put("bfs", "2lvl-gto", 50, 0, 0);
    return 0;
}

static int end(void **state)
{
    (void)state;
    campaign_end(&c);
    return 0;
}

static void test_group(void **state)
{
    const char *names[CAMPAIGN_KERNELS];

    (void)state;
    assert_int_equal(campaign_kernels_of(&c, "sensitive", names), 2);
    assert_string_equal(names[0], "kmeans");
    assert_string_equal(names[1], "bfs");
    assert_string_equal(campaign_own_group(&c, "bfs"), "sensitive");
    assert_string_equal(campaign_own_group(&c, "gcmark"), "other");
    assert_null(campaign_own_group(&c, "memcached"));
    assert_int_equal(campaign_kernels_of(&c, "named", names), 4);
    assert_int_equal(campaign_kernels_of(&c, "all", names), 4);
    assert_int_equal(campaign_kernels_of(&c, "divergent", names), 4);
    assert_int_equal(campaign_kernels_of(&c, "sizes", names), 2);
    assert_string_equal(names[1], "bfs-32768");
}

// The harmonic mean of 2 and 6 is 3, over 2lvl-gto that of 4 and 12 is 6. MPKI of both under CCWS is 350 and 100, of GTO
// with optimal replacement 100 and 500: one is higher, the average a quarter lower. The least gain is that of gcmark,
// which is neither the first kernel nor the last.
static void test_claims(void **state)
{
    (void)state;
    put("kmeans", "ccws", 200, 350, 0);
    put("bfs", "ccws", 600, 100, 0);
    claim_is(&c, "C1", 200, "", "right direction, further");
    claim_is(&c, "C2", 500, "", "right direction, further");
    claim_is(&c, "C3", -25, "", "right direction, no size claimed");
    claim_is(&c, "C4", 2.99, "kmeans 4.0, gcmark 3.0, bfs 3.0; 3 of 4 kernels", "no direction, no size claimed");
    claim_is(&c, "C5", 12, "0 / 4 / 12", "no direction claimed, within a tenth");
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_group), cmocka_unit_test(test_claims) };

    return cmocka_run_group_tests(tests, begin, end);
}
