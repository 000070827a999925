// SPDX-License-Identifier: BSD-3-Clause
// Claims of a campaign with several seeds, on results written by hand: each one's value and its interval, worked out here
// from the numbers of each seed, and no direction where the change lies within it.
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
#include "tests/number.h"
#include "tests/sim/campaign/by_hand.h"

enum { SEEDS = 3 };

typedef struct { double of[SEEDS]; } seeds;

static campaign c;

static void begin(const char *name, const char *const *kernels, unsigned n_kernels)
{
    by_hand_empty(&c, name, kernels, n_kernels);
    c.n_seeds = c.n_claim_seeds = SEEDS;
    for (unsigned i = 0; i < SEEDS; i++)
        c.seeds[i] = i;
}

// A number of each seed; the format has its place in the report.
static void put(const char *kernel, const char *system, const char *format, seeds s)
{
    char text[256];

    for (unsigned i = 0; i < SEEDS; i++) {
        snprintf(text, sizeof text, format, s.of[i]);
        by_hand_put(&c, kernel, system, i, text);
    }
}

#define DIVERGENT "{\"group\":\"divergent\",\"ipc\":%g}"
#define COHERENT "{\"group\":\"coherent\",\"ipc\":%g}"

static const claim *claim_of(const char *id)
{
    const claim *k = c.file->claims;

    while (strcmp(k->id, id) != 0)
        k++;
    return k;
}

// The value of each seed is given: mean, half of the interval by the quantile of Student's t for three seeds.
static void claim_is(const char *id, seeds values, const char *words, const char *judged)
{
    double mean = (values.of[0] + values.of[1] + values.of[2]) / 3, squares = 0;
    measurement m;
    char text[64];

    for (unsigned i = 0; i < SEEDS; i++)
        squares += (values.of[i] - mean) * (values.of[i] - mean);
    claim_measure(&c, claim_of(id), &m);
    assert_string_equal(m.words, words);
    assert_number(m.value, mean, 1e-9);
    assert_int_equal(m.seeds, SEEDS);
    assert_number(m.half, 4.30265272991 * sqrt(squares / 2 / 3), 1e-6);
    verdict_words(claim_judge(&c, claim_of(id), &m), text);
    assert_string_equal(text, judged);
}

static void put_oaws(void)
{
    begin("oaws", (const char *const[]){ "bfs", "spmv", "histogram" }, 3);
    put("bfs", "gto", DIVERGENT, (seeds){ { 10, 10, 10 } });
    put("spmv", "gto", DIVERGENT, (seeds){ { 10, 10, 10 } });
    put("histogram", "gto", COHERENT, (seeds){ { 10, 10, 10 } });
    put("bfs", "oaws-dyn", DIVERGENT, (seeds){ { 20, 22, 18 } });
    put("spmv", "oaws-dyn", DIVERGENT, (seeds){ { 10, 10, 10 } });
    put("histogram", "oaws-dyn", COHERENT, (seeds){ { 10.1, 10.1, 10.1 } });
    put("bfs", "oaws-static", DIVERGENT, (seeds){ { 15, 12, 8 } });
    put("spmv", "oaws-static", DIVERGENT, (seeds){ { 10, 10, 10 } });
    put("histogram", "oaws-static", COHERENT, (seeds){ { 10.2, 10.3, 10.1 } });
}

// A change of the geometric mean, which is worked out of each seed; one that lies within its interval is none.
static void test_changes(void **state)
{
    (void)state;
    put_oaws();
    claim_is("O2", (seeds){ { 100 * (sqrt(2) - 1), 100 * (sqrt(2.2) - 1), 100 * (sqrt(1.8) - 1) } }, "",
             "right direction, further");
    claim_is("O1", (seeds){ { 100 * (sqrt(1.5) - 1), 100 * (sqrt(1.2) - 1), 100 * (sqrt(0.8) - 1) } }, "",
             "no direction, further");
    // a kernel that lacks a seed counts in none
    put("bfs", "ccws-priority", DIVERGENT, (seeds){ { 20, 22, 18 } });
    by_hand_put(&c, "spmv", "ccws-priority", 0, "{\"ipc\":77}");
    claim_is("O8", (seeds){ { 100, 120, 80 } }, "1 of 2 kernels", "right direction, further");
    campaign_end(&c);
}

// The furthest is chosen by the means, and its interval is that kernel's. No change is held against the mean alone.
static void test_the_furthest(void **state)
{
    (void)state;
    put_oaws();
    claim_is("O10", (seeds){ { 2, 3, 1 } }, "histogram under oaws-static; of all schedulers +2.0: histogram under oaws-static",
             "right direction, within a third");
    campaign_end(&c);
}

// Tables of the first seed, claims of all: a change is of all, what a claim chooses is chosen by the first and measured on all.
static void test_seeds_of_claims_alone(void **state)
{
    const claim *least;
    measurement m;

    (void)state;
    put_oaws();
    put("histogram", "oaws-dyn", COHERENT, (seeds){ { 10.9, 10.1, 9.9 } });
    put("histogram", "oaws-static", COHERENT, (seeds){ { 10.2, 10.6, 10.4 } });
    c.n_seeds = 1;
    assert_number(campaign_quotient(&c, "bfs", "oaws-dyn", "gto", "ipc", "ipc", c.n_seeds), 2, 1e-9);
    claim_is("O2", (seeds){ { 100 * (sqrt(2) - 1), 100 * (sqrt(2.2) - 1), 100 * (sqrt(1.8) - 1) } }, "",
             "right direction, further");
    claim_is("O10", (seeds){ { 9, 1, -1 } }, "histogram under oaws-dyn; of all schedulers +9.0: histogram under oaws-dyn",
             "wrong direction, further");
    campaign_end(&c);

    begin("ccws", (const char *const[]){ "kmeans", "bfs" }, 2);
    least = claim_of("C4");
    put("kmeans", least->over, "{\"ipc\":%g}", (seeds){ { 1, 1, 1 } });
    put("bfs", least->over, "{\"ipc\":%g}", (seeds){ { 1, 1, 1 } });
    put("bfs", least->systems, "{\"ipc\":%g}", (seeds){ { 4, 8, 9 } });
    put("kmeans", least->systems, "{\"ipc\":%g}", (seeds){ { 5, 5, 5 } });
    c.n_seeds = 1;
    claim_measure(&c, least, &m);
    assert_number(m.value, 7, 1e-9);
    campaign_end(&c);
}

#define LOADS "{\"group\":\"divergent\",\"loads\":{\"divergent\":100,\"divergent_fully_cached\":%g}}"

// Levels are held against each other seed by seed: O11 is 2 to 3 below O14 in each, though either lies 50 around its mean.
static void test_levels(void **state)
{
    (void)state;
    begin("oaws", (const char *const[]){ "bfs" }, 1);
    put("bfs", "gto", LOADS, (seeds){ { 10, 30, 50 } });
    put("bfs", "oaws-dyn", LOADS, (seeds){ { 12, 33, 52 } });
    put("bfs", "ccws-priority", LOADS, (seeds){ { 20, 30, 45 } });
    claim_is("O11", (seeds){ { 10, 30, 50 } }, "", "right direction, further");
    claim_is("O12", (seeds){ { 20, 30, 45 } }, "", "no direction, within a third");
    campaign_end(&c);
}

// From 32 to 48 MSHRs the mean rises by 2.3 per cent, within its interval: no step against the trend.
static void test_a_trend(void **state)
{
    static const double first[SEEDS] = { 15, 12, 8 }, step[SEEDS] = { 1.2, 0.95, 1 };
    seeds at[3];

    (void)state;
    put_oaws();
    for (unsigned i = 0; i < SEEDS; i++) {
        at[0].of[i] = first[i] * step[i];
        at[1].of[i] = at[0].of[i] * 0.81;
        at[2].of[i] = at[1].of[i] * 0.81;
    }
    for (unsigned i = 0; i < 3; i++) {
        char system[32];

        snprintf(system, sizeof system, "oaws-static MSHR %u", (unsigned[]){ 48, 64, 96 }[i]);
        put("bfs", system, DIVERGENT, at[i]);
        put("spmv", system, DIVERGENT, (seeds){ { 10, 10, 10 } });
    }
    claim_is("O22", (seeds){ { 100 * (0.81 * sqrt(1.2) - 1), 100 * (0.81 * sqrt(0.95) - 1), -19 } },
             "32 +0.0, 48 +2.3, 64 -7.9, 96 -17.1", "right direction, no size claimed");
    campaign_end(&c);
}

// The curve of each seed has its own spread: 0.1, 0.05 and none.
static void test_a_spread(void **state)
{
    (void)state;
    begin("oaws", (const char *const[]){ "bfs" }, 1);
    put("bfs", "gto", DIVERGENT, (seeds){ { 10, 10, 10 } });
    for (unsigned smr = 35, i = 0; smr <= 90; smr += 5, i++) {
        char system[32];

        snprintf(system, sizeof system, "oaws-static SMR %u", smr);
        put("bfs", system, DIVERGENT, i % 2 ? (seeds){ { 12, 11, 10 } } : (seeds){ { 10, 10, 10 } });
    }
    claim_is("O16", (seeds){ { 0.1, 0.05, 0 } }, "", "no direction claimed, further");
    campaign_end(&c);
}

#define MPKI "{\"ipc\":1,\"belady\":{\"lru\":{\"mpki\":%g},\"optimal\":{\"mpki\":10}}}"

// The least of the means, 3.1, has the bound of 3 within its interval. An order is that of each seed's means.
static void test_least_and_order(void **state)
{
    static const char *const kernels[] = { "bfs", "memcached" };

    (void)state;
    begin("ccws", kernels, 2);
    for (unsigned i = 0; i < 2; i++) {
        put(kernels[i], "lrr L1D-sets 32", COHERENT, (seeds){ { 1, 1, 1 } });
        put(kernels[i], "gto", MPKI, (seeds){ { 99, 99, 99 } });
    }
    put("bfs", "lrr L1D-sets 8192", COHERENT, (seeds){ { 3.5, 3.1, 2.7 } });
    put("memcached", "lrr L1D-sets 8192", COHERENT, (seeds){ { 6.1, 6.1, 6.1 } });
    put("bfs", "ccws", MPKI, (seeds){ { 8, 9, 8.5 } });
    put("memcached", "ccws", MPKI, (seeds){ { 10, 10, 10 } });
    claim_is("C4", (seeds){ { 3.5, 3.1, 2.7 } }, "bfs 3.1, memcached 6.1", "no direction, no size claimed");
    claim_is("C3", (seeds){ { -10, -5, -7.5 } }, "", "right direction, no size claimed");
    campaign_end(&c);
}

// Of what remains 100 is no change.
static void test_what_remains(void **state)
{
    (void)state;
    begin("kaws", (const char *const[]){ "quasirandom" }, 1);
    put("quasirandom", "gto", "{\"cta\":{\"last_mean\":%g}}", (seeds){ { 100, 100, 100 } });
    put("quasirandom", "kaws", "{\"cta\":{\"last_mean\":%g}}", (seeds){ { 90, 99, 96 } });
    claim_is("K9", (seeds){ { 90, 99, 96 } }, "", "no direction, within a tenth");
    campaign_end(&c);
}

// 8 is the best of all seeds together, 5 of the last by itself: chosen, and no mean. Points are those of each seed.
static void test_a_choice(void **state)
{
    static const char *const schemes[] = { "cta-aware", "cta-aware-locality", "cta-aware-locality-blp" };
    measurement m;
    char name[64];

    (void)state;
    begin("owl", (const char *const[]){ "bfs" }, 1);
    put("bfs", "lrr", COHERENT, (seeds){ { 100, 100, 100 } });
    put("bfs", "lrr perfect-L1", COHERENT, (seeds){ { 300, 300, 300 } });
    for (unsigned i = 0; i < 3; i++) {
        double more = i == 1 ? 5 : 0;

        put("bfs", schemes[i], COHERENT, (seeds){ { 130 + more, 130 + 3 * more, 100 + 2 * more } });
        for (unsigned size = 0; size < 3; size++) {
            snprintf(name, sizeof name, "%s g-size %u", schemes[i], (unsigned[]){ 5, 16, 32 }[size]);
            put("bfs", name, COHERENT, size ? (seeds){ { 90, 90, 90 } } : (seeds){ { 100, 100, 120 } });
        }
    }
    claim_measure(&c, claim_of("W18"), &m);
    assert_number(m.value, 8, 0);
    assert_string_equal(m.words, "cta-aware 8, cta-aware-locality 8, cta-aware-locality-blp 8; the same of 2 of 3 seeds alone");
    assert_int_equal(m.seeds, 0);
    claim_is("W2", (seeds){ { 5, 15, 10 } }, "", "no direction, within a tenth");
    campaign_end(&c);
}

static void test_text(void **state)
{
    static const char *const lines[] = {
        "  O2   abstract OAWS-Dyn runs the divergent group faster than GTO                                                  "
        "       73.1      41.3 +-17.6        50.0        41.3        33.1  right direction, further\n",
        "| O2 | abstract | OAWS-Dyn runs the divergent group faster than GTO | 73.1 | 41.3 +-17.6 | % | right direction, further | "
        "50.0 | 41.3 | 33.1 |\n",
        "O2\tOAWS-Dyn runs the divergent group faster than GTO\t73.1\t41.3\tright direction\tfurther\t17.6\n",
        "\n+- half of the 95 % interval of the mean over seeds (Student's t); a change within it has no direction\n",
    };
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    put_oaws();
    claims_print(&c, file);
    claims_markdown(&c, file);
    claims_data(&c, file);
    fclose(file);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        if (!strstr(text, lines[i]))
            print_message("no line %sin\n%s", lines[i], text);
        assert_non_null(strstr(text, lines[i]));
    }
    free(text);
    campaign_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_changes), cmocka_unit_test(test_the_furthest), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_a_trend), cmocka_unit_test(test_a_spread), cmocka_unit_test(test_least_and_order),
        cmocka_unit_test(test_what_remains), cmocka_unit_test(test_a_choice), cmocka_unit_test(test_text),
        cmocka_unit_test(test_seeds_of_claims_alone),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
