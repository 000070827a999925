// SPDX-License-Identifier: BSD-3-Clause
// What a campaign is made of, by hand-computed values: means, names of systems, keys, plans.
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

#include "sim/campaign/axes.h"
#include "sim/campaign/benchmarks.h"
#include "sim/campaign/engine/display.h"
#include "sim/campaign/figures.h"
#include "sim/campaign/program_sums.h"
#include "sim/campaign/terms/statistics.h"
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
    assert_number(standard_deviation(values, 1), 0, 0);
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
    assert_true(machine_key_range(&m, "l1d.mshrs", &low, &most) && low == 2 && most == 1024);
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

// 5 over 5 and 6 over 2: the mean of 1 and 3. Of a seed that is missing there is no quotient of them all.
static void test_a_quotient_over_seeds(void **state)
{
    double values[CAMPAIGN_SEEDS];
    campaign c;

    (void)state;
    by_hand_few(&c);
    c.seeds[1] = 1;
    c.n_seeds = 2;
    by_hand_put(&c, "bfs", "gto", 1, "{\"ipc\":2}");
    assert_true(isnan(campaign_quotient(&c, "bfs", "oaws-dyn", "gto", "ipc", "ipc", 2)));
    by_hand_put(&c, "bfs", "oaws-dyn", 1, "{\"ipc\":6}");
    assert_number(campaign_quotient(&c, "bfs", "oaws-dyn", "gto", "ipc", "ipc", 2), 2, 1e-9);
    assert_number(campaign_quotient(&c, "atax", "oaws-dyn", "gto", "ipc", "ipc", 2), 4, 1e-9);     // the same for each seed
    c.kernels[campaign_kernel_of(&c, "bfs") - c.kernels].kind = KERNEL_JOB;     // has its input in its file, and one run
    assert_int_equal(campaign_quotients(&c, "bfs", "oaws-dyn", "gto", "ipc", "ipc", 2, values), 1);
    assert_number(values[0], 1, 1e-9);
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
    by_hand_put(&c, "atax", "gto", 0, "{\"group\":\"divergent\",\"ipc\":2}");
    by_hand_put(&c, "bfs", "gto", 0, "{\"group\":\"divergent\",\"ipc\":5}");
    by_hand_put(&c, "atax", "gto MSHR 48", 0, "{\"group\":\"divergent\",\"ipc\":4}");
    assert_true(isnan(mean_of_48_mshrs(&c)));
    by_hand_put(&c, "bfs", "gto MSHR 48", 0, "{\"group\":\"divergent\",\"ipc\":40}");
    assert_number(mean_of_48_mshrs(&c), 4, 1e-9);               // sqrt(2 * 8)
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
    char key[STORE_KEY], key_of_bfs[STORE_KEY];

    (void)state;
    by_hand_few(&c);
    assert_true(c.program_hash == program_sum);                         // not of the file that it is
    assert_int_equal(strlen(c.kernels[0].source), 16);
    assert_string_equal(c.kernels[0].source, kernel_sum_of("atax"));
    assert_string_not_equal(c.kernels[0].source, kernel_sum_of("bfs"));
    assert_string_equal(kernel_sum_of("no such kernel"), "");
    for (const workload *const *w = workload_table; *w; w++)
        assert_int_equal(strlen(kernel_sum_of((*w)->name)), 16);
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
    assert_string_equal(key, campaign_add(&c, "atax", "lrr")->key);
    strcpy(key_of_bfs, campaign_add(&c, "bfs", "lrr")->key);
    forget_runs(&c);
    c.seeds[0] = 1;
    assert_string_not_equal(key_of_bfs, campaign_add(&c, "bfs", "lrr")->key);
    assert_string_equal(key, campaign_add(&c, "atax", "lrr")->key);      // does the same for each seed
    campaign_end(&c);
}

// Every kernel under the baseline first; then what claims need, the divergent kernel before the coherent one.
static void test_plans(void **state)
{
    campaign c;

    (void)state;
    by_hand_empty(&c, "papers", (const char *const[]){ "atax", "vadd" }, 2);
    by_hand_put(&c, "atax", "gto", 0, "{\"group\":\"divergent\",\"ipc\":2.0}");
    by_hand_put(&c, "vadd", "gto", 0, "{\"group\":\"coherent\",\"ipc\":4}");
    assert_true(campaign_plan(&c, 0));
    assert_int_equal(c.n_runs, 2);
    assert_int_equal(campaign_missing(&c), 0);
    assert_true(campaign_plan(&c, 1));
    assert_string_equal(c.runs[2].kernel->name, "atax");
    assert_string_equal(c.runs[2].system.name, "oaws-dyn");
    assert_string_equal(c.runs[4].kernel->name, "vadd");
    assert_int_equal(c.n_runs, 2 + 2 * 2 + 7 + 3);                      // both OAWS, MASCAR, both CCWS, the limits of atax but for all warps
    assert_true(campaign_plan(&c, 2));
    assert_int_equal(c.n_runs, 2 + 2 * 2 + 7 + 3 + 2 + 7 + 3 + 1);      // ocw, the limits, MASCAR and both CCWS of vadd, its order alone of atax
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
    by_hand_few(&c);
    assert_true(campaign_check_systems(&c));
    assert_true(machine_set(c.machines[0].base, "l1d.mshrs=513", &error));
    assert_false(campaign_check_systems(&c));
    assert_non_null(strstr(c.error, "oaws-dyn: "));
    campaign_end(&c);
}

// Runs that are none: of another kernel, machine or system, of a machine that cannot be, and one more than there is room for.
static void test_no_run(void **state)
{
    campaign c;

    (void)state;
    by_hand_few(&c);
    assert_null(campaign_add(&c, "2mm", "gto"));
    assert_null(campaign_add(&c, "atax", "gto @nowhere"));
    assert_null(campaign_add(&c, "atax", "nothing"));
    assert_null(campaign_add(&c, "atax", "gto l1d.sets=33"));
    c.room = c.n_runs;
    assert_null(campaign_add(&c, "atax", "lrr"));
    c.room++;
    assert_non_null(campaign_add(&c, "atax", "lrr"));
    campaign_end(&c);
}

// What a campaign says of the machine of a system, and of a list with one that is not built.
static void test_machines_of_systems(void **state)
{
    static campaign_axes all;
    campaign_file changed;
    campaign_system system;
    char key[40];
    campaign c;
    machine *m;

    (void)state;
    by_hand_few(&c);
    m = campaign_system_machine(&c, "gto l1d.mshrs=48", &system);
    assert_non_null(m);
    assert_int_equal(m->l1d.mshrs, 48);
    free(m);
    assert_null(campaign_system_machine(&c, "nothing l1d.mshrs=48", &system));
    assert_string_equal(c.error, "");
    assert_null(campaign_system_machine(&c, "gto l1d.mshrs=1", &system));
    assert_non_null(strstr(c.error, "gto l1d.mshrs=1: --set l1d.mshrs=1: "));
    assert_null(campaign_system_machine(&c, "gto l1d.sets=33", &system));
    assert_string_equal(c.error, "gto l1d.sets=33: l1d.sets: seen 33, expected a power of two");
    assert_true(campaign_add_machine(&c, "second", "gtx480", NULL, 0));
    m = campaign_system_machine(&c, "gto @second", &system);
    assert_non_null(m);
    assert_int_equal(m->gpu.sms, 15);
    free(m);
    changed = *c.file;
    changed.runs[0] = (runs_row){ .systems = "nothing,gto l1d.mshrs=32,48", .kernels = "all" };
    changed.runs[1] = (runs_row){ .systems = NULL };
    c.file = &changed;
    assert_true(campaign_check_systems(&c));
    campaign_axes_find(&c, &all);
    assert_int_equal(all.n, 1);
    assert_string_equal(all.axes[0].key, "l1d.mshrs");
    for (unsigned i = 0; i <= AXES_MAX; i++) {                          // the last ones are left out
        snprintf(key, sizeof key, "a.key%u", i);
        campaign_axes_add(&all, key);
    }
    assert_int_equal(all.n, AXES_MAX);
    assert_string_equal(all.axes[AXES_MAX - 1].key, "a.key62");
    campaign_end(&c);
}

// Of stored results a search plans what it tries, and its best where there is one.
static void test_search_without_results(void **state)
{
    static const struct { const char *kernel, *best; } cases[] = { { "atax", "swl limit 4" }, { "bfs", NULL } };
    campaign_file changed;
    campaign c;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        unsigned planned = 0, best = 0;

        by_hand_few(&c);
        changed = *c.file;
        changed.runs[0] = (runs_row){ .systems = "swl-best l1d.mshrs=48", .kernels = cases[i].kernel };
        changed.runs[1] = (runs_row){ .systems = NULL };
        c.file = &changed;
        c.stored_only = true;
        for (unsigned r = 0; r < c.n_runs; r++)
            c.runs[r].planned = false;
        campaign_plan(&c, changed.runs[0].step);
        for (unsigned r = 0; r < c.n_runs; r++) {
            planned += c.runs[r].planned;
            best += c.runs[r].planned && strstr(c.runs[r].system.name, "l1d.mshrs=48") != NULL;
            assert_true(!c.runs[r].planned || strcmp(c.runs[r].kernel->name, cases[i].kernel) == 0);
        }
        if (planned < 8)
            fail_msg("%s: %u runs are planned", cases[i].kernel, planned);
        assert_int_equal(best, cases[i].best != NULL);
        assert_true(!best || campaign_find(&c, "atax", "swl limit 4"));
        campaign_end(&c);
    }
}

// More runs than 64 bits count, of the file and of the kernels that were chosen.
static void test_too_many_to_count(void **state)
{
    static char systems[2000];
    campaign_file many;
    campaign c;

    (void)state;
    by_hand_few(&c);
    assert_true(campaign_count(&c) > 0 && campaign_count(&c) < 1000);
    for (unsigned i = 0; i < 63; i++)
        strcat(systems, i ? " a,b" : "a,b");
    many = *c.file;
    many.runs[0] = (runs_row){ .systems = systems, .kernels = "all" };
    many.runs[1] = (runs_row){ .systems = NULL };
    many.n_kernels = 3;
    many.n_seeds = 1;
    c.file = &many;
    assert_true(systems_count(systems) == UINT64_C(1) << 63);
    assert_true(campaign_count(&c) == UINT64_MAX);
    assert_true(campaign_file_runs(&many) == UINT64_MAX);
    campaign_end(&c);
}

// A name that is too long for a counter stays where it is; what is no report has no counters.
static void test_reports_that_are_odd(void **state)
{
    char name[MEASURED_PATH + 8], report[MEASURED_PATH + 60];
    measured_numbers m;

    (void)state;
    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    snprintf(report, sizeof report, "{\"ipc\": 2, \"%s\": 3}", name);
    assert_true(measured_read(&m, report));
    assert_true(measured_number(&m, "ipc") == 2);
    json_t *details = measured_details(&m);
    assert_int_equal(json_integer_value(json_object_get(details, name)), 3);
    json_decref(details);
    measured_free(&m);
    assert_false(measured_read(&m, "[1]"));
    assert_false(measured_read(&m, "nothing"));
}

// Two workers; what each kernel took until now, the mean of all for one of which nothing is known.
static void test_time_to_go(void **state)
{
    campaign c;

    (void)state;
    by_hand_few(&c);
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
        cmocka_unit_test(test_no_run), cmocka_unit_test(test_machines_of_systems), cmocka_unit_test(test_search_without_results), cmocka_unit_test(test_too_many_to_count), cmocka_unit_test(test_reports_that_are_odd),
        cmocka_unit_test(test_means), cmocka_unit_test(test_systems), cmocka_unit_test(test_every_value), cmocka_unit_test(test_system_lists),
        cmocka_unit_test(test_a_quotient_over_seeds), cmocka_unit_test(test_a_mean_is_of_the_whole_group),
        cmocka_unit_test(test_keys), cmocka_unit_test(test_plans), cmocka_unit_test(test_what_cannot_be_built),
        cmocka_unit_test(test_time_to_go),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
