// SPDX-License-Identifier: BSD-3-Clause
// Which figures are made again: of each table a share, cheap ones first, of no more runs than these need and no more time than
// there is; a result that changed is seen in each of them that is made of it.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/figures.h"
#include "sim/campaign/reproduce.h"
#include "tests/sim/campaign/by_hand.h"

typedef struct { campaign c; sheet *sheets[FIGURES_MAX]; unsigned n; reproduction *r; char *text; unsigned differ; } made;

static void begin(made *m, double seconds)
{
    by_hand_begin(&m->c, by_hand_warplock(), "");
    for (unsigned i = 0; i < m->c.n_runs; i++)
        m->c.runs[i].stored.seconds = seconds * (1 + i % 9);
    m->r = reproduction_new(&m->c);
    m->n = figures_make(&m->c, m->sheets);
    reproduction_claims(m->r);
    m->text = NULL;
}

// Tables as they are now beside what they were.
static void compare(made *m)
{
    size_t length;
    FILE *file;

    free(m->text);
    file = open_memstream(&m->text, &length);
    m->c.parts = NULL;
    for (unsigned i = 0; i < m->n; i++)
        sheet_free(m->sheets[i]);
    m->n = figures_make(&m->c, m->sheets);
    m->differ = reproduction_compare(m->r, m->sheets, m->n, file);
    fclose(file);
}

static void end(made *m)
{
    for (unsigned i = 0; i < m->n; i++)
        sheet_free(m->sheets[i]);
    reproduction_free(m->r);
    free(m->text);
    campaign_end(&m->c);
}

static double wanted_seconds(const made *m, unsigned *count)
{
    double seconds = 0;

    *count = 0;
    for (unsigned i = 0; i < m->c.n_runs; i++)
        if (reproduction_wants(m->r, i)) {
            seconds += m->c.runs[i].stored.seconds;
            ++*count;
        }
    return seconds;
}

static void test_share(void **state)
{
    reproduction_cost whole, tenth, all;
    unsigned tables = 0, chosen, of, runs;
    char name[40];
    made m;

    (void)state;
    begin(&m, 1);
    whole = reproduction_whole(m.r);
    tenth = reproduction_choose(m.r, 10, INFINITY);
    assert_true(fabs(wanted_seconds(&m, &runs) - tenth.seconds) < 1e-6);
    assert_int_equal(runs, tenth.runs);
    assert_true(tenth.runs < whole.runs / 2 && tenth.seconds < whole.seconds / 4);
    compare(&m);
    assert_int_equal(m.differ, 0);
    for (const char *line = m.text; *line; line = strchr(line, '\n') + 1)
        if (sscanf(line, "%39[a-z0-9]: %u of %u figures", name, &chosen, &of) == 3) {
            assert_int_equal(chosen, (of + 9) / 10);
            tables++;
        }
    assert_int_equal(tables, m.n + 1);
    assert_non_null(strstr(m.text, "\nclaims: "));
    all = reproduction_choose(m.r, 100, INFINITY);
    assert_int_equal(all.figures, whole.figures);
    assert_int_equal(all.runs, whole.runs);
    assert_true(fabs(all.seconds - whole.seconds) < 1e-6);
    end(&m);
}

static void test_limit_of_time(void **state)
{
    reproduction_cost cost;
    unsigned runs;
    made m;

    (void)state;
    begin(&m, 1);
    cost = reproduction_choose(m.r, 100, 100);
    assert_true(cost.seconds <= 100 && cost.seconds > 80 && cost.figures > 0 && cost.figures < cost.of);
    assert_true(fabs(wanted_seconds(&m, &runs) - cost.seconds) < 1e-6);
    cost = reproduction_choose(m.r, 100, 0.5);
    assert_int_equal(cost.figures, 0);
    assert_int_equal(cost.runs, 0);
    end(&m);
}

// What was chosen before, and what was left as time was short, does not matter: it is as when it is chosen for the first time.
static void test_chosen_again(void **state)
{
    reproduction_cost first, again;
    made m;

    (void)state;
    begin(&m, 1);
    first = reproduction_choose(m.r, 10, INFINITY);
    reproduction_choose(m.r, 100, INFINITY);
    again = reproduction_choose(m.r, 10, INFINITY);
    assert_true(again.figures == first.figures && again.runs == first.runs && again.seconds == first.seconds);
    assert_int_equal(reproduction_choose(m.r, 100, 0.5).figures, 0);
    assert_int_equal(reproduction_choose(m.r, 100, INFINITY).figures, first.of);
    end(&m);
}

// A campaign without a figure.
static void test_nothing_to_choose(void **state)
{
    reproduction_cost cost;
    reproduction *r;
    campaign c;

    (void)state;
    by_hand_few(&c);
    r = reproduction_new(&c);
    assert_ptr_equal(c.parts, r);
    cost = reproduction_choose(r, 100, INFINITY);
    assert_true(cost.figures == 0 && cost.of == 0 && cost.runs == 0 && cost.seconds == 0);
    cost = reproduction_whole(r);
    assert_true(cost.figures == 0 && cost.of == 0 && cost.runs == 0 && cost.seconds == 0);
    for (unsigned i = 0; i < c.n_runs; i++)
        assert_false(reproduction_wants(r, i));
    reproduction_free(r);
    assert_null(c.parts);
    reproduction_free(NULL);
    campaign_end(&c);
}

// Of equally cheap ones the choice is by the keys: the same for the same, another for other keys.
static void test_choice(void **state)
{
    bool first[4096];
    unsigned same = 0, wanted = 0;
    made m;

    (void)state;
    for (unsigned pass = 0; pass < 3; pass++) {
        begin(&m, 0.01);
        assert_true(m.c.n_runs < 4096);
        if (pass == 2) {
            reproduction_free(m.r);
            for (unsigned i = 0; i < m.c.n_runs; i++)
                memmove(m.c.runs[i].key, m.c.runs[i].key + 1, STORE_KEY - 1);
            m.r = reproduction_new(&m.c);
            for (unsigned i = 0; i < m.n; i++)
                sheet_free(m.sheets[i]);
            m.n = figures_make(&m.c, m.sheets);
            reproduction_claims(m.r);
        }
        reproduction_choose(m.r, 10, INFINITY);
        for (unsigned i = 0; i < m.c.n_runs; i++) {
            if (pass == 0)
                first[i] = reproduction_wants(m.r, i);
            else if (pass == 1)
                assert_true(first[i] == reproduction_wants(m.r, i));
            else
                same += first[i] && reproduction_wants(m.r, i), wanted += first[i];
        }
        end(&m);
    }
    assert_true(same < wanted);
}

// A result that is another changes each chosen figure that is made of it, and no other; one that failed leaves none.
static void test_differences(void **state)
{
    unsigned run = 0, differ;
    made m;

    (void)state;
    begin(&m, 1);
    reproduction_choose(m.r, 100, INFINITY);
    while (strcmp(m.c.runs[run].kernel->name, "atax") != 0 || strcmp(m.c.runs[run].system.name, "oaws-dyn") != 0)
        run++;
    measured_set(&m.c.runs[run].stored.measured, measured_name("ipc"), 1000);
    compare(&m);
    assert_non_null(strstr(m.text, "differs by"));
    assert_null(strstr(m.text, "not there"));
    differ = m.differ;
    assert_true(differ > 2 && differ < 30);
    for (const char *line = m.text; *line; line = strchr(line, '\n') + 1)
        if (strstr(line, "differs by") && strstr(line, "differs by") < strchr(line, '\n'))
            assert_true(strncmp(line, "  kmeans", 8) != 0);
    m.c.runs[run].state = RUN_FAILED;
    compare(&m);
    assert_non_null(strstr(m.text, "not there"));
    end(&m);
}

// Claims on a second machine are made again as well, each from its own runs.
static void test_claims_on_two_machines(void **state)
{
    static const struct { const char *system; double ipc; } runs[] = {
        { "lrr", 100 }, { "lrr perfect-L1", 300 }, { "cta-aware", 150 }, { "lrr @owl_data", 100 }, { "cta-aware @owl_data", 120 },
    };
    made m = { .n = 0 };
    unsigned changed = 0;
    char json[64];

    (void)state;
    by_hand_empty(&m.c, "owl", (const char *const[]){ "bfs" }, 1);
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        snprintf(json, sizeof json, "{\"ipc\":%g}", runs[i].ipc);
        by_hand_put(&m.c, "bfs", runs[i].system, 0, json);
    }
    m.r = reproduction_new(&m.c);
    reproduction_claims(m.r);
    reproduction_choose(m.r, 100, INFINITY);
    while (strcmp(m.c.runs[changed].system.name, "cta-aware @owl_data") != 0)
        changed++;
    measured_set(&m.c.runs[changed].stored.measured, measured_name("ipc"), 130);
    compare(&m);
    assert_non_null(strstr(m.text, "claims: 6 of 6 figures; stored, here\n"));
    assert_non_null(strstr(m.text, "  W1                                       measured                         50.0         50.0  equal\n"));
    assert_non_null(strstr(m.text, "  W1                                       on owl_data                      20.0         30.0  differs by 10\n"));
    assert_int_equal(m.differ, 3);                                      // W1 by its three means: W22 and W23 are the same change
    end(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_share), cmocka_unit_test(test_limit_of_time), cmocka_unit_test(test_choice),
        cmocka_unit_test(test_differences), cmocka_unit_test(test_claims_on_two_machines), cmocka_unit_test(test_chosen_again), cmocka_unit_test(test_nothing_to_choose),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
