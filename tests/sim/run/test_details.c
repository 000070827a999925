// SPDX-License-Identifier: BSD-3-Clause
// --per-launch, --per-line, --per-age, --per-degree, --per-slice, --per-row and --per-link of whole runs: the parts in the JSON add up to the run's counters, each to the last one,
// and asking for them changes nothing else.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/report/counters.h"
#include "sim/report/degrees.h"
#include "tests/sim/command.h"

static uint64_t number(const json_t *object, const char *path)
{
    char group[64];
    const char *dot = strchr(path, '.');
    snprintf(group, sizeof group, "%.*s", (int)(dot ? dot - path : 0), path);
    const json_t *at = dot ? json_object_get(json_object_get(object, group), dot + 1) : json_object_get(object, path);
    if (!json_is_integer(at))
        fail_msg("the JSON lacks %s", path);
    return (uint64_t)json_integer_value(at);
}

static uint64_t sum(const json_t *array, const char *path)
{
    uint64_t total = 0;
    size_t i;
    json_t *part;
    json_array_foreach(array, i, part)
        total += number(part, path);
    return total;
}

static void equal(const char *what, uint64_t parts, uint64_t whole)
{
    if (parts != whole)
        fail_msg("%s: the parts add up to %llu, the run counted %llu", what, (unsigned long long)parts, (unsigned long long)whole);
}

// What the run counts: origins of hits, and what every run does.
static bool counted(unsigned when) { return when == REPORTED_ALWAYS || when == REPORTED_LOCALITY; }

static counters counters_of(const json_t *run)
{
    counters c = {0};
#define COUNTER(member, json, keeper, when, ...) if (counted(REPORTED_##when)) c.member = number(run, json);
#include "sim/report/counters.def"
#undef COUNTER
    return c;
}

static void check_launches(const json_t *run)
{
    const json_t *launches = json_object_get(run, "per_launch"), *first = json_array_get(launches, 0);
    assert_int_equal(json_array_size(launches), number(run, "launches"));
    assert_true(json_is_string(json_object_get(first, "kernel")));
    assert_int_equal(json_array_size(json_object_get(first, "grid")), 3);
    assert_int_equal(json_array_size(json_object_get(first, "block")), 3);
    assert_true(json_is_real(json_object_get(first, "ipc")));
#define COUNTER(member, json, keeper, when, ...) if (counted(REPORTED_##when)) equal("per launch: " json, sum(launches, json), number(run, json));
#include "sim/report/counters.def"
#undef COUNTER
}

// Of the lines of each age, too.
static void check_profile(const json_t *run)
{
    const json_t *lines = json_object_get(run, "per_line"), *ages = json_object_get(run, "per_age");
    counters counted = counters_of(run), *c = &counted;
    size_t i;
    json_t *age;
#define PART_COUNTER(member, unit, whole, help) { \
        uint64_t of_ages = 0; \
        equal("per line: " #member, sum(lines, #member), whole); \
        json_array_foreach(ages, i, age) \
            of_ages += sum(json_object_get(age, "lines"), #member); \
        equal("per age: " #member, of_ages, whole); \
    }
#include "sim/report/line_counters.def"
#undef PART_COUNTER
#define PART_COUNTER(member, unit, whole, help) equal("per age: " #member, sum(ages, #member), whole);
#include "sim/report/age_counters.def"
#undef PART_COUNTER
    age = json_array_get(lines, 0);
    assert_true(json_is_string(json_object_get(age, "kernel")) && json_is_string(json_object_get(age, "text")));
    assert_true(number(age, "line") > 0 && json_is_string(json_object_get(age, "kind")));
}

static void check_degrees(const json_t *run)
{
    static const char *const groups[] = {"1", "2", "3_10", "11_20", "21_32"};
    const json_t *degrees = json_object_get(run, "per_degree"), *each = json_object_get(degrees, "each");
    counters counted = counters_of(run), *c = &counted;
    assert_int_equal(json_array_size(each), DEGREES);
#define DEGREE_GROUP(...)
#define OWN_COUNTER(...)
#define PART_COUNTER(member, unit, whole, help) { \
        uint64_t of_groups = 0; \
        equal("per degree: " #member, sum(each, #member), whole); \
        for (unsigned i = 0; i < sizeof groups / sizeof *groups; i++) \
            of_groups += number(json_object_get(degrees, groups[i]), #member); \
        equal("per group of degrees: " #member, of_groups, whole); \
    }
#include "sim/report/degree_counters.def"
#undef PART_COUNTER
#undef DEGREE_GROUP
    equal("above 2 accesses", sum(each, "loads") - number(json_object_get(degrees, "1"), "loads") -
          number(json_object_get(degrees, "2"), "loads"), c->loads_uncoalesced);
    assert_true(sum(each, "lines_reused") > 0 && sum(each, "lines_reused") < sum(each, "lines"));
}

static void check_slices(const json_t *run)
{
    const json_t *slices = json_object_get(run, "per_slice");
    assert_int_equal(json_array_size(slices), 6);
    assert_true(sum(slices, "held") >= number(run, "l2.accesses"));     // each has been there for a cycle at least
}

// All links of a mesh of 6 x 6, of both networks; their uses are in clocks of the interconnect, two a core cycle on owl.
static void check_links(const json_t *run)
{
    const json_t *links = json_object_get(run, "per_link");
    uint64_t most = 0;
    double use = 0;
    size_t i;
    json_t *link;
    json_array_foreach(links, i, link)
    {
        const uint64_t flits = number(link, "flits");
        most = flits > most ? flits : most;
        use += json_number_value(json_object_get(link, "use"));
    }
    assert_int_equal(json_array_size(links), 2 * 120);
    equal("per link: flits", sum(links, "flits"), number(run, "icnt.link_flits"));
    equal("the most used link", most, number(run, "icnt.link_most"));
    // a launch ends before its last edges
    assert_in_range(number(run, "icnt.link_cycles"), 2 * 240 * (number(run, "cycles") - 2 * number(run, "launches")),
                    2 * 240 * number(run, "cycles"));
    const double mean = json_number_value(json_object_get(json_object_get(run, "icnt"), "link_use"));
    assert_true(mean > 0 && use / 240 > 0.999999 * mean && use / 240 < 1.000001 * mean);
}

static void links_of_a_mesh(void **state)
{
    (void)state;
    json_t *array = command_json(0, "--machine owl --policy lrr --size 1024 --per-link --per-launch bfs"), *run = json_array_get(array, 0);
    assert_true(number(run, "launches") > 1);
    check_links(run);
    equal("flits over links by launch", sum(json_object_get(run, "per_launch"), "icnt.link_flits"), number(run, "icnt.link_flits"));
    json_decref(array);
}

static void parts_add_up(void **state)
{
    (void)state;
    size_t i;
    json_t *run;
    json_t *array = command_json(0, "--machine oaws --policy gto,oaws-dyn --size 4096 --locality --per-launch --per-line --per-age "
                                 "--per-degree --per-slice bfs");
    json_t *plain = command_json(0, "--machine oaws --policy gto,oaws-dyn --size 4096 --locality bfs");
    assert_int_equal(json_array_size(array), 2);
    json_array_foreach(array, i, run)
    {
        json_t *other = json_array_get(plain, i);
        check_launches(run);
        check_profile(run);
        check_degrees(run);
        check_slices(run);
        json_object_del(run, "per_launch"), json_object_del(run, "per_line"), json_object_del(run, "per_age");
        json_object_del(run, "per_degree"), json_object_del(run, "per_slice");
        json_object_del(run, "wall_seconds"), json_object_del(other, "wall_seconds");
        assert_true(json_equal(run, other));
    }
    json_decref(array);
    json_decref(plain);
}

// Each asked for by itself; and of a run that is cut off, as far as it went.
static void each_alone(void **state)
{
    (void)state;
    static const char *const names[] = {"per_launch", "per_line", "per_age", "per_degree", "per_slice", "per_row", "per_link"};
    for (unsigned asked = 0; asked < 7; asked++) {
        json_t *array = command_json(0, "--set icnt.kind=mesh --per-%s vadd", names[asked] + 4), *run = json_array_get(array, 0);
        for (unsigned i = 0; i < 7; i++)
            assert_int_equal(json_object_get(run, names[i]) != NULL, i == asked);
        json_decref(array);
    }
    json_t *cut = command_json(3, "--set gpu.sms=1 --set gpu.clusters=1 --max-cycles 1700 --locality --per-launch --per-line --per-age vadd"), *run = json_array_get(cut, 0);
    assert_int_equal(json_array_size(json_object_get(run, "per_launch")), 1);
    equal("cycles", sum(json_object_get(run, "per_launch"), "cycles"), 1700);
    check_profile(run);
    json_decref(cut);
}

// vadd, 256 threads a CTA, three arrays of 32 KB: a CTA has 1 KB of each. With the controller above bit 8 a row of 2 KB is
// eight pieces of 256 bytes, 2 KB from each other: of CTAs 0, 2 .. 14 or 1, 3 .. 15, none beside another. Above bit 11 it is
// 2 KB in one piece, of two consecutive CTAs. Neither the scheduler nor the number of SMs makes a difference.
static void ctas_of_rows(void **state)
{
    (void)state;
    static const struct { const char *words; double ctas, share; } rows[] = {
        {"", 8, 0}, {"--set dram.controller_bit=11", 2, 1},
        {"--policy lrr --set gpu.sms=2 --set gpu.clusters=2 --set dram.controller_bit=11", 2, 1}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        json_t *array = command_json(0, "--machine ccws --size 8192 --per-row %s vadd", rows[i].words);
        const json_t *seen = json_object_get(json_array_get(array, 0), "per_row");
        assert_int_equal(number(seen, "rows"), 48);
        assert_int_equal(number(seen, "shared_rows"), 48);
        assert_true(json_number_value(json_object_get(seen, "ctas_per_row")) == rows[i].ctas);
        assert_true(json_number_value(json_object_get(seen, "consecutive_share")) == rows[i].share);
        json_decref(array);
    }
}

// 4 CTAs of 512 bytes on an SM: 2 KiB are in the step of 8 of 64, which leaves 14 of 16 ways. Hits and misses are those of an L1D that has
// them in any kernel.
static void ways_by_kernel(void **state)
{
    (void)state;
    json_t *array = command_json(0, "--set l1d.unified_kib=64 --set l1d.shared_steps=0,1,8,48 --per-launch matmul vadd:2048");
    const unsigned ways[] = {14, 16};
    for (unsigned i = 0; i < 2; i++) {
        const json_t *run = json_array_get(array, i), *launch = json_array_get(json_object_get(run, "per_launch"), 0);
        json_t *same = command_json(0, "--set l1d.ways=%u --per-launch %s", ways[i], i ? "vadd:2048" : "matmul");
        const json_t *as_ever = json_array_get(same, 0);
        assert_int_equal(number(launch, "l1d_ways"), ways[i]);
        assert_null(json_object_get(json_array_get(json_object_get(as_ever, "per_launch"), 0), "l1d_ways"));
        assert_int_equal(number(run, "cycles"), number(as_ever, "cycles"));
        assert_int_equal(number(run, "l1d.misses"), number(as_ever, "l1d.misses"));
        json_decref(same);
    }
    json_decref(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(parts_add_up), cmocka_unit_test(each_alone), cmocka_unit_test(ctas_of_rows),
                                       cmocka_unit_test(links_of_a_mesh), cmocka_unit_test(ways_by_kernel)};
    return cmocka_run_group_tests_name("details", tests, NULL, NULL);
}
