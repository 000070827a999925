// SPDX-License-Identifier: BSD-3-Clause
// The report's data are those of the campaign, and no byte of a name or of a source can be anything but text of the
// page.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/campaign/figures.h"
#include "sim/campaign/html/html.h"
#include "tests/number.h"
#include "tests/sim/campaign/by_hand.h"

static campaign c;
static sheet *sheets[FIGURES_MAX];
static unsigned n_sheets;
static json_t *data;

static int begin(void **state)
{
    (void)state;
    by_hand_begin(&c, "/proc/self/exe", "");
    for (unsigned i = 0; i < c.n_runs; i++)
        c.runs[i].planned = true;
    n_sheets = figures_make(&c, sheets);
    data = html_data(&c, &(html_options){ "By <hand>", "warplock campaign \"x\"", sheets, n_sheets, true });
    return 0;
}

static int end(void **state)
{
    (void)state;
    json_decref(data);
    for (unsigned i = 0; i < n_sheets; i++)
        sheet_free(sheets[i]);
    campaign_end(&c);
    return 0;
}

static json_t *at(const char *list, size_t index)
{
    return json_array_get(json_object_get(data, list), index);
}

static size_t index_of(const char *list, const char *member, const char *name)
{
    size_t i = 0;

    while (strcmp(json_string_value(json_object_get(at(list, i), member)), name) != 0)
        i++;
    return i;
}

static size_t n_good(void)
{
    size_t count = 0;

    for (unsigned i = 0; i < c.n_runs; i++)
        count += c.runs[i].planned && c.runs[i].state == RUN_GOOD;
    return count;
}

// Every number of every run, under the kernel, system and metric that its indices name.
static void test_runs(void **state)
{
    size_t n_runs = json_array_size(json_object_get(data, "runs")), seen = 0;

    (void)state;
    assert_int_equal(n_runs, n_good());
    json_t *time_words = html_time_words();
    assert_true(json_equal(json_object_get(data, "time_words"), time_words) && json_object_size(time_words) > 3);
    json_decref(time_words);
    for (size_t r = 0; r < n_runs; r++) {
        json_t *run = at("runs", r), *values = json_object_get(run, "values"), *value;
        json_t *kernel = at("kernels", (size_t)json_integer_value(json_object_get(run, "kernel")));
        json_t *system = at("systems", (size_t)json_integer_value(json_object_get(run, "system")));
        const campaign_run *found = campaign_find(&c, json_string_value(json_object_get(kernel, "name")),
                                                  json_string_value(json_object_get(system, "name")));
        size_t m;

        assert_non_null(found);
        assert_int_equal(json_array_size(values), json_array_size(json_object_get(data, "metrics")));
        json_array_foreach(values, m, value) {
            const char *path = json_string_value(json_object_get(at("metrics", m), "path"));
            double want = campaign_number(found, path);

            assert_true(isnan(want) ? json_is_null(value)
                                    : fabs(json_number_value(value) - want) <= 1e-12 * fabs(want));
            seen += !isnan(want);
        }
    }
    assert_true(seen > 1000);
    assert_int_equal(json_integer_value(json_object_get(data, "baseline")), index_of("systems", "name", "gto"));
}

// `swl limit 1,2,3,...` is one sweep of its key, with every value once.
static void test_sweeps(void **state)
{
    json_t *sweep = at("sweeps", index_of("sweeps", "key", "policy.swl_limit")), *point;
    size_t i;

    (void)state;
    assert_true(json_array_size(json_object_get(sweep, "points")) >= 6);
    json_array_foreach(json_object_get(sweep, "points"), i, point) {
        char name[32];

        snprintf(name, sizeof name, "swl limit %d", (int)json_integer_value(json_array_get(point, 0)));
        assert_string_equal(name, json_string_value(json_object_get(
            at("systems", (size_t)json_integer_value(json_array_get(point, 1))), "name")));
    }
}

// Tables and claims as the campaign makes them; a block's bits as its registers have.
static void test_tables(void **state)
{
    json_t *costs = json_object_get(data, "costs");
    size_t dyn = index_of("systems", "name", "oaws-dyn"), gto = index_of("systems", "name", "gto");

    (void)state;
    assert_int_equal(json_array_size(json_object_get(data, "figures")), n_sheets);
    for (unsigned i = 0; i < n_sheets; i++) {
        json_t *figure = at("figures", i), *rows = json_object_get(figure, "values");

        assert_string_equal(json_string_value(json_object_get(figure, "id")), sheets[i]->id);
        assert_int_equal(json_array_size(rows), sheets[i]->n_rows);
        for (unsigned row = 0; row < sheets[i]->n_rows; row++)
            for (unsigned k = 0; k < sheets[i]->n_columns; k++) {
                json_t *value = json_array_get(json_array_get(rows, row), k);
                double want = sheets[i]->values[row][k];

                assert_true(isnan(want) ? json_is_null(value)
                                        : fabs(json_number_value(value) - want) < 1e-9 * (1 + fabs(want)));
            }
    }
    assert_true(json_array_size(json_object_get(data, "claims")) > 20);
    assert_true(json_is_null(json_object_get(at("claims", 1), "half")));         // of one seed
    assert_int_equal(json_integer_value(json_object_get(json_array_get(costs, gto), "bits")), 0);
    assert_true(json_integer_value(json_object_get(json_array_get(costs, dyn), "sm_bits")) > 100);
    assert_true(strstr(json_string_value(json_object_get(at("machines", 0), "text")), "mshrs") != NULL);
}

// A claim's interval is half of the 95 % one over the seeds, that of its column of claims.dat.
static void test_claim_half(void **state)
{
    static campaign seeds;
    json_t *page, *claims;

    (void)state;
    by_hand_empty(&seeds, "oaws", (const char *const[]){ "bfs" }, 1);
    seeds.n_seeds = seeds.n_claim_seeds = 2, seeds.seeds[1] = 1;
    for (unsigned seed = 0; seed < 2; seed++) {
        by_hand_put(&seeds, "bfs", "gto", seed, "{\"group\":\"divergent\",\"ipc\":1}");
        by_hand_put(&seeds, "bfs", "oaws-dyn", seed, seed ? "{\"group\":\"divergent\",\"ipc\":1.2}"
                                                      : "{\"group\":\"divergent\",\"ipc\":1.4}");
    }
    page = html_data(&seeds, &(html_options){ .title = "", .command = "", .claims = true });
    claims = json_object_get(page, "claims");
    assert_number(json_number_value(json_object_get(json_array_get(claims, 1), "measured")), 30, 1e-9);
    assert_number(json_number_value(json_object_get(json_array_get(claims, 1), "half")), 12.7062047364 * 10, 1e-6);
    json_decref(page);
    campaign_end(&seeds);
}

// Of a bundled kernel PTX and CUDA, of a job file the PTX that it names and the CUDA beside that; of what is gone
// nothing.
static void test_sources(void **state)
{
    const campaign_kernel bundled = { .name = "a", .word = "atax" };
    const campaign_kernel of_job = { .kind = KERNEL_JOB, .name = "b", .word = "tests/bench/atax_row.json" };
    const campaign_kernel gone = { .kind = KERNEL_PTX, .name = "c", .word = "tests/sim/campaign/nowhere.ptx" };
    json_t *sources = json_array();

    (void)state;
    html_add_sources(&bundled, 0, sources);
    assert_int_equal(json_array_size(sources), 2);
    html_add_sources(&of_job, 1, sources);
    assert_int_equal(json_array_size(sources), 4);
    assert_int_equal(json_integer_value(json_object_get(json_array_get(sources, 2), "kernel")), 1);
    assert_non_null(strstr(json_string_value(json_object_get(json_array_get(sources, 2), "text")), ".entry"));
    html_add_sources(&gone, 2, sources);
    assert_int_equal(json_array_size(sources), 4);
    json_decref(sources);
}

static char *safe(json_t *value)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    html_json(value, file);
    fclose(file);
    json_decref(value);
    return text;
}

static void check_string(const char *bytes, size_t length, const char *want)
{
    json_t *string = html_string(bytes, length);
    char *text;

    assert_non_null(string);                                // a JSON string is UTF-8
    text = safe(json_pack("[o]", string));
    assert_string_equal(text, want);
    free(text);
}

static void test_escaping(void **state)
{
    (void)state;
    check_string("</script><!-- & -->", 19, "[\"\\u003c/script\\u003e\\u003c!-- \\u0026 --\\u003e\"]");
    check_string("a\xe2\x80\xa8" "b\xe2\x80\xa9", 8, "[\"a\\u2028b\\u2029\"]");
    check_string("\"\\\n\t\0" "0", 6, "[\"\\\"\\\\\\n\\t\\u00000\"]");
    check_string("\xc3\xa9\xf0\x9f\x98\x80", 6, "[\"\\u00E9\\uD83D\\uDE00\"]");
    // No UTF-8: alone, overlong, a surrogate, beyond the last character, cut off.
    check_string("\xff", 1, "[\"\\uFFFD\"]");
    check_string("\xc0\xaf", 2, "[\"\\uFFFD\\uFFFD\"]");
    check_string("\xe0\x80\xbc", 3, "[\"\\uFFFD\\uFFFD\\uFFFD\"]");
    check_string("\xed\xa0\x80", 3, "[\"\\uFFFD\\uFFFD\\uFFFD\"]");
    check_string("\xf4\x90\x80\x80", 4, "[\"\\uFFFD\\uFFFD\\uFFFD\\uFFFD\"]");
    check_string("\xe2(\xa1", 3, "[\"\\uFFFD(\\uFFFD\"]");
    check_string("x\xe2\x82", 3, "[\"x\\uFFFD\\uFFFD\"]");
    assert_true(json_is_null(html_number(NAN)) && json_is_null(html_number(INFINITY)));
    assert_true(json_is_integer(html_number(3)) && json_is_real(html_number(0.5)));
}

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;

    for (; (text = strstr(text, word)); text += strlen(word))
        count++;
    return count;
}

// One file: nothing in it is loaded from elsewhere, and its data end where they should.
static void test_page(void **state)
{
    static const char begins[] = "<script type=\"application/json\" id=\"data\">";
    static const char *const outside[] = {
        " src=", "href=\"http", "url(http", "url(\"http", "@import", "import(", "fetch(",
        "XMLHttpRequest", "WebSocket(",
    };
    char *text = NULL, *from, *to;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    json_t *back;

    (void)state;
    html_write(data, file);
    fclose(file);
    assert_int_equal(strlen(text), length);
    assert_null(strstr(text, "@data@"));
    assert_int_equal(count_of(text, "<title>By &#60;hand&#62;</title>"), 1);
    assert_int_equal(count_of(text, "<script"), 3);
    assert_int_equal(count_of(text, "</script>"), 3);
    assert_int_equal(count_of(text, "default-src 'none'"), 1);
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++)
        if (strstr(text, outside[i]))
            fail_msg("the page has `%s`", outside[i]);
    // All addresses are names of the library's namespaces and of licences.
    assert_int_equal(count_of(text, "http"), count_of(text, "http-equiv") + count_of(text, "http://www.w3.org/") +
                     count_of(text, "http://www.apache.org/licenses/") + count_of(text, "https://www.apache.org/") +
                     count_of(text, "https://github.com/"));
    from = strstr(text, begins) + strlen(begins);
    to = strstr(from, "</script>");
    back = json_loadb(from, (size_t)(to - from), 0, NULL);
    assert_true(json_is_object(back) && json_array_size(json_object_get(back, "runs")) == n_good());
    json_decref(back);
    free(text);
}

static void same(json_t *seen, const char *want)
{
    json_t *wanted = json_loads(want, 0, NULL);
    char *text = json_dumps(seen, JSON_SORT_KEYS);

    assert_non_null(wanted);
    if (!json_equal(seen, wanted))
        fail_msg("seen %s, expected %s", text, want);
    free(text);
    json_decref(wanted);
}

// Time lines as they are; of a PTX line its counters, without its number and place.
static void test_what_runs_have_kept(void **state)
{
    json_t *result = json_loads("{\"per_interval\": {\"columns\": [\"a\"], \"rows\": [[1], [2]], \"more\": 3},"
                                " \"per_line\": [{\"kernel\": \"k\", \"line\": 7, \"pc\": 8, \"text\": \"ret\", \"issues\": 5, \"share\": 0.5},"
                                "                {\"kernel\": \"k\", \"line\": 9, \"text\": \"bra\", \"issues\": 6}]}", 0, NULL);
    json_t *times = json_array(), *lines = json_array(), *none = json_object();

    (void)state;
    html_add_times(none, 1, 2, times);
    html_add_lines(none, 1, 2, lines);
    assert_true(json_array_size(times) == 0 && json_array_size(lines) == 0);
    html_add_times(result, 3, 4, times);
    html_add_lines(result, 5, 6, lines);
    same(times, "[{\"kernel\": 3, \"system\": 4, \"columns\": [\"a\"], \"rows\": [[1], [2]]}]");
    same(lines, "[{\"kernel\": 5, \"system\": 6, \"rows\": [{\"kernel\": \"k\", \"line\": 7, \"text\": \"ret\", \"counts\": {\"issues\": 5}},"
                " {\"kernel\": \"k\", \"line\": 9, \"text\": \"bra\", \"counts\": {\"issues\": 6}}]}]");
    json_decref(result);
    json_decref(times);
    json_decref(lines);
    json_decref(none);
}

// Of several seeds each one's numbers and their mean; of a run that failed its reason; what bounds every run.
static void test_seeds_failures_and_limits(void **state)
{
    campaign few;
    json_t *of_few, *run, *each = NULL, *failed = NULL;
    size_t r;

    (void)state;
    by_hand_few(&few);
    few.n_seeds = 2;
    few.seeds[1] = 7;
    few.max_cycles = 5000;
    by_hand_put(&few, "bfs", "gto", 1, "{\"group\":\"divergent\",\"ipc\":7}");
    campaign_take_result(campaign_add(&few, "atax", "lrr"), &(store_run){ .status = 3, .reason = strdup("no <end>") });
    for (unsigned i = 0; i < few.n_runs; i++)
        few.runs[i].planned = true;
    of_few = html_data(&few, &(html_options){ "", "", NULL, 0, true });
    json_array_foreach(json_object_get(of_few, "runs"), r, run) {
        if (json_object_get(run, "failed"))
            failed = json_object_get(run, "failed");
        if (json_integer_value(json_object_get(run, "seeds")) == 2)
            each = json_object_get(run, "each");
    }
    assert_non_null(failed);
    char *text = json_dumps(of_few, JSON_COMPACT);
    assert_non_null(strstr(text, "at most 5000 cycles a run"));
    assert_non_null(strstr(text, "no "));
    free(text);
    assert_int_equal(json_array_size(each), json_array_size(json_object_get(of_few, "metrics")));
    bool found = false;
    json_array_foreach(each, r, run)
        found |= json_number_value(json_array_get(run, 0)) == 5 && json_number_value(json_array_get(run, 1)) == 7;
    assert_true(found);
    json_decref(of_few);
    campaign_end(&few);
}

// Of two cells whose seeds stand between each other's: each has its own, in their order; and whichever run fails, from the first one on, its
// cell alone has failed, by that run's reason.
static void test_cells_of_seeds(void **state)
{
    enum { RUNS = 5 };
    static const struct { const char *system; unsigned seed, cell; } rows[RUNS] = {
        { "gto", 0, 0 }, { "gto", 1, 0 }, { "oaws-dyn", 0, 1 }, { "gto", 2, 0 }, { "oaws-dyn", 1, 1 } };
    campaign few;

    (void)state;
    by_hand_empty(&few, "oaws", (const char *const[]){ "bfs" }, 1);
    few.n_seeds = 3;
    for (unsigned i = 0; i < 3; i++)
        few.seeds[i] = 10 + i;
    for (unsigned i = 0; i < RUNS; i++) {
        char report[64];

        snprintf(report, sizeof report, "{\"group\":\"divergent\",\"ipc\":%u}", i + 1);
        by_hand_put(&few, "bfs", rows[i].system, rows[i].seed, report);
        few.runs[i].planned = true;
    }
    for (unsigned fails = 0; fails <= RUNS; fails++) {
        static const char *const each_ipc[2] = { "[1,2,4]", "[3,5]" };

        if (fails < RUNS) {
            free(few.runs[fails].stored.reason);
            few.runs[fails].stored.reason = strdup("it ended");
            few.runs[fails].state = RUN_FAILED;
        }
        json_t *of_few = html_data(&few, &(html_options){ "", "", NULL, 0, true }), *cells = json_object_get(of_few, "runs");
        assert_int_equal(json_array_size(cells), 2);
        for (unsigned i = 0; i < 2; i++) {
            json_t *cell = json_array_get(cells, i), *failed = json_object_get(cell, "failed"), *first = json_array_get(json_object_get(cell, "each"), 0);
            char *words = first ? json_dumps(first, JSON_COMPACT) : NULL;

            if (fails < RUNS && rows[fails].cell == i) {
                assert_non_null(failed);
                assert_string_equal(json_string_value(failed), "it ended");
                assert_null(json_object_get(cell, "values"));
            } else {
                assert_null(failed);
                assert_string_equal(words, each_ipc[i]);
                assert_int_equal(json_integer_value(json_object_get(cell, "seeds")), i ? 2 : 3);
            }
            free(words);
        }
        json_decref(of_few);
        if (fails < RUNS)
            few.runs[fails].state = RUN_GOOD;
    }
    campaign_end(&few);
}

// Bits as the overhead report has them (docs/overhead_results.md), of how many the machine has, and their sums; of a machine that no tuple is for nothing is known.
static void test_bits_of_systems(void **state)
{
    static const struct { const char *machine, *system, *want; } cases[] = {
        { "oaws", "oaws-dyn", "oaws_ocw SM 30 48, oaws_dlc SM 30 2161, oaws_misspred SM 30 528, oaws_qualify SM 30 6: 2743 0 82290" },
        { "bucl", "bucl-dyn", "bucl_bypass SM 15 0, bucl_update GPU 1 704: 0 704 704" },
        { "owl", "owl", "owl_groups SM 28 62, owl_prefetch controller 8 190: 62 1520 3256" },
        { "oaws", "gto", ": 0 0 0" },
        { "oaws", "oaws-dyn l1d.mshrs=0", ": null null null" },
    };
    static const char *const sums[] = { "sm_bits", "other_bits", "bits" };

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        simulator_error error;
        campaign_machine m = { .word = cases[i].machine, .base = simulator_machine(cases[i].machine, &error) };
        campaign_system system = { 0 };
        char text[400] = "";
        json_t *block;
        size_t b;

        assert_non_null(m.base);
        assert_true(system_resolve(cases[i].system, &system));
        json_t *cost = html_cost(&(html_system){ .machine = &m, .system = &system }, 9);
        json_array_foreach(json_object_get(cost, "blocks"), b, block)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s %s %lld %lld", b ? ", " : "",
                     json_string_value(json_object_get(block, "name")), json_string_value(json_object_get(block, "place")),
                     json_integer_value(json_object_get(block, "count")), json_integer_value(json_object_get(block, "bits")));
        strcat(text, ":");
        for (unsigned k = 0; k < 3; k++) {
            const json_t *sum = json_object_get(cost, sums[k]);
            size_t used = strlen(text);

            if (json_is_null(sum))
                snprintf(text + used, sizeof text - used, " null");
            else
                snprintf(text + used, sizeof text - used, " %lld", json_integer_value(sum));
        }
        assert_int_equal(json_integer_value(json_object_get(cost, "system")), 9);
        if (strcmp(text, cases[i].want) != 0)
            fail_msg("%s: seen %s, expected %s", cases[i].system, text, cases[i].want);
        json_decref(cost);
        free(m.base);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs), cmocka_unit_test(test_sweeps), cmocka_unit_test(test_tables), cmocka_unit_test(test_claim_half),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_escaping),
        cmocka_unit_test(test_page), cmocka_unit_test(test_seeds_failures_and_limits), cmocka_unit_test(test_cells_of_seeds), cmocka_unit_test(test_what_runs_have_kept),
        cmocka_unit_test(test_bits_of_systems),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
