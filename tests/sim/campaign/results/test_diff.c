// SPDX-License-Identifier: BSD-3-Clause
// What two result stores differ in: each number worked out by hand, of runs, of figures and of means over seeds; runs that
// one of them alone has; a figure that was 0 or is missing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/campaign/results/diff.h"
#include "sim/campaign/results/grid.h"
#include "sim/campaign/results/list.h"
#include "tests/sim/report/screen.h"

static char message[512];
static store *stores[2];
static query queries[2];

static void put_on(store *s, const char *machine, const char *text, const char *kernel, const char *policy, unsigned seed, const char *report)
{
    store_identity identity = { .program = "1111", .kernel = kernel, .size = "64", .seed = seed, .machine = machine, .machine_text = text,
                                .set = "", .policy = policy };
    store_run run = { .status = 0, .seconds = 0.5, .result = (char *)(uintptr_t)report, .reason = "" };
    char key[64];

    snprintf(key, sizeof key, "%s %s %s %u", machine, kernel, policy, seed);
    if (!store_put(s, key, &identity, &run, message, sizeof message))
        fail_msg("%s", message);
}

static void put(store *s, const char *kernel, const char *policy, unsigned seed, const char *report)
{
    put_on(s, "m", "", kernel, policy, seed, report);
}

static int begin(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        char path[64];

        snprintf(path, sizeof path, "build/test_diff_%u.sqlite", i);
        unlink(path);
        stores[i] = store_open(path, STORE_MAKE, message, sizeof message);
        if (!stores[i])
            return 1;
        query_begin(&queries[i], stores[i]);
    }
    // of a both seeds, of which the second one gains a half; of b a quarter less, and cycles where there were none
    put(stores[0], "a", "gto", 0, "{\"ipc\":2,\"cycles\":100}");
    put(stores[0], "a", "gto", 1, "{\"ipc\":2,\"cycles\":100}");
    put(stores[0], "b", "gto", 0, "{\"ipc\":4,\"cycles\":0}");
    put(stores[0], "gone", "gto", 0, "{\"ipc\":1,\"cycles\":1}");
    put(stores[0], "gone", "gto", 1, "{\"ipc\":1,\"cycles\":1}");
    put(stores[1], "0new", "gto", 0, "{\"ipc\":1,\"cycles\":1}");
    put(stores[1], "a", "gto", 0, "{\"ipc\":2,\"cycles\":100}");
    put(stores[1], "a", "gto", 1, "{\"ipc\":3,\"cycles\":100}");
    put(stores[1], "a", "gto", 2, "{\"ipc\":9,\"cycles\":100}");
    put(stores[1], "b", "gto", 0, "{\"ipc\":3,\"cycles\":7}");
    return 0;
}

static int end(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        query_end(&queries[i]);
        store_close(stores[i]);
    }
    return 0;
}

static void expect(diff_detail detail, const char *want)
{
    static const char *const names[] = { "ipc", "cycles" };
    diff_count count = { 77, 77, 77, 77 };
    query_field fields[2][2];
    groups all[2];
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    for (unsigned side = 0; side < 2; side++) {
        for (unsigned i = 0; i < 2; i++)
            assert_true(query_find_field(&queries[side], names[i], &fields[side][i], message, sizeof message));
        if (!groups_read(&all[side], &queries[side], fields[side], 2, diff_apart, message, sizeof message))
            fail_msg("%s", message);
    }
    diff_print(&queries[0], &all[0], &queries[1], &all[1], fields[0], detail, TABLE_CSV, file, &count);
    fclose(file);
    if (strcmp(text, want) != 0)
        fail_msg("seen\n%sexpected\n%s", text, want);
    free(text);
    assert_int_equal(count.compared, 3);
    assert_int_equal(count.changed, 2);
    assert_int_equal(count.only_first, 2);
    assert_int_equal(count.only_second, 2);
    for (unsigned side = 0; side < 2; side++)
        groups_free(&all[side]);
}

static void test_runs(void **state)
{
    (void)state;
    expect(DIFF_RUNS, "kernel,size_option,machine,set,policy,max_cycles,options,seed,figure,before,after,change_percent\n"
                      "a,64,m,,gto,0,,1,ipc,2,3,50\n"
                      "b,64,m,,gto,0,,0,ipc,4,3,-25\n"
                      "b,64,m,,gto,0,,0,cycles,0,7,\n");
}

// The mean of 50 and -25 per cent; the largest is of a. What was 0 has no per cent.
static void test_figures(void **state)
{
    (void)state;
    expect(DIFF_FIGURES, "figure,runs_changed,mean_change_percent,largest_change_percent,largest_of\n"
                         "ipc,2,12.5,50,a 64 gto  seed 1\n"
                         "cycles,1,,,\n");
}

// Of a the seeds that both have: 2 and 2.5, half a step apart, give or take t(0.975, 1) = 12.7062 times a half.
static void test_means(void **state)
{
    (void)state;
    expect(DIFF_MEANS, "kernel,size_option,machine,set,policy,max_cycles,options,figure,seeds,before,before.half,after,after.half,"
                       "change,change.half,change.within\n"
                       "a,64,m,,gto,0,,ipc,2,2,0,2.5,6.353102368087338,0.5,6.353102368087338,1\n"
                       "b,64,m,,gto,0,,ipc,1,4,,3,,-1,,\n"
                       "b,64,m,,gto,0,,cycles,1,0,,7,,7,,\n");
}

// Each machine that is another is told once, however many runs it has: key by key what was, is, and is new. Others are not.
static void test_machines(void **state)
{
    static const char *const texts[3][2] = {
        { "[l1d]\nmshrs = 32\nways = 4\n", "; of now\n[l1d]\nmshrs = 48\nways = 4\nnew = 7\n" },
        { "[l2]\nways = 8\n", "[l2]\nways = 16\n" }, { "[l2]\nways = 8\n", "[l2]\nways = 8\n" } };
    static const char *const machines[] = { "a", "b", "same" };
    query_field fields[2];
    diff_count count;
    groups all[2];
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    for (unsigned side = 0; side < 2; side++) {
        for (unsigned m = 0; m < 3; m++)
            for (unsigned kernel = 0; kernel < 3; kernel++)
                put_on(stores[side], machines[m], texts[m][side], (const char *const[]){ "x", "y", "z" }[kernel], "gto", 0, "{\"ipc\":1}");
        assert_true(query_find_field(&queries[side], "ipc", &fields[side], message, sizeof message));
        assert_true(groups_read(&all[side], &queries[side], &fields[side], 1, diff_apart, message, sizeof message));
    }
    diff_print(&queries[0], &all[0], &queries[1], &all[1], fields, DIFF_RUNS, TABLE_GRID, file, &count);
    fclose(file);
    static const char told[] = "machine a: l1d.mshrs was 32, is 48\nmachine a: l1d.new is new, 7\nmachine b: l2.ways was 8, is 16\n";
    if (strncmp(text, told, strlen(told)) != 0 || strstr(text + strlen(told), "machine a") || strstr(text + strlen(told), "machine b"))
        fail_msg("seen\n%sexpected first, and once\n%s", text, told);
    free(text);
    for (unsigned side = 0; side < 2; side++)
        groups_free(&all[side]);
}

// A terminal gets four digits behind the point, of very small and very large numbers four in all.
static void test_numbers_of_a_terminal(void **state)
{
    static const char *const reports[] = { "{\"ipc\":999999.5}", "{\"ipc\":1000000.0}", "{\"ipc\":0.001}", "{\"ipc\":0.00099}", "{\"ipc\":0.0}" };
    static const char *const want[] = { " 999999.5000\n", " 1e+06\n", " 0.0010\n", " 0.00099\n", " 0.0000\n" };
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    list_fields fields;

    (void)state;
    for (unsigned i = 0; i < 5; i++)
        put(stores[0], "numbers", "lrr", i, reports[i]);
    assert_true(query_add_filter(&queries[0], "kernel=numbers", message, sizeof message));
    assert_true(list_choose(&queries[0], "seed,ipc", false, &fields, message, sizeof message));
    assert_true(query_restart(&queries[0], message, sizeof message));
    assert_true(list_table(&queries[0], &fields, file, message, sizeof message));
    fclose(file);
    for (unsigned i = 0; i < 5; i++)
        if (!strstr(text, want[i]))
            fail_msg("no%sin\n%s", want[i], text);
    free(text);
}

static void print_grid(FILE *to, const void *of)
{
    grid_print((grid *)(uintptr_t)of, to);
}

// Columns in front tell what a row is of: words, and numbers that would stand above if they were the same. Where the table is broken each
// part has them; a number behind them stands in one.
static void test_labels_of_a_broken_table(void **state)
{
    static const char *const rows[3][5] = { { "atax", "0", "gto", "100000", "200000" }, { "bfs", "1", "lrr", "300000", "400000" },
                                            { "bfs", "2", "", "5", "6" } };
    grid g = { 0 };

    (void)state;
    grid_column_add(&g, "kernel", false, true);
    grid_column_add(&g, "seed", true, true);
    grid_column_add(&g, "policy", false, false);
    grid_column_add(&g, "cycles", true, false);
    grid_column_add(&g, "insns", true, false);
    for (unsigned i = 0; i < 15; i++)
        grid_cell(&g, rows[i / 5][i % 5]);
    const char *text = screen("30", print_grid, &g);
    static const char whole[] = "kernel  seed  policy  cycles\n"
                                "atax       0  gto     100000\n"
                                "bfs        1  lrr     300000\n"
                                "bfs        2  -            5\n"
                                "\n"
                                "kernel  seed  policy   insns\n"
                                "atax       0  gto     200000\n"
                                "bfs        1  lrr     400000\n"
                                "bfs        2  -            6\n";
    if (strcmp(text, whole) != 0)
        fail_msg("seen\n%sexpected\n%s", text, whole);
    grid_free(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_runs, begin, end), cmocka_unit_test_setup_teardown(test_figures, begin, end),
        cmocka_unit_test_setup_teardown(test_means, begin, end), cmocka_unit_test_setup_teardown(test_machines, begin, end),
        cmocka_unit_test(test_labels_of_a_broken_table),
        cmocka_unit_test_setup_teardown(test_numbers_of_a_terminal, begin, end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
