// SPDX-License-Identifier: BSD-3-Clause
// What a campaign is made of, by hand-computed values: means, names of systems, tables, claims, plans.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/number.h"

#include "sim/campaign/benchmarks.h"
#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"
#include "sim/campaign/engine/display.h"
#include "sim/campaign/statistics.h"
#include "sim/workload/workload.h"
#include "tests/sim/campaign/by_hand.h"

static void test_means(void **state)
{
    const double values[] = { 2, 8, NAN, 4 }, two[] = { 1, 3 }, none[] = { NAN }, zero[] = { 0, 3 };

    (void)state;
    assert_number(arithmetic_mean(values, 4), 14.0 / 3, 1e-12);
    assert_number(geometric_mean(values, 4), 4, 1e-12);            // (2 * 8 * 4)^(1/3)
    assert_number(harmonic_mean(values, 4), 24.0 / 7, 1e-12);      // 3 / (1/2 + 1/8 + 1/4)
    assert_number(geometric_mean(zero, 2), 0, 0);
    assert_number(harmonic_mean(zero, 2), 0, 0);
    assert_number(standard_deviation(two, 2), 1, 1e-12);           // of the population: sqrt((1 + 1) / 2)
    assert_number(standard_deviation(values, 4), sqrt(56.0 / 9), 1e-12);
    assert_true(isnan(arithmetic_mean(none, 1)) && isnan(geometric_mean(none, 1)) && isnan(harmonic_mean(none, 1)));
    assert_true(isnan(standard_deviation(none, 0)));
}

static void test_systems(void **state)
{
    static const char *const wrong[] = { "", "gt", "gto SMR", "gto SMR x", "gto fill", "oaws-static 50", "swl-best" };
    campaign_system system;

    (void)state;
    assert_true(system_resolve("gto", &system));
    assert_string_equal(system.policy, "gto");
    assert_int_equal(system.n_sets, 0);
    assert_true(system_resolve("oaws-static SMR 50%", &system));
    assert_string_equal(system.policy, "oaws-static");
    assert_string_equal(system.sets[0], "policy.smr=50");
    assert_true(system_resolve("oaws-dyn MSHR 48 allocate-on-miss", &system));
    assert_int_equal(system.n_sets, 2);
    assert_string_equal(system.sets[0], "l1d.mshrs=48");
    assert_string_equal(system.sets[1], "l1d.allocate=miss");
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(system_resolve(wrong[i], &system));
}

// `*` is every value that the key of the word before it may have on the machine.
static void test_every_value(void **state)
{
    machine_error error;
    machine m;
    char *text, key[SYSTEM_SET];
    uint32_t low, most;

    (void)state;
    assert_true(machine_load(&m, "oaws", &error));
    m.core.warps = 12;
    text = system_spell("swl limit * allocate-on-miss", &m);
    assert_string_equal(text, "swl limit 1,2,3,4,5,6 allocate-on-miss");
    free(text);
    text = system_spell("gto policy.swl_limit=*;lrr", &m);
    assert_string_equal(text, "gto policy.swl_limit=1,2,3,4,5,6;lrr");
    free(text);
    text = system_spell("oaws-static SMR 0,5", &m);
    assert_string_equal(text, "oaws-static SMR 0,5");
    free(text);
    m.core.schedulers = 4;
    assert_true(best_word_range(best_word_of("swl-best MSHR 48"), &m, key, &low, &most));
    assert_string_equal(key, "policy.swl_limit");
    assert_true(low == 1 && most == 3);
    assert_null(best_word_of("swl-bes"));
    assert_null(best_word_of("swl-bestest"));
    assert_true(machine_key_range(&m, "l1d.mshrs", &low, &most) && low == 2 && most == 256);
    assert_false(machine_key_range(&m, "l1d.index", &low, &most));
    assert_false(machine_key_range(&m, "mshrs", &low, &most));
}

// A word of a list that holds commas stands for each of its parts, the first word changing fastest; behind `;` follows
// another list.
static void test_system_lists(void **state)
{
    static const char *const names[] = {
        "gto MSHR 32 allocate-on-miss", "oaws-dyn MSHR 32 allocate-on-miss", "gto MSHR 96 allocate-on-miss",
        "oaws-dyn MSHR 96 allocate-on-miss",
    };
    char name[SYSTEM_NAME], list[2 * SYSTEM_NAME];

    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        assert_true(system_choose("gto,oaws-dyn MSHR 32,96 allocate-on-miss", i, name));
        assert_string_equal(name, names[i]);
    }
    assert_false(system_choose("gto,oaws-dyn MSHR 32,96 allocate-on-miss", 4, name));
    assert_true(system_choose("gto", 0, name));
    assert_string_equal(name, "gto");
    assert_false(system_choose("gto", 1, name));
    assert_true(system_choose("gto,lrr MSHR 32,96;lrr allocate-on-miss,allocate-on-fill;gto", 4, name));
    assert_string_equal(name, "lrr allocate-on-miss");
    assert_true(system_choose("gto,lrr MSHR 32,96;lrr allocate-on-miss,allocate-on-fill;gto", 3, name));
    assert_string_equal(name, "lrr MSHR 96");
    assert_true(system_choose("gto,lrr MSHR 32,96;lrr allocate-on-miss,allocate-on-fill;gto", 6, name));
    assert_string_equal(name, "gto");
    assert_false(system_choose("gto,lrr MSHR 32,96;lrr allocate-on-miss,allocate-on-fill;gto", 7, name));
    assert_true(system_choose("gto,lrr l1d.mshrs=32,48 policy.smr=1,2", 6, name));
    assert_string_equal(name, "gto l1d.mshrs=48 policy.smr=2");
    assert_int_equal(systems_count("gto,lrr l1d.mshrs=32,48 policy.smr=1,2;gto"), 9);
    assert_false(system_choose("", 0, name));
    memset(name, 'a', sizeof name - 1);                             // a name that is too long
    snprintf(list, sizeof list, "%.*s x y", (int)sizeof name - 4, name);
    assert_false(system_choose(list, 0, name));
    snprintf(list, sizeof list, "%.*s x", (int)sizeof name - 4, name);
    assert_true(system_choose(list, 0, name));
}

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

// A campaign whose results are written by hand: two divergent kernels and a coherent one.
static void put_run(campaign *c, const char *kernel, const char *system, const char *json)
{
    campaign_run *run = campaign_add(c, kernel, system);

    assert_non_null(run);
    campaign_take_result(run, &(store_run){ .result = strdup(json), .reason = strdup("") });
}

static void begin_by_hand(campaign *c)
{
    by_hand_empty(c, "oaws", (const char *const[]){ "atax", "bfs", "vadd" }, 3);
    put_run(c, "atax", "gto", "{\"group\":\"divergent\",\"ipc\":2.0,"
            "\"loads\":{\"divergent\":10,\"divergent_fully_cached\":1}}");
    put_run(c, "atax", "oaws-dyn", "{\"group\":\"divergent\",\"ipc\":8}");
    put_run(c, "bfs", "gto", "{\"group\":\"divergent\",\"ipc\":5,"
            "\"loads\":{\"divergent\":10,\"divergent_fully_cached\":4}}");
    put_run(c, "bfs", "oaws-dyn", "{\"group\":\"divergent\",\"ipc\":5}");
    put_run(c, "vadd", "gto", "{\"group\":\"coherent\",\"ipc\":4}");
    put_run(c, "vadd", "oaws-dyn", "{\"group\":\"coherent\",\"ipc\":3.8}");
    put_run(c, "atax", "swl limit 1", "{\"ipc\":1}");
    put_run(c, "atax", "swl limit 4", "{\"ipc\":4}");
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
    begin_by_hand(&c);
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
    put_run(&c, "atax", "gto MSHR 48", "{\"group\":\"divergent\",\"ipc\":2}");
    put_run(&c, "atax", "gto MSHR 64", "{\"group\":\"divergent\",\"ipc\":2}");
    put_run(&c, "atax", "gto MSHR 96", "{\"group\":\"divergent\",\"ipc\":2}");
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
    begin_by_hand(&c);
    put_run(&c, "atax", "gto MSHR 48", "{\"group\":\"divergent\",\"ipc\":4}");
    put_run(&c, "bfs", "gto MSHR 48", "{\"group\":\"divergent\",\"ipc\":10}");
    put_run(&c, "atax", "gto MSHR 64", "{\"group\":\"divergent\",\"ipc\":1}");
    put_run(&c, "bfs", "gto MSHR 64", "{\"group\":\"divergent\",\"ipc\":2.5}");
    put_run(&c, "atax", "gto MSHR 96", "{\"group\":\"divergent\",\"ipc\":3}");
    put_run(&c, "bfs", "gto MSHR 96", "{\"group\":\"divergent\",\"ipc\":7.5}");
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
        put_run(&c, kernels[i], "lrr L1D-sets 32", "{\"ipc\":1}");
        put_run(&c, kernels[i], "lrr L1D-sets 8192", "{\"ipc\":3}");
    }
    put_run(&c, "bfs", "ccws", "{\"belady\":{\"lru\":{\"mpki\":10},\"optimal\":{\"mpki\":1}}}");
    put_run(&c, "kmeans", "ccws", "{\"belady\":{\"lru\":{\"mpki\":30},\"optimal\":{\"mpki\":2}}}");
    put_run(&c, "syrk", "ccws", "{\"belady\":{\"lru\":{\"mpki\":1000},\"optimal\":{\"mpki\":2}}}");
    put_run(&c, "bfs", "gto", "{\"belady\":{\"lru\":{\"mpki\":99},\"optimal\":{\"mpki\":20}}}");
    put_run(&c, "kmeans", "gto", "{\"belady\":{\"lru\":{\"mpki\":99},\"optimal\":{\"mpki\":30}}}");
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

static void put_seed(campaign *c, const char *system, unsigned seed, const char *json)
{
    campaign_take_result(campaign_add_seed(c, "atax", system, seed), &(store_run){ .result = strdup(json), .reason = strdup("") });
}

// 8 over 2 and 6 over 3: the mean of 4 and 2. Of a seed that is missing there is no quotient of them all.
static void test_a_quotient_over_seeds(void **state)
{
    campaign c;

    (void)state;
    begin_by_hand(&c);
    c.seeds[1] = 1;
    c.n_seeds = 2;
    put_seed(&c, "gto", 1, "{\"ipc\":3}");
    assert_true(isnan(campaign_quotient(&c, "atax", "oaws-dyn", "gto", "ipc", "ipc")));
    put_seed(&c, "oaws-dyn", 1, "{\"ipc\":6}");
    assert_number(campaign_quotient(&c, "atax", "oaws-dyn", "gto", "ipc", "ipc"), 3, 1e-9);
    campaign_end(&c);
}

// Its cell of fig. 13, by MSHRs, under GTO. NAN: empty.
static double mean_of_48_mshrs(campaign *c)
{
    sheet *sheets[FIGURES_MAX];
    unsigned count = figures_make(c, sheets);
    double value = -1;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned row = 0; strcmp(sheets[i]->id, "fig13") == 0 && row < sheets[i]->n_rows; row++)
            if (strcmp(sheets[i]->rows[row], "48") == 0)
                value = sheets[i]->values[row][0];
        sheet_free(sheets[i]);
    }
    return value;
}

// The mean of a group has all of its kernels, or is none.
static void test_a_mean_is_of_the_whole_group(void **state)
{
    campaign c;

    (void)state;
    by_hand_empty(&c, "sensitivity", (const char *const[]){ "atax", "bfs" }, 2);
    put_run(&c, "atax", "gto", "{\"group\":\"divergent\",\"ipc\":2}");
    put_run(&c, "bfs", "gto", "{\"group\":\"divergent\",\"ipc\":5}");
    put_run(&c, "atax", "gto MSHR 48", "{\"group\":\"divergent\",\"ipc\":4}");
    assert_true(isnan(mean_of_48_mshrs(&c)));
    put_run(&c, "bfs", "gto MSHR 48", "{\"group\":\"divergent\",\"ipc\":40}");
    assert_number(mean_of_48_mshrs(&c), 4, 1e-9);               // sqrt(2 * 8)
    campaign_end(&c);
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
        "direction\tfurther\n",
    };
    campaign c;
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    begin_by_hand(&c);
    claims_print(&c, file);
    claims_markdown(&c, file);
    claims_data(&c, file);
    fclose(file);
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!strstr(text, lines[i]))
            fail_msg("no line %sin\n%s", lines[i], text);
    free(text);
    campaign_end(&c);
}

static void forget_runs(campaign *c)
{
    c->n_runs = 0;
    lookup_free(&c->by_key);
    lookup_free(&c->by_system);
}

static void test_keys(void **state)
{
    campaign c;
    char key[STORE_KEY];

    (void)state;
    begin_by_hand(&c);
    assert_ptr_equal(campaign_add(&c, "atax", "gto"), campaign_add(&c, "atax", "gto MSHR 32 allocate-on-fill"));
    assert_ptr_not_equal(campaign_add(&c, "atax", "gto"), campaign_add(&c, "atax", "gto MSHR 48"));
    assert_ptr_not_equal(campaign_add(&c, "atax", "gto"), campaign_add(&c, "bfs", "gto"));
    assert_ptr_equal(campaign_add(&c, "atax", "gto"), campaign_add(&c, "atax", "swl limit 24"));    // all warps
    assert_ptr_equal(campaign_add(&c, "atax", "gto MSHR 48"), campaign_add(&c, "atax", "swl limit 25 MSHR 48"));
    assert_string_equal(campaign_add(&c, "atax", "swl limit 23")->system.policy, "swl");
    assert_null(campaign_add(&c, "atax", "gto MSHR 1"));                // cannot be built
    strcpy(key, campaign_add(&c, "atax", "lrr")->key);
    forget_runs(&c);
    c.program_hash++;
    assert_string_not_equal(key, campaign_add(&c, "atax", "lrr")->key);
    forget_runs(&c);
    c.program_hash--;
    c.kernels[0].size = "128";
    assert_string_not_equal(key, campaign_add(&c, "atax", "lrr")->key);
    forget_runs(&c);
    c.kernels[0].size = "";
    c.seeds[0] = 1;
    assert_string_not_equal(key, campaign_add(&c, "atax", "lrr")->key);
    campaign_end(&c);
}

// Every kernel under the baseline first; then what claims need, the divergent kernel before the coherent one.
static void test_plans(void **state)
{
    campaign c;

    (void)state;
    by_hand_empty(&c, "papers", (const char *const[]){ "atax", "vadd" }, 2);
    put_run(&c, "atax", "gto", "{\"group\":\"divergent\",\"ipc\":2.0}");
    put_run(&c, "vadd", "gto", "{\"group\":\"coherent\",\"ipc\":4}");
    assert_true(campaign_plan(&c, 0));
    assert_int_equal(c.n_runs, 2);
    assert_int_equal(campaign_missing(&c), 0);
    assert_true(campaign_plan(&c, 1));
    assert_string_equal(c.runs[2].kernel->name, "atax");
    assert_string_equal(c.runs[2].system.name, "oaws-dyn");
    assert_string_equal(c.runs[4].kernel->name, "vadd");
    assert_int_equal(c.n_runs, 2 + 2 * 2 + 23 + 2);                     // both OAWS, MASCAR, CCWS, the limits of atax but for all warps
    assert_true(campaign_plan(&c, 2));
    assert_int_equal(c.n_runs, 2 + 2 * 2 + 23 + 2 + 2 + 23 + 2);        // ocw, the limits, MASCAR and CCWS of vadd
    assert_int_equal(campaign_missing(&c), c.n_runs - 2);
    assert_false(campaign_plan(&c, 3));
    campaign_end(&c);
}

// Before the first cycle: a machine that a system of the campaign cannot be.
static void test_what_cannot_be_built(void **state)
{
    machine_error error;
    campaign c;

    (void)state;
    begin_by_hand(&c);
    assert_true(campaign_check_systems(&c));
    assert_true(machine_set(&c.machines[0].base, "l1d.mshrs=97", &error));
    assert_false(campaign_check_systems(&c));
    assert_non_null(strstr(c.error, "oaws-dyn: "));
    campaign_end(&c);
}

// Two workers; what each kernel took until now, the mean of all for one of which nothing is known.
static void test_time_to_go(void **state)
{
    campaign c;

    (void)state;
    begin_by_hand(&c);
    c.parallel = 2;
    assert_number(display_seconds_to_go(&c, 0), 0, 0);
    for (unsigned i = 0; i < c.n_runs; i++)
        c.runs[i].stored.seconds = strcmp(c.runs[i].kernel->name, "atax") == 0 ? 100 : 10;         // 4 runs of 8
    campaign_add(&c, "atax", "ocw")->planned = true;
    campaign_add(&c, "bfs", "ocw")->planned = true;
    campaign_kernel_bundled(&c, "2mm");
    campaign_add(&c, "2mm", "ocw")->planned = true;
    campaign_add(&c, "atax", "lrr");                                    // only a table asked for it
    assert_number(display_seconds_to_go(&c, 0), (100 + 10 + 55) / 2.0, 1e-9);
    campaign_add(&c, "atax", "ocw")->state = RUN_STARTED;
    campaign_add(&c, "atax", "ocw")->began = 1000;
    assert_number(display_seconds_to_go(&c, 1030), (70 + 10 + 55) / 2.0, 1e-9);
    assert_number(display_seconds_to_go(&c, 1200), (10 + 55) / 2.0, 1e-9);
    campaign_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_means), cmocka_unit_test(test_systems), cmocka_unit_test(test_every_value), cmocka_unit_test(test_system_lists),
        cmocka_unit_test(test_claims_are_the_papers),
        cmocka_unit_test(test_verdicts), cmocka_unit_test(test_trends),
        cmocka_unit_test(test_measuring), cmocka_unit_test(test_a_trend_by_hand), cmocka_unit_test(test_an_order_by_hand),
        cmocka_unit_test(test_a_quotient_over_seeds), cmocka_unit_test(test_a_mean_is_of_the_whole_group), cmocka_unit_test(test_claims_text),
        cmocka_unit_test(test_keys), cmocka_unit_test(test_plans), cmocka_unit_test(test_what_cannot_be_built),
        cmocka_unit_test(test_time_to_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
