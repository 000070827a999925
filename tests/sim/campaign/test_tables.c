// SPDX-License-Identifier: BSD-3-Clause
// Every cell of every table, and the claims, of the campaign that is written by hand (by_hand.h): what is expected is
// worked out from its numbers, not by the code under test.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/axes.h"
#include "sim/campaign/claims.h"
#include "sim/campaign/figures.h"
#include "tests/sim/campaign/by_hand.h"

static campaign c;
static sheet *sheets[FIGURES_MAX];
static unsigned n_sheets;

static const char *const names[] = { "atax", "bicg", "mvt", "gesummv", "kmeans", "bfs", "vadd", "2mm" };
static const char *const systems[] = { "gto", "swl-best", "oaws-static", "oaws-dyn", "ocw" };

static int begin(void **state)
{
    (void)state;
    by_hand_begin(&c, "/proc/self/exe", "");
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

static const sheet *sheet_of(const char *id)
{
    for (unsigned i = 0; i < n_sheets; i++)
        if (strcmp(sheets[i]->id, id) == 0)
            return sheets[i];
    fail_msg("no table %s", id);
    return NULL;
}

static void check(const char *id, const char *row, const char *column, double expected)
{
    const sheet *s = sheet_of(id);
    unsigned r = 0, k = 0;

    while (r < s->n_rows && strcmp(s->rows[r], row) != 0)
        r++;
    while (k < s->n_columns && strcmp(s->columns[k], column) != 0)
        k++;
    if (r == s->n_rows || k == s->n_columns)
        fail_msg("%s: no cell %s, %s", id, row, column);
    if (!(fabs(s->values[r][k] - expected) < 1e-9) && !(isnan(expected) && isnan(s->values[r][k])))
        fail_msg("%s: %s, %s: seen %.12g, expected %.12g", id, row, column, s->values[r][k], expected);
}

// One column of all kernels and the means of both groups.
static void check_column(const char *id, const char *column, const double of[static 8], const char *mean,
                         double divergent, double coherent)
{
    char row[SHEET_NAME];

    for (unsigned i = 0; i < 8; i++)
        if (!isnan(of[i]) || strcmp(id, "fig10") != 0)
            check(id, names[i], column, of[i]);
    snprintf(row, sizeof row, "%s divergent", mean);
    check(id, row, column, divergent);
    snprintf(row, sizeof row, "%s coherent", mean);
    check(id, row, column, coherent);
}

// GMean: 2 to the mean of the exponents.
static void test_ipc(void **state)
{
    (void)state;
    check_column("fig8", "gto", (double[]){ 1, 1, 1, 1, 1, 1, 1, 1 }, "GMean", 1, 1);
    check_column("fig8", "swl-best", (double[]){ 8, 8, 8, 1, 16, 32, 1, 2 }, "GMean", 8, sqrt(2));
    check_column("fig8", "oaws-static", (double[]){ 1, 1, 1, 2, 16, 128, 1, .5 }, "GMean", 4, sqrt(.5));
    check_column("fig8", "oaws-dyn", (double[]){ 2, 2, 4, 8, 16, 128, 2, 1 }, "GMean", 8, sqrt(2));
    check_column("fig8", "ocw", (double[]){ 2, 1, 1, .5, 1, 1 / 64.0, 1, 4 }, "GMean", .5, 2);
    assert_int_equal(sheet_of("fig8")->n_rows, 10);
}

// CCWS as the paper describes it, and as the CCWS paper does; nobody has run it by its order alone.
static void test_readings_of_ccws(void **state)
{
    (void)state;
    check("ccws", "GMean divergent", "ccws-priority", 2);
    check("ccws", "GMean divergent", "ccws", 4);
    check("ccws", "bfs", "ccws-priority order-alone", NAN);
    check("ccwsdyn", "atax", "ccws", 2);
    check("ccwsdyn", "GMean divergent", "ccws-priority", .25);
    check("ccwscached", "mean divergent", "ccws-priority", 25);
    check("ccwscached", "mean divergent", "ccws", 200 / 3.0);
    check("fig8", "GMean divergent", "ccws-priority", 2);
    check("fig14", "ccws-priority", "allocate-on-fill", .25);
    check("fig14", "ccws", "allocate-on-fill", .25);
}

// What the values of a table are: the counter with its unit, or what it is over.
static void test_axes(void **state)
{
    (void)state;
    assert_string_equal(sheet_of("fig8")->axis, "ipc over gto");
    assert_string_equal(sheet_of("fig10")->axis, "loads.divergent_fully_cached/loads.divergent (loads / loads)");
    assert_string_equal(sheet_of("fig14")->axis, "ipc over the first column");
}

static void test_swl(void **state)
{
    static const char *const rows[] = { "atax, best 4, in the paper 2", "bicg, best 6, in the paper 2", "mvt, best 3, in the paper 2",
        "gesummv, best none, in the paper 1", "kmeans, best 6, in the paper 4", "bfs, best 12, in the paper 3", "vadd, best 2", "2mm, best 12", "GMean divergent", "GMean coherent" };
    static const char *const limits[] = { "1", "2", "3", "4", "6", "8", "12", "24" };
    static const double powers[10][8] = {           // 24 are all warps of a scheduler, which is no limit
        { -1, 1, 2, 3, 2, 2, 1 }, { -1, 0, 1, 2, 3, 1, 1 }, { 0, 1, 3, 2, 1, 2, 0 }, { -2, -1, -1, -1, -1, -1, -1 },
        { -1, 0, 1, 2, 4, 1, 3 }, { -1, 1, 2, 3, 2, 4, 5 }, { -1, 0, -2, -3, -1, -3, -2 }, { -1, -2, -3, -4, -1, 0, 1 },
        { -1, 2 / 6.0, 8 / 6.0, 11 / 6.0, 11 / 6.0, 9 / 6.0, 9 / 6.0 }, { -1, -1, -2.5, -3.5, -1, -1.5, -.5 },
    };

    (void)state;
    for (unsigned row = 0; row < 10; row++)
        for (unsigned limit = 0; limit < 8; limit++)
            check("swl", rows[row], limits[limit], exp2(powers[row][limit]));
    assert_int_equal(sheet_of("swl")->n_rows, 10);
}

static void test_ldst_stalls(void **state)
{
    (void)state;
    check_column("fig2", "coal", (double[]){ 1, 1, 1, 1, 1, 1, 5 / 70.0, 1.875 }, "mean", 1, (5 / 70.0 + 1.875) / 2);
    check_column("fig2", "mshr", (double[]){ 40, 50, 60, 60, 70, 60, 10, 10 }, "mean", 340 / 6.0, 10);
    check_column("fig2", "icnt", (double[]){ 2, 1.5, 2 / 3.0, .25, .8, 1, .1, 1 }, "mean", (5.55 + 2 / 3.0) / 6, .55);
    check_column("fig2", "schedulers", (double[]){ 50, 60, 70, 70, 90, 60, 20, 20 }, "mean", 400 / 6.0, 20);
    assert_int_equal(sheet_of("fig2")->n_rows, 10);
}

static void test_occlusion(void **state)
{
    (void)state;
    check_column("fig3", "coherent", (double[]){ 10, 20, 30, 40, 20, 10, 5, 10 }, "mean", 130 / 6.0, 7.5);
    check_column("fig3", "divergent", (double[]){ 40, 30, 20, 40, 60, 30, NAN, 40 }, "mean", 220 / 6.0, 40);
    assert_int_equal(sheet_of("fig3")->n_rows, 10);
}

// Over GTO's cycles: 4, 6, 2, 3 times GTO's stalls; SWL without a limit is GTO.
static void test_stalls_by_system(void **state)
{
    static const double coal[] = { 2, 1.6, 1.5, 1, 1, .8 }, mshr[] = { 80, 80, 90, 60, 70, 48 };
    static const double icnt[] = { 4, 2.4, 1, .25, .8, .8 }, times[] = { 1, 4, 6, 2, 3 };

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned k = 0; k < 5; k++) {
            double factor = i == 3 && k == 1 ? 1 : times[k];
            char row[SHEET_NAME];

            snprintf(row, sizeof row, "%s %s", names[i], systems[k]);
            check("fig9", row, "coal", coal[i] * factor);
            check("fig9", row, "mshr", mshr[i] * factor);
            check("fig9", row, "icnt", icnt[i] * factor);
        }
    }
}

// A share of each system's own: 2, 3, 1/2, 3/2 times GTO's; SWL's best is GTO for gesummv.
static void check_shares(const char *id, const double gto[static 8], double divergent, double coherent,
                         double swl_divergent, double swl_coherent)
{
    static const double times[] = { 1, 2, 3, .5, 1.5 };

    for (unsigned k = 0; k < 5; k++) {
        double of[8];

        for (unsigned i = 0; i < 8; i++)
            of[i] = gto[i] * (i == 3 && k == 1 ? 1 : times[k]);
        check_column(id, systems[k], of, "mean", k == 1 ? swl_divergent : divergent * times[k],
                     k == 1 ? swl_coherent : coherent * times[k]);
    }
}

static void test_shares(void **state)
{
    (void)state;
    check_shares("fig10", (double[]){ 10, 20, 30, 20, 10, 10, NAN, 10 }, 100 / 6.0, 10, 30, 20);
    check_shares("fig11", (double[]){ 40, 10, 20, 10, 20, 10, 20, 14 }, 110 / 6.0, 17, 35, 34);
    check_shares("mshr", (double[]){ .5, 1, 1.5, 2, 1, 1, .1, 2 }, 7 / 6.0, 1.05, 2, 2.1);
    check_shares("held", (double[]){ 50, 20, 20, 50, 50, 94, 10, 10 }, 284 / 6.0, 10, 518 / 6.0, 20);
    check_shares("oldest", (double[]){ 40, 20, 30, 40, 60, 94, 20, 10 }, 284 / 6.0, 15, 88, 30);
    assert_int_equal(sheet_of("fig10")->n_rows, 9);                     // vadd has no divergent loads
    assert_int_equal(sheet_of("oldest")->n_rows, 10);
}

static void test_smr(void **state)
{
    static const double default_powers[] = { 0, 0, 0, 1, 4 }, high_powers[] = { 2, 2, 2, 3, 6 };

    (void)state;
    for (unsigned smr = 0; smr <= 100; smr += 5) {
        bool outside = smr < 35 || smr > 90;
        char row[8];

        snprintf(row, sizeof row, "%u", smr);
        for (unsigned i = 0; i < 5; i++)
            check("fig12", row, names[i], exp2(outside ? 4 : smr <= 60 ? default_powers[i] : high_powers[i]));
        check("fig12", row, "GMean", outside ? 16 : smr <= 60 ? 2 : 8);
    }
    assert_int_equal(sheet_of("fig12")->n_rows, 21);
    assert_int_equal(sheet_of("fig12")->n_columns, 6);
}

static void test_mshrs_and_allocation(void **state)
{
    static const char *const rows[] = { "32", "48", "64", "96" };
    static const double cells[4][3] = { { 1, 4, 8 }, { 1, 2, 16 }, { 2, 1, 32 }, { .5, .5, 64 } };

    (void)state;
    for (unsigned row = 0; row < 4; row++) {
        check("fig13", rows[row], "gto", cells[row][0]);
        check("fig13", rows[row], "oaws-static", cells[row][1]);
        check("fig13", rows[row], "oaws-dyn", cells[row][2]);
    }
    check("fig14", "gto", "allocate-on-fill", 2);
    check("fig14", "oaws-static", "allocate-on-fill", .5);
    check("fig14", "oaws-dyn", "allocate-on-fill", 4);
    check("fig14", "swl-best", "allocate-on-fill", exp2(-1.5));          // 1/4 of five kernels, gto's 2 of gesummv
    check("fig14", "oaws-dyn", "allocate-on-miss", 1);
}

static const claim *claim_of(const char *id)
{
    const claim *k = c.file->claims;

    while (k->id && strcmp(k->id, id) != 0)
        k++;
    if (!k->id)
        fail_msg("no claim %s", id);
    return k;
}

// Directions and sizes: docs/campaigns.md.
static void test_claims(void **state)
{
    static const struct { const char *id; double value; const char *verdict; } expected[] = {
        { "O1", 300, "right direction, further" }, { "O2", 700, "right direction, further" },
        { "O3", 300, "right direction, further" }, { "O7", 100, "right direction, further" },
        { "O9", 100, "right direction, further" }, { "O4", 300, "right direction, further" },
        { "O8", 100, "right direction, further" }, { "O12", 25, "right direction, within a tenth" },
        { "O24", 300, "right direction, further" },
        { "O5", 0, "no direction, further" }, { "O6", 700, "right direction, further" },
        { "O10", 100, "wrong direction, further" },
        { "O11", 100 / 6.0, "wrong direction, within a third" },        // above O14's
        { "O13", 30, "right direction, within a tenth" }, { "O14", 50 / 6.0, "wrong direction, further" },
        { "O15", 100, "right direction, further" },                     // of the first five: 0 + 0 + 0 + 1 + 4
        { "O16", 3, "no direction claimed, further" },                  // six 2, six 8
        { "O17", 700, "right direction, further" }, { "O18", 1500, "right direction, further" },
        { "O19", 3100, "right direction, further" }, { "O20", 6300, "right direction, further" },
        { "O21", -50, "wrong direction, further" },                     // with 64 it doubles
        { "O22", -87.5, "right direction, no size claimed" }, { "O23", 100, "right direction, further" },
        { "O25", 340 / 6.0, "right direction, within a third" },
        { "O26", 400 / 6.0, "right direction, within a third" }, { "O27", 20, "right direction, within a third" }, { "O28", 130 / 6.0, "right direction, further" },
        { "O29", 220 / 6.0, "right direction, within a third" }, { "O30", 16.5, "right direction, further" },
        { "O31", 94, "right direction, within a tenth" }, { "O32", 328, "no direction claimed, within a tenth" },
        { "O33", .8, "right direction, further" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        const claim *k = claim_of(expected[i].id);
        measurement m;
        char words[64];

        claim_measure(&c, k, &m);
        if (!(fabs(m.value - expected[i].value) < 1e-9))
            fail_msg("%s: seen %.12g, expected %.12g", k->id, m.value, expected[i].value);
        verdict_words(claim_judge(&c, k, &m), words);
        if (strcmp(words, expected[i].verdict) != 0)
            fail_msg("%s: seen `%s', expected `%s'", k->id, words, expected[i].verdict);
    }
}

static void check_words(const char *id, const char *words)
{
    measurement m;

    claim_measure(&c, claim_of(id), &m);
    assert_string_equal(m.words, words);
}

static void test_words(void **state)
{
    (void)state;
    check_words("O2", "");
    check_words("O10", "vadd under oaws-dyn; of all schedulers +100.0: 2mm under swl-best");
    check_words("O21", "32 +0.0, 48 +0.0, 64 +100.0, 96 -50.0");
    check_words("O22", "32 +0.0, 48 -50.0, 64 -75.0, 96 -87.5");
}

static void check_means(const char *id, double arithmetic, double geometric, double harmonic)
{
    measurement m;

    claim_measure(&c, claim_of(id), &m);
    if (!(fabs(m.means[ARITHMETIC] - arithmetic) < 1e-9 && fabs(m.means[GEOMETRIC] - geometric) < 1e-9 &&
          fabs(m.means[HARMONIC] - harmonic) < 1e-9))
        fail_msg("%s: seen %.12g, %.12g, %.12g, expected %.12g, %.12g, %.12g", id, m.means[ARITHMETIC],
                 m.means[GEOMETRIC], m.means[HARMONIC], arithmetic, geometric, harmonic);
}

static void test_means(void **state)
{
    measurement m;

    (void)state;
    check_means("O1", (149 / 6.0 - 1) * 100, 300, (6 / (3.5 + 9 / 128.0) - 1) * 100);       // 1, 1, 1, 2, 16, 128
    check_means("O11", 100 / 6.0, cbrt(sqrt(12e6)), 6 / (0.3 + 0.1 + 1 / 30.0));            // 10, 20, 30, 20, 10, 10
    check_means("O22", -87.5, -87.5, -87.5);
    check_means("O33", .8, .8, .8);
    claim_measure(&c, claim_of("O16"), &m);
    assert_true(isnan(m.means[ARITHMETIC]) && isnan(m.means[GEOMETRIC]) && isnan(m.means[HARMONIC]));
}

// All 29 in one table, and how they are counted: of 22 right ones O13 and O31 are within a tenth, O25, O26, O27, O29 a
// third.
static void test_tally(void **state)
{
    static const char sum[] = "33 of 33 claims are measured: 26 have the right direction (7 of them are within a third, "
                              "3 of these within a tenth), 4 the wrong one, 1 none; 2 claim no direction.\n";
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    claims_markdown(&c, file);
    fclose(file);
    assert_non_null(strstr(text, sum));
    assert_non_null(strstr(text, "| O1 | abstract | OAWS-Static runs the divergent group faster than GTO | 36.7 | 300.0 | % | "
                           "right direction, further | 2383.3 | 300.0 | 68.1 |\n"));
    free(text);
}

// --- figures of a file's own

static campaign_file own;

// The campaign of two kernels with one figure alone.
static void begin_own(campaign *of, const figure *f)
{
    static const char *const two[] = { "bfs", "kmeans" };

    by_hand_empty(of, "ccws", two, 2);
    own = *of->file;
    own.figures[0] = *f;
    own.figures[1] = (figure){ 0 };
    of->file = &own;
}

// A row for each run, and none for a system that this program has not.
static void test_rows_of_runs(void **state)
{
    static const figure rows = { .id = "own", .shape = RUNS_BY_PART, .decimals = 3, .kernels = "all", .head = "run", .title = "t",
                                 .systems = "nothing,gto", .over = "", .parts = "hits l1d.hits/1,twice cycles+cycles/1", .times = 1 };
    sheet *made[FIGURES_MAX];
    campaign two;

    (void)state;
    begin_own(&two, &rows);
    by_hand_put(&two, "bfs", "gto", 0, "{\"cycles\":5,\"l1d\":{\"hits\":3}}");
    by_hand_put(&two, "kmeans", "gto", 0, "{\"cycles\":7,\"l1d\":{\"hits\":4}}");
    assert_int_equal(figures_make(&two, made), 1);
    assert_int_equal(made[0]->n_rows, 2);
    assert_int_equal(made[0]->n_columns, 2);
    assert_string_equal(made[0]->columns[1], "twice");
    assert_string_equal(made[0]->rows[0], "bfs gto");
    assert_string_equal(made[0]->rows[1], "kmeans gto");
    assert_true(made[0]->values[0][0] == 3 && made[0]->values[1][1] == 14);
    sheet_free(made[0]);
    campaign_end(&two);
}

// A line for lrr and one for gto, each with the mean of both kernels behind it: kernel times policy times value.
static void test_lines_of_a_sweep(void **state)
{
    static const figure lines = { .id = "own", .shape = SWEEP_LINES, .decimals = 3, .kernels = "all", .head = "sets", .title = "t",
                                  .systems = "lrr,gto L1D-sets 32,64", .over = "", .parts = "ipc/1", .times = 1, .mean = ARITHMETIC };
    static const struct { const char *kernel, *system; double ipc; } runs[] = {
        { "bfs", "lrr L1D-sets 32", 1 }, { "bfs", "lrr L1D-sets 64", 2 }, { "bfs", "gto L1D-sets 32", 10 }, { "bfs", "gto L1D-sets 64", 20 },
        { "kmeans", "lrr L1D-sets 32", 3 }, { "kmeans", "lrr L1D-sets 64", 6 }, { "kmeans", "gto L1D-sets 32", 30 },
        { "kmeans", "gto L1D-sets 64", 60 },
    };
    static const char *const columns[] = { "bfs lrr L1D-sets", "kmeans lrr L1D-sets", "mean lrr L1D-sets", "bfs gto L1D-sets",
                                           "kmeans gto L1D-sets", "mean gto L1D-sets" };
    static const double want[2][6] = { { 1, 3, 2, 10, 30, 20 }, { 2, 6, 4, 20, 60, 40 } };
    sheet *made[FIGURES_MAX];
    campaign two;

    (void)state;
    begin_own(&two, &lines);
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        char report[64];

        snprintf(report, sizeof report, "{\"ipc\":%g}", runs[i].ipc);
        by_hand_put(&two, runs[i].kernel, runs[i].system, 0, report);
    }
    assert_int_equal(figures_make(&two, made), 1);
    assert_int_equal(made[0]->n_columns, 6);
    assert_int_equal(made[0]->n_rows, 2);
    for (unsigned k = 0; k < 6; k++) {
        assert_string_equal(made[0]->columns[k], columns[k]);
        for (unsigned row = 0; row < 2; row++) {
            assert_string_equal(made[0]->rows[row], row ? "64" : "32");
            assert_true(made[0]->values[row][k] == want[row][k]);
        }
    }
    assert_false(made[0]->divided_by_zero);
    sheet_free(made[0]);
    own.figures[0].kernels = "bfs";                                 // of one kernel there is no mean
    assert_int_equal(figures_make(&two, made), 1);
    assert_int_equal(made[0]->n_columns, 2);
    assert_string_equal(made[0]->columns[1], "bfs gto L1D-sets");
    sheet_free(made[0]);
    campaign_end(&two);
}

// A table without a value says why only where there are runs, and what it divides by is 0 in each.
static void test_nothing_to_divide_by(void **state)
{
    static const figure hits = { .id = "own", .shape = KERNELS_BY_SYSTEM, .decimals = 3, .kernels = "all", .head = "kernel", .title = "t",
                                 .systems = "gto", .over = "", .parts = "l1d.hits/l1d.misses", .times = 1, .mean = ARITHMETIC };
    sheet *made[FIGURES_MAX];
    campaign two;

    (void)state;
    begin_own(&two, &hits);
    assert_int_equal(figures_make(&two, made), 1);
    assert_false(made[0]->divided_by_zero);                         // nothing was run
    assert_string_equal(made[0]->note, "");
    sheet_free(made[0]);
    by_hand_put(&two, "bfs", "gto", 0, "{\"l1d\":{\"hits\":5,\"misses\":0}}");
    assert_int_equal(figures_make(&two, made), 1);
    assert_true(made[0]->divided_by_zero);
    assert_string_equal(made[0]->note, "no value: l1d.misses is 0 in every run");
    sheet_free(made[0]);
    by_hand_put(&two, "kmeans", "gto", 0, "{\"l1d\":{\"hits\":5,\"misses\":2}}");
    assert_int_equal(figures_make(&two, made), 1);
    assert_false(made[0]->divided_by_zero);
    sheet_free(made[0]);
    campaign_end(&two);
}

// A search is looked at by all that it tries, and by what it falls back on.
static void test_axes_of_a_search(void **state)
{
    static const figure none = { .id = NULL };
    char words[SIMULATOR_READERS];
    campaign_axes all = { .n = 0 };
    campaign two;

    (void)state;
    begin_own(&two, &none);
    own.runs[0] = (runs_row){ .kernels = "all", .systems = "swl-best" };
    own.runs[1] = (runs_row){ 0 };
    campaign_axes_add(&all, "policy.swl_limit");
    campaign_axes_add(&all, "policy.smr");
    campaign_axes_add(&all, "policy.smr");
    assert_int_equal(all.n, 2);
    campaign_axes_find(&two, &all);
    campaign_axes_policies(all.axes[0].read, words);
    assert_string_equal(words, "swl");
    assert_true(!all.axes[0].swept && all.axes[0].unread);          // gto, without a limit, does not read it
    assert_true(all.axes[1].read == 0 && all.axes[1].unread);
    assert_string_equal(all.axes[0].readers, "policies swl, swl+bucl");
    assert_string_equal(all.axes[1].readers, "policy oaws-static");
    campaign_end(&two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ipc), cmocka_unit_test(test_axes), cmocka_unit_test(test_swl), cmocka_unit_test(test_readings_of_ccws), cmocka_unit_test(test_ldst_stalls),
        cmocka_unit_test(test_occlusion), cmocka_unit_test(test_stalls_by_system), cmocka_unit_test(test_shares),
        cmocka_unit_test(test_smr), cmocka_unit_test(test_mshrs_and_allocation), cmocka_unit_test(test_claims),
        cmocka_unit_test(test_words), cmocka_unit_test(test_means), cmocka_unit_test(test_tally), cmocka_unit_test(test_rows_of_runs), cmocka_unit_test(test_lines_of_a_sweep),
        cmocka_unit_test(test_nothing_to_divide_by), cmocka_unit_test(test_axes_of_a_search),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
