// SPDX-License-Identifier: BSD-3-Clause
// Claims of the papers: each is the list's, what is measured of them on results written by hand, how they are judged and
// printed.
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

enum { PAPERS = 5 };
static const char *const paper_names[PAPERS] = { "oaws", "ccws", "kaws", "bucl", "owl" };

// A line of the list without the quotes of a field; whether it is a row of the paper.
static bool row_of(const char *paper_id, char *line)
{
    char *to = line, second[16];

    for (const char *from = line; *from && *from != '\r' && *from != '\n'; from++)
        if (*from != '"')
            *to++ = *from;
    *to = 0;
    return sscanf(line, "%*[^,],%15[^,]", second) == 1 && strcmp(second, paper_id) == 0;
}

// Every row of a paper in the claims list that the project was given, word for word and in its order; none of our own
// invention.
static unsigned compare_claims(FILE *file, const char *of, const claim *k)
{
    unsigned different = 0;
    char line[512], own[512];

    while (fgets(line, sizeof line, file)) {
        if (!row_of(of, line))
            continue;
        if (!k->id)
            return different + 1;
        snprintf(own, sizeof own, "%s,%s,%s,%s,%s,%s,%s,%s,%s", k->id, of, k->section, k->metric, k->subject, k->baseline,
                 k->group, k->value, k->unit);
        if (strcmp(line, own) != 0) {
            print_message("list %s\nours %s\n", line, own);
            different++;
        }
        k++;
    }
    return different + (k->id != NULL);
}

static void test_claims_are_the_papers(void **state)
{
    static claim changed[64];
    FILE *file = fopen("../shared/spec/paper_claims.csv", "r");
    unsigned count = 0;

    (void)state;
    if (!file) {
        print_message("skipped: ../shared/spec/paper_claims.csv is not there\n");
        skip();
    }
    for (unsigned i = 0; i < PAPERS; i++) {
        rewind(file);
        assert_int_equal(compare_claims(file, paper_names[i], by_hand_file(paper_names[i])->claims), 0);
    }
    for (; by_hand_file("oaws")->claims[count].id; count++)
        changed[count] = by_hand_file("oaws")->claims[count];
    changed[13].value = "54";                                           // a claim that was entered wrongly is noticed
    rewind(file);
    assert_int_equal(compare_claims(file, "oaws", changed), 1);
    memset(&changed[count - 1], 0, sizeof changed[0]);                  // and so is one that is missing
    rewind(file);
    assert_int_equal(compare_claims(file, "oaws", changed), 2);
    fclose(file);
}

static const claim *claim_of(const char *id)
{
    const claim *k = by_hand_file("oaws")->claims;

    while (strcmp(k->id, id) != 0)
        k++;
    return k;
}

// The edges of what docs/campaigns.md says: a tenth and a third of the claimed value, 1 per cent for a direction, 3 per
// cent for "no significant change".
static void test_verdicts(void **state)
{
    static const struct { const char *id; double value; const char *verdict; } cases[] = {
        { "O1", 36.7, "right direction, within a tenth" }, { "O1", 33.1, "right direction, within a tenth" },
        { "O1", 33, "right direction, within a third" }, { "O1", 48.9, "right direction, within a third" },
        { "O1", 49, "right direction, further" }, { "O1", 1, "right direction, further" },
        { "O1", 0.99, "no direction, further" }, { "O1", -0.99, "no direction, further" },
        { "O1", -1, "wrong direction, further" },
        { "O7", 1.6, "right direction, within a tenth" }, { "O7", 0.9, "no direction, further" },
        { "O10", 0.9, "right direction, within a tenth" }, { "O10", -1, "right direction, within a third" },
        { "O10", 3, "right direction, within a third" }, { "O10", -3.1, "wrong direction, further" },
        { "O21", 3, "right direction, within a third" }, { "O21", 3.1, "wrong direction, further" },
        { "O21", -20, "right direction, further" },                     // no benefit, though not the same
        { "O22", -1, "right direction, no size claimed" }, { "O22", -0.1, "no direction, no size claimed" },
        { "O22", 2, "wrong direction, no size claimed" },
        { "O16", 0.0141, "no direction claimed, within a tenth" },
        { "O25", 50.6, "right direction, within a third" }, { "O25", 50.4, "no direction, within a third" },
        { "O25", 49, "wrong direction, within a third" },
        { "O33", 8, "right direction, within a tenth" }, { "O33", 32, "no direction, further" },
        { "O2", NAN, "" },
    };
    char words[64];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        campaign c = { .file = by_hand_file("oaws") };

        verdict_words(claim_judge(&c, claim_of(cases[i].id), &(measurement){ .value = cases[i].value }), words);
        if (strcmp(words, cases[i].verdict) != 0)
            fail_msg("%s at %g: seen `%s', expected `%s'", cases[i].id, cases[i].value, words, cases[i].verdict);
    }
}

// A step against it of 1 per cent or more takes a trend its direction.
static void test_trends(void **state)
{
    static const struct { const char *id; measurement m; direction direction; } cases[] = {
        { "O22", { .value = -5, .fall = -3, .rise = 0.9 }, DIRECTION_RIGHT },
        { "O22", { .value = -5, .fall = -6, .rise = 1 }, DIRECTION_WRONG },
        { "O21", { .value = -5, .highest = 3 }, DIRECTION_RIGHT },
        { "O21", { .value = -5, .highest = 3.1 }, DIRECTION_WRONG },
    };
    campaign c = { .file = by_hand_file("oaws") };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(claim_judge(&c, claim_of(cases[i].id), &cases[i].m).direction, cases[i].direction);
}

static double measured(campaign *c, const char *id, const char *words)
{
    measurement m;

    claim_measure(c, claim_of(id), &m);
    assert_string_equal(m.words, words);
    return m.value;
}

static void test_measuring(void **state)
{
    campaign c;
    measurement m;

    (void)state;
    by_hand_few(&c);
    assert_number(measured(&c, "O2", ""), 100, 1e-9);              // sqrt(4 * 1) = 2
    assert_number(measured(&c, "O17", ""), 100, 1e-9);             // 32 MSHRs are the machine's own
    assert_number(measured(&c, "O11", ""), 25, 1e-9);              // (10 % + 40 %) / 2
    assert_number(measured(&c, "O10", "vadd under oaws-dyn; of all schedulers -5.0: vadd under oaws-dyn"),
                       -5, 1e-9);
    assert_number(measured(&c, "O6", "1 of 2 kernels"), 100, 1e-9);        // atax: limit 4 over gto
    assert_true(isnan(measured(&c, "O1", "not run")));
    assert_true(isnan(measured(&c, "O18", "not run")));
    claim unbuilt = *claim_of("O3");
    unbuilt.over = "nosuch";
    claim_measure(&c, &unbuilt, &m);
    assert_string_equal(m.words, "not built: nosuch");
    assert_true(isnan(m.value));
    by_hand_put(&c, "atax", "gto MSHR 48", 0, "{\"group\":\"divergent\",\"ipc\":2}");
    by_hand_put(&c, "atax", "gto MSHR 64", 0, "{\"group\":\"divergent\",\"ipc\":2}");
    by_hand_put(&c, "atax", "gto MSHR 96", 0, "{\"group\":\"divergent\",\"ipc\":2}");
    assert_true(isnan(measured(&c, "O21", "not run")));                 // of two kernels one is no trend
    assert_number(measured(&c, "O32", "rounding apart; make overhead has the registers"), 328, 0);
    campaign_end(&c);
}

// Over gto with 32 MSHRs: 2, 0.5, 1.5 times. The steps are +100, -75 and +200 per cent.
static void test_a_trend_by_hand(void **state)
{
    campaign c;
    measurement m;

    (void)state;
    by_hand_few(&c);
    by_hand_put(&c, "atax", "gto MSHR 48", 0, "{\"group\":\"divergent\",\"ipc\":4}");
    by_hand_put(&c, "bfs", "gto MSHR 48", 0, "{\"group\":\"divergent\",\"ipc\":10}");
    by_hand_put(&c, "atax", "gto MSHR 64", 0, "{\"group\":\"divergent\",\"ipc\":1}");
    by_hand_put(&c, "bfs", "gto MSHR 64", 0, "{\"group\":\"divergent\",\"ipc\":2.5}");
    by_hand_put(&c, "atax", "gto MSHR 96", 0, "{\"group\":\"divergent\",\"ipc\":3}");
    by_hand_put(&c, "bfs", "gto MSHR 96", 0, "{\"group\":\"divergent\",\"ipc\":7.5}");
    claim_measure(&c, claim_of("O21"), &m);
    assert_string_equal(m.words, "32 +0.0, 48 +100.0, 64 -50.0, 96 +50.0");
    assert_number(m.value, 50, 1e-9);
    assert_number(m.rise, 200, 1e-9);
    assert_number(m.fall, -75, 1e-9);
    assert_number(m.highest, 100, 1e-9);
    assert_int_equal(m.counted, 2);
    campaign_end(&c);
}

// The means are 20 and 25: 20 per cent less. A kernel that lacks one of the two counts in neither.
static void test_an_order_by_hand(void **state)
{
    campaign c;
    measurement m;
    static const char *const kernels[] = { "bfs", "kmeans", "syrk" };

    (void)state;

    by_hand_empty(&c, "ccws", kernels, 3);
    for (unsigned i = 0; i < 3; i++) {                          // each three times as fast with 8 MB: sensitive
        by_hand_put(&c, kernels[i], "lrr L1D-sets 32", 0, "{\"ipc\":1}");
        by_hand_put(&c, kernels[i], "lrr L1D-sets 8192", 0, "{\"ipc\":3}");
    }
    by_hand_put(&c, "bfs", "ccws", 0, "{\"belady\":{\"lru\":{\"mpki\":10},\"optimal\":{\"mpki\":1}}}");
    by_hand_put(&c, "kmeans", "ccws", 0, "{\"belady\":{\"lru\":{\"mpki\":30},\"optimal\":{\"mpki\":2}}}");
    by_hand_put(&c, "syrk", "ccws", 0, "{\"belady\":{\"lru\":{\"mpki\":1000},\"optimal\":{\"mpki\":2}}}");
    by_hand_put(&c, "bfs", "gto", 0, "{\"belady\":{\"lru\":{\"mpki\":99},\"optimal\":{\"mpki\":20}}}");
    by_hand_put(&c, "kmeans", "gto", 0, "{\"belady\":{\"lru\":{\"mpki\":99},\"optimal\":{\"mpki\":30}}}");
    const claim *order = c.file->claims;
    while (strcmp(order->id, "C3") != 0)
        order++;
    claim_measure(&c, order, &m);
    assert_number(m.value, -20, 1e-9);
    assert_int_equal(m.counted, 2);
    assert_int_equal(m.wanted, 3);
    assert_int_equal(claim_judge(&c, order, &m).direction, DIRECTION_RIGHT);
    campaign_end(&c);
}

static void assert_lines(const char *text, const char *const *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strstr(text, lines[i]))
            fail_msg("no line %sin\n%s", lines[i], text);
}

// How claims are printed, word for word.
static void test_claims_text(void **state)
{
    static const char *const lines[] = {
        "  O2   abstract OAWS-Dyn runs the divergent group faster than GTO                                                  "
        "       73.1     100.0       150.0       100.0        60.0  right direction, further\n",
        "  O7   5.1      MASCAR runs the divergent group hardly faster than GTO                                             "
        "        1.7         -           -           -           -  not run\n",
        "  O11  5.3      Divergent loads that are fully cached under GTO; fewer than under OAWS-Dyn                         "
        "         20      25.0        25.0        20.0        16.0  within a third\n",
        "| O2 | abstract | OAWS-Dyn runs the divergent group faster than GTO | 73.1 | 100.0 | % | right direction, further | "
        "150.0 | 100.0 | 60.0 |\n",
        "| O7 | 5.1 | MASCAR runs the divergent group hardly faster than GTO | 1.7 | - | % | not run | - | - | - |\n",
        "O5\tOAWS-Dyn runs the divergent group faster than each kernel's best fixed limit of warps\t11.4\t100.0\tright "
        "direction\tfurther\t-\n",
    };
    campaign c;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    by_hand_few(&c);
    claims_print(&c, file);
    claims_markdown(&c, file);
    claims_data(&c, file);
    fclose(file);
    assert_lines(text, lines, sizeof lines / sizeof lines[0]);
    free(text);
    campaign_end(&c);
}

// The claims on a second machine: its own runs, over its own baseline, and held against claims there.
static void test_claims_also(void **state)
{
    static const char *const lines[] = {
        "\nThe claims that rest on runs, on owl and on owl_data: owl with policy.owl_waits=data\n\n"
        "|  | claimed | owl | verdict | owl_data | verdict |\n| --- | ---: | ---: | --- | ---: | --- |\n"
        "| W1 | 14 | 50.0 | right direction, further | -20.0 | wrong direction, further |\n"
        "| W2 | 11 | 10.0 | right direction, within a tenth | 40.0 | right direction, further |\n",
        "\nOn owl_data 6 of 22 claims are measured: ",
        "  W1         14           50.0  right direction, further                          -20.0  wrong direction, further\n",
    };
    static campaign_file own;
    campaign c;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    measurement m;

    (void)state;
    by_hand_empty(&c, "owl", (const char *const[]){ "bfs" }, 1);
    by_hand_put(&c, "bfs", "lrr", 0, "{\"ipc\":100}");
    by_hand_put(&c, "bfs", "lrr perfect-L1", 0, "{\"ipc\":300}");
    by_hand_put(&c, "bfs", "cta-aware", 0, "{\"ipc\":150}");
    by_hand_put(&c, "bfs", "cta-aware-locality", 0, "{\"ipc\":160}");
    by_hand_put(&c, "bfs", "lrr @owl_data", 0, "{\"ipc\":50}");
    by_hand_put(&c, "bfs", "cta-aware @owl_data", 0, "{\"ipc\":40}");
    by_hand_put(&c, "bfs", "cta-aware-locality @owl_data", 0, "{\"ipc\":60}");
    claims_markdown(&c, file);
    claims_print(&c, file);
    fclose(file);
    assert_lines(text, lines, sizeof lines / sizeof lines[0]);
    free(text);
    own = *c.file;
    own.also[2].direction = "above W1";                                 // W3: 20 % against -20 there, 60 against 50 here
    c.file = &own;
    claim_measure(&c, &own.also[2], &m);
    assert_string_equal(own.also[2].id, "W3");
    assert_number(m.value, 20, 1e-9);
    assert_int_equal(claim_judge(&c, &own.also[2], &m).direction, DIRECTION_RIGHT);
    campaign_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_claims_are_the_papers), cmocka_unit_test(test_verdicts), cmocka_unit_test(test_trends),
        cmocka_unit_test(test_measuring), cmocka_unit_test(test_a_trend_by_hand), cmocka_unit_test(test_an_order_by_hand),
        cmocka_unit_test(test_claims_text), cmocka_unit_test(test_claims_also),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
