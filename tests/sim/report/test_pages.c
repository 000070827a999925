// SPDX-License-Identifier: BSD-3-Clause
// The parts of a run, whole pages of them: every table with its headings and legends, and the JSON. Each number is another one above 32
// bits, so that one in another's place, or half of one, shows. PAGES=write writes the pages of tests/sim/report/pages anew.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "tests/sim/report/rows.h"

#define LARGE (UINT64_C(1) << 32)

static void fill(void *counters, size_t size, uint64_t from)
{
    uint64_t *values = counters;
    for (size_t i = 0; i < size / sizeof *values; i++)
        values[i] = LARGE * (from + i) + 1009 * i + from;
}

// By their names, so that one more changes none of the others.
static void fill_by_name(counters *c, uint64_t from)
{
    for (unsigned i = 0; i < COUNTER_ROWS; i++) {
        uint64_t number = from;
        for (const char *at = counter_rows[i].json; *at; at++)
            number = (number * 31 + (unsigned char)*at) % 9973;
        *(uint64_t *)((char *)c + counter_rows[i].offset) = LARGE * (number + 1) + number;
    }
}

// --- a run of parts

enum { LINES_TRIED = 9 };           // with divergent loads, one more than have a column of their own

typedef struct {
    run_record     run;
    launch_record  launches[4];
    line_cell      loads[3], stores[3], divergent[LINES_TRIED][3];
    age_counters   ages[3];
    profile_line   lines[3 + LINES_TRIED];
    kernel_profile kernel, *kernels[1];
    profile        profile;
    degree_profile degrees;
} parts;

static void add_launches(parts *p)
{
    static const struct { char *kernel; uint32_t grid[3], block[3], ways; bool functional; } rows[4] = {
        {"_Z5firstPfi", {7, 2, 1}, {64, 1, 1}, 0, false}, {"second", {1, 1, 1}, {32, 4, 2}, 56, false},
        {"_Z5firstPfi", {8, 9, 10}, {256, 1, 1}, 0, true}, {"third", {70000, 1, 3}, {1024, 1, 1}, 0, false}};
    for (unsigned i = 0; i < 4; i++) {
        p->launches[i] = (launch_record){.kernel = rows[i].kernel, .functional = rows[i].functional, .l1d_ways = rows[i].ways};
        memcpy(p->launches[i].grid, rows[i].grid, sizeof rows[i].grid);
        memcpy(p->launches[i].block, rows[i].block, sizeof rows[i].block);
        fill_by_name(&p->launches[i].counters, i + 1);
    }
    p->run.per_launch = true;
    p->run.launches = p->launches;
    p->run.n_launches = 4;
}

// More lines with divergent loads than have a column of their own; the last one was never at the L1D.
static void add_lines(parts *p)
{
    unsigned n = 0;
    for (unsigned age = 0; age < 3; age++) {
        fill(&p->ages[age], sizeof p->ages[age], 1 + age);
        fill(&p->loads[age].counters, sizeof(line_counters), 10 + age);
        fill(&p->stores[age].counters, sizeof(line_counters), 20 + age);
        p->loads[age].counters.divergent = 0;
        p->stores[age].counters.loads = p->stores[age].counters.divergent = 0;
        for (unsigned i = 0; i < LINES_TRIED; i++)
            fill(&p->divergent[i][age].counters, sizeof(line_counters), 30 + 3 * i + age);
    }
    p->lines[n++] = (profile_line){.line = 12, .pc = 40, .text = "ld.global.u32 %r1, [%rd1]", .ages = p->loads};
    p->lines[n++] = (profile_line){.line = 14, .pc = 56, .store = true, .text = "st.global.u32 [%rd1], %r1", .ages = p->stores};
    for (unsigned i = 0; i < LINES_TRIED; i++)
        p->lines[n++] = (profile_line){.line = 20 + i, .pc = 64 + 8 * i, .text = "ld.global.u32 %r2, [%rd2]", .ages = p->divergent[i]};
    p->lines[n++] = (profile_line){.line = 99, .pc = 200, .text = "ld.global.u32 %r3, [%rd3]"};
    p->kernel = (kernel_profile){.name = "_Z5firstPfi", .n_ages = 3, .ages = p->ages, .lines = p->lines, .n_lines = n};
    p->kernels[0] = &p->kernel;
    p->profile = (profile){.n_ages = 3, .kernels = p->kernels, .n_kernels = 1};
    p->run.per_line = p->run.per_age = true;
    p->run.profile = &p->profile;
}

static void add_degrees_and_slices(parts *p)
{
    for (unsigned degree = 1; degree <= DEGREES; degree++)
        fill(&p->degrees.of[degree], sizeof p->degrees.of[degree], degree);
    p->run.degrees = &p->degrees;
    p->run.slices = slices_new(3, 8);
    for (unsigned slice = 0; slice < 3; slice++)
        fill(&p->run.slices->of[slice], sizeof p->run.slices->of[slice], slice + 1);
}

// Rows above 32 bits; of the CTAs of one all are consecutive, of the second two of three, of the third none.
static void add_rows_and_links(parts *p)
{
    static const struct { uint64_t row, cta; } accesses[] = {{1, 1}, {1, 2}, {1, 2}, {1 + LARGE, 1}, {1 + LARGE, 2}, {1 + LARGE, 5}, {2, LARGE}};
    p->run.rows = row_sharing_new();
    for (unsigned i = 0; i < sizeof accesses / sizeof accesses[0]; i++)
        row_sharing_access(p->run.rows, accesses[i].row, accesses[i].cta);
    row_sharing_launch_end(p->run.rows);
    p->run.links = links_new(3, 2);
    p->run.links->clocks = 100 * LARGE;
    for (unsigned network = 0; network < LINKS_NETWORKS; network++)
        fill(p->run.links->flits[network], 6 * LINKS_DIRECTIONS * sizeof(uint64_t), 1 + 30 * network);
}

static void add_intervals(parts *p)
{
    static const char *const names[] = {"ccws_lls.score_sum", "of_nobody"};
    p->run.intervals = intervals_new();
    intervals_name(p->run.intervals, names, 2);
    for (unsigned i = 0; i < 3; i++) {
        interval_row row = {.cycle = LARGE * (i + 1) + 7, .cycles = LARGE,
                            .values[0] = {.sum = LARGE * (5 + i), .low = i, .high = LARGE + i, .sms = 2 + i}};
        fill_by_name(&row.counted, 10 + i);
        intervals_add(p->run.intervals, &row);
    }
}

static void add_curve_and_replays(parts *p)
{
    p->run.curve = (run_curve){.key = "policy.swl_limit", .best = 2, .n = 3, .points = {{1, true, 10.5, 3.25, LARGE + 1},
                               {2, true, 20.125, 2.5, LARGE + 2}, {3, .known = false}}};
    p->run.replayed = true;
    p->run.replays = (replay_results){.thread_insns = 1000 * LARGE, .comparable = true};
    fill(&p->run.replays.run, sizeof p->run.replays.run, 50);
    fill(p->run.replays.counts, sizeof p->run.replays.counts, 60);
}

// --- pages

static void expect_page(const char *name, const char *page)
{
    const char *asked = getenv("PAGES");
    const bool write = asked && strcmp(asked, "write") == 0;
    char path[100], line[400];
    const char *at = page;
    snprintf(path, sizeof path, "tests/sim/report/pages/%s", name);
    FILE *file = fopen(path, write ? "w" : "r");
    assert_non_null(file);
    if (write)
        fputs(page, file);
    while (!write && fgets(line, sizeof line, file)) {
        const size_t length = strlen(line);
        if (strncmp(at, line, length) != 0)
            fail_msg("%s: seen %.*s, expected %s", path, (int)strcspn(at, "\n"), at, line);
        at += length;
    }
    fclose(file);
    assert_true(write || !*at);
}

static void whole_pages(void **state)
{
    static parts p;
    const run_record plain = example(0, LARGE * 1000);
    json_error_t error;
    const char *key;
    json_t *value, *of_plain, *of_parts;
    (void)state;
    p.run = plain;
    add_launches(&p);
    add_lines(&p);
    add_degrees_and_slices(&p);
    add_rows_and_links(&p);
    add_intervals(&p);
    add_curve_and_replays(&p);
    char *page = printed(report_details, &p.run, 1);
    expect_page("details.txt", page);
    free(page);
    p.run.n_launches = 2;
    char *json[2] = {printed(report_json, &plain, 1), printed(report_json, &p.run, 1)};
    assert_non_null(of_plain = json_loads(json[0], 0, &error));
    assert_non_null(of_parts = json_loads(json[1], 0, &error));
    json_object_foreach(json_array_get(of_plain, 0), key, value)
        json_object_del(json_array_get(of_parts, 0), key);
    page = json_dumps(of_parts, JSON_COMPACT | JSON_REAL_PRECISION(12));
    for (char *at = page; (at = strstr(at, "},")) != NULL; at++)
        at[1] = '\n';                           // an object a line
    expect_page("details.json", page);
    free(page);
    json_decref(of_plain);
    json_decref(of_parts);
    free(json[0]);
    free(json[1]);
    free(p.run.slices);
    free(p.run.links);
    free(p.run.intervals);
    row_sharing_free(p.run.rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(whole_pages) };
    return cmocka_run_group_tests_name("pages", tests, NULL, NULL);
}
