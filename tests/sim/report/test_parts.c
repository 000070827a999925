// SPDX-License-Identifier: BSD-3-Clause
// The parts of a run in JSON and as tables: PTX lines, ages, degrees, slices, rows, links, intervals, a search and replays.
// Every counter of a part is another number above 32 bits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "sim/report/report.h"

static const uint64_t step = UINT64_C(0x100000007);

static void fill(void *counters, size_t size, uint64_t from)
{
    for (size_t i = 0; i < size / sizeof(uint64_t); i++)
        ((uint64_t *)counters)[i] = from + (i + 1) * step;
}

static run_record nothing(void)
{
    return (run_record){ .machine = "m", .policy = "gto", .kernel = "k", .blocks = "c", .message = "" };
}

static json_t *part_of(const run_record *run, const char *name)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    json_t *array, *part;

    report_json(file, run, 1);
    fclose(file);
    array = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    part = json_incref(json_object_get(json_array_get(array, 0), name));
    assert_non_null(part);
    json_decref(array);
    free(text);
    return part;
}

static void expect_json(json_t *seen, json_t *expected)
{
    if (!json_equal(seen, expected)) {                      // more than a message of cmocka holds
        fprintf(stderr, "seen %s\nexpected %s\n", json_dumps(seen, JSON_COMPACT), json_dumps(expected, JSON_COMPACT));
        fail();
    }
    json_decref(seen);
    json_decref(expected);
}

// The table alone, without its title and words.
static void expect_table(const run_record *run, const char *expected)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    report_details(file, run, 1);
    fclose(file);
    if (!strstr(text, expected)) {
        fprintf(stderr, "seen\n%sexpected\n%s", text, expected);
        fail();
    }
    free(text);
}

// --- lines and ages

static json_t *line_expected(const char *kernel, const char *kind, uint32_t line, uint32_t pc, const line_counters *n)
{
    json_t *object = json_pack("{s:i, s:i, s:s, s:s}", "line", (int)line, "pc", (int)pc, "kind", kind, "text", "text");

    if (kernel)
        json_object_set_new(object, "kernel", json_string(kernel));
#define PART_COUNTER(member, ...) json_object_set_new(object, #member, json_integer((json_int_t)n->member));
#include "sim/report/line_counters.def"
#undef PART_COUNTER
    return object;
}

// Two kernels; of the first a load under two ages, a line that was never at the L1D and a store under the second age alone.
static void lines_and_ages(void **state)
{
    line_cell loads[2] = { 0 }, stores[2] = { 0 }, others[1] = { 0 };
    line_counters sum;
    age_counters ages[2], other_ages[1];
    char text[] = "text";
    profile_line lines[3] = { { .line = 12, .pc = 40, .text = text, .ages = loads }, { .line = 13, .pc = 48, .text = text },
                              { .line = 14, .pc = 56, .store = true, .text = text, .ages = stores } };
    profile_line other_lines[1] = { { .line = 70, .pc = 8, .text = text, .ages = others } };
    kernel_profile first = { .name = "first", .n_ages = 2, .ages = ages, .lines = lines, .n_lines = 3 };
    kernel_profile second = { .name = "second", .n_ages = 1, .ages = other_ages, .lines = other_lines, .n_lines = 1 };
    profile whole = { .n_ages = 2, .kernels = (kernel_profile *[]){ &first, &second }, .n_kernels = 2 };
    run_record run = nothing();

    (void)state;
    run.per_line = run.per_age = true, run.profile = &whole;
    fill(&loads[0].counters, sizeof sum, 1);
    fill(&loads[1].counters, sizeof sum, 1000);
    fill(&stores[1].counters, sizeof sum, 5);
    stores[1].counters.loads = 0;
    others[0].counters.reservation_fails = 9;               // refused alone: it has been there
    fill(ages, sizeof ages, 3);
    fill(other_ages, sizeof other_ages, 4);
#define PART_COUNTER(member, ...) sum.member = loads[0].counters.member + loads[1].counters.member;
#include "sim/report/line_counters.def"
#undef PART_COUNTER
    expect_json(part_of(&run, "per_line"), json_pack("[o, o, o]", line_expected("first", "load", 12, 40, &sum),
                                                     line_expected("first", "store", 14, 56, &stores[1].counters),
                                                     line_expected("second", "load", 70, 8, &others[0].counters)));
    expect_json(part_of(&run, "per_age"),
                json_pack("[{s:s, s:i, s:I, s:I, s:[o]}, {s:s, s:i, s:I, s:I, s:[o, o]}, {s:s, s:i, s:I, s:I, s:[o]}]",
                          "kernel", "first", "age", 0, "issues", (json_int_t)ages[0].issues, "held", (json_int_t)ages[0].held,
                          "lines", line_expected(NULL, "load", 12, 40, &loads[0].counters),
                          "kernel", "first", "age", 1, "issues", (json_int_t)ages[1].issues, "held", (json_int_t)ages[1].held,
                          "lines", line_expected(NULL, "load", 12, 40, &loads[1].counters),
                          line_expected(NULL, "store", 14, 56, &stores[1].counters),
                          "kernel", "second", "age", 0, "issues", (json_int_t)other_ages[0].issues, "held", (json_int_t)other_ages[0].held,
                          "lines", line_expected(NULL, "load", 70, 8, &others[0].counters)));
}

// Ages end where the last issue was; of divergent lines there are columns for eight.
static void ages_in_the_table(void **state)
{
    line_cell cells[10][3] = { 0 };
    profile_line lines[10];
    age_counters ages[3] = { { .issues = 30, .held = 10 }, { .issues = 10, .held = 30 }, { 0 } };
    kernel_profile kernel = { .name = "k", .n_ages = 3, .ages = ages, .lines = lines, .n_lines = 10 };
    profile whole = { .n_ages = 3, .kernels = (kernel_profile *[]){ &kernel }, .n_kernels = 1 };
    run_record run = nothing();

    (void)state;
    run.per_age = true, run.profile = &whole;
    for (unsigned i = 0; i < 10; i++) {
        lines[i] = (profile_line){ .line = 10 + i, .text = (char[]){ "t" }, .ages = cells[i] };
        cells[i][0].counters = (line_counters){ .loads = 2, .mshr_entries = 3 + i };
        cells[i][1].counters = (line_counters){ .loads = 4, .divergent = i != 1, .mshr_entries = 2 };
    }
    expect_table(&run, "     age     issues   to here%       held   to here%      loads    entries    line 10    line 12    line 13    line 14"
                       "    line 15    line 16    line 17    line 18\n"
                       "       0         30       75.0         10       25.0         20       3.75       1.50       2.50       3.00       3.50"
                       "       4.00       4.50       5.00       5.50\n"
                       "       1         10      100.0         30      100.0         40       0.50       0.50       0.50       0.50       0.50"
                       "       0.50       0.50       0.50       0.50\n\n");
}

// --- degrees and slices

static json_t *degree_expected(const degree_counters *n)
{
    json_t *object = json_object();

#define PART_COUNTER(member, ...) json_object_set_new(object, #member, json_integer((json_int_t)n->member));
#define DEGREE_GROUP(...)
#include "sim/report/degree_counters.def"
#undef PART_COUNTER
#undef DEGREE_GROUP
    return object;
}

static void degrees(void **state)
{
    static const struct { const char *name; unsigned lowest, highest; } groups[] = {
        { "1", 1, 1 }, { "2", 2, 2 }, { "3_10", 3, 10 }, { "11_20", 11, 20 }, { "21_32", 21, 32 } };
    degree_profile profile;
    json_t *expected = json_object(), *each = json_array();
    run_record run = nothing();

    (void)state;
    run.degrees = &profile;
    for (unsigned degree = 0; degree <= DEGREES; degree++)
        fill(&profile.of[degree], sizeof profile.of[degree], 1000 * degree * degree);
    for (unsigned g = 0; g < 5; g++) {
        degree_counters sum = { 0 };

        for (unsigned degree = groups[g].lowest; degree <= groups[g].highest; degree++)
            for (unsigned i = 0; i < sizeof sum / sizeof(uint64_t); i++)
                ((uint64_t *)&sum)[i] += ((uint64_t *)&profile.of[degree])[i];
        json_object_set_new(expected, groups[g].name, degree_expected(&sum));
    }
    for (unsigned degree = 1; degree <= DEGREES; degree++) {
        json_t *row = degree_expected(&profile.of[degree]);

        json_object_set_new(row, "degree", json_integer(degree));
        json_array_append_new(each, row);
    }
    json_object_set_new(expected, "each", each);
    expect_json(part_of(&run, "per_degree"), expected);
    assert_ptr_equal(degree_of(&profile, 31), &profile.of[31]);     // 32 stands for more, too
    assert_ptr_equal(degree_of(&profile, 32), &profile.of[32]);
    assert_ptr_equal(degree_of(&profile, 33), &profile.of[32]);
}

static void slices(void **state)
{
    slice_profile *profile = slices_new(3, 8);
    run_record run = nothing();

    (void)state;
    run.slices = profile, run.counters.cycles = 5 * step;
    profile->of[1] = (slice_counters){ .held = 2 * step, .full = 4 * step, .most = 6 };
    profile->of[2] = (slice_counters){ .held = 40 * step, .full = 5 * step, .most = 8 };
    expect_json(part_of(&run, "per_slice"),
                json_pack("[{s:i, s:i, s:i, s:i, s:f, s:f}, {s:i, s:I, s:I, s:i, s:f, s:f}, {s:i, s:I, s:I, s:i, s:f, s:f}]",
                          "slice", 0, "held", 0, "full", 0, "most", 0, "occupancy", 0.0, "use", 0.0,
                          "slice", 1, "held", (json_int_t)(2 * step), "full", (json_int_t)(4 * step), "most", 6, "occupancy", 0.4, "use", 0.05,
                          "slice", 2, "held", (json_int_t)(40 * step), "full", (json_int_t)(5 * step), "most", 8, "occupancy", 8.0, "use", 1.0));
    expect_table(&run, "k under gto, input buffers of the L2 slices\n"
                       "   slice     places       use%      full%       most\n"
                       "       0      0.000        0.0        0.0          0\n"
                       "       1      0.400        5.0       80.0          6\n"
                       "       2      8.000      100.0      100.0          8\n"
                       "  places: used of 8 in the queue from the network");
    free(profile);
}

// --- rows of the DRAM, and links

static void rows(void **state)
{
    row_sharing *sharing = row_sharing_new();
    run_record run = nothing();

    (void)state;
    run.rows = sharing;
    expect_table(&run, "           0          0        0.0           0.0\n");
    // Row 1 by CTAs 1, 2 and 5, two thirds consecutive, row 2 by 7 alone; CTAs and rows that differ in their high bits alone.
    for (unsigned i = 0; i < 3; i++)
        row_sharing_access(sharing, 1, (const uint64_t[]){ 1, 2, 5 }[i]);
    row_sharing_access(sharing, 2, 7);
    row_sharing_access(sharing, 2 | UINT64_C(1) << 40, 7);
    row_sharing_access(sharing, 2 | UINT64_C(1) << 40, 7 | UINT64_C(1) << 40);
    row_sharing_launch_end(sharing);
    expect_json(part_of(&run, "per_row"), json_pack("{s:i, s:i, s:i, s:f, s:f}", "rows", 3, "shared_rows", 2, "ctas", 6,
                                                    "ctas_per_row", 2.0, "consecutive_share", 2.0 / 3 / 3));
    expect_table(&run, "        rows     shared   CTAs/row  consecutive%\n"
                       "           3          2        2.0          22.2\n");
    row_sharing_free(sharing);
}

// 3 x 2 routers: what leads out of the mesh is no link.
static void links(void **state)
{
    static const char *const networks[] = { "requests", "replies" }, *const ways[] = { "east", "west", "south", "north" };
    // Of router y * 3 + x, each way.
    static const bool there[6][4] = { { 1, 0, 1, 0 }, { 1, 1, 1, 0 }, { 0, 1, 1, 0 }, { 1, 0, 0, 1 }, { 1, 1, 0, 1 }, { 0, 1, 0, 1 } };
    link_profile *profile = links_new(3, 2);
    json_t *expected = json_array();
    char table[4096] = "   network    row column       east       west      south      north\n";
    run_record run = nothing();

    (void)state;
    run.links = profile, profile->clocks = 1000 * step;
    for (unsigned network = 0; network < 2; network++)
        for (unsigned router = 0; router < 6; router++) {
            snprintf(table + strlen(table), sizeof table - strlen(table), "  %8s %6u %6u", networks[network], router / 3, router % 3);
            for (unsigned way = 0; way < 4; way++) {
                const uint64_t permille = 100 * network + 10 * router + way + 1;
                char use[16];

                profile->flits[network][router][way] = permille * step;
                snprintf(use, sizeof use, "%u.%u", (unsigned)permille / 10, (unsigned)permille % 10);
                snprintf(table + strlen(table), sizeof table - strlen(table), " %10s", there[router][way] ? use : "-");
                if (there[router][way])
                    json_array_append_new(expected, json_pack("{s:s, s:i, s:i, s:s, s:I, s:f}", "network", networks[network], "row", (int)router / 3,
                                                              "column", (int)router % 3, "direction", ways[way], "flits",
                                                              (json_int_t)(permille * step), "use", (double)permille / 1000));
            }
            strcat(table, "\n");
        }
    assert_int_equal(json_array_size(expected), 2 * 14);
    expect_json(part_of(&run, "per_link"), expected);
    expect_table(&run, table);
    free(profile);
}

// --- over time, a search, replays

static void over_time(void **state)
{
    static const char *const names[] = { "ocw", "cnt" };
    intervals *kept = intervals_new();
    interval_row row = { .cycle = 64 * step, .cycles = 64 * step, .counted = { .thread_insns = 160 * step, .mshr_entry_cycles = 30, .sm_active_cycles = 20 },
                         .values = { { .sum = 5 * step, .sms = 2 } } };
    run_record run = nothing();
    json_t *part, *first;

    (void)state;
    intervals_name(kept, names, 2);
    intervals_add(kept, &row);
    row = (interval_row){ .cycle = 65 * step, .cycles = step, .values = { { .sum = 1, .sms = 1 }, { .sum = 3, .sms = 4 } } };
    intervals_add(kept, &row);
    run.intervals = kept;
    part = part_of(&run, "per_interval");
    assert_string_equal(json_string_value(json_array_get(json_object_get(part, "columns"), 0)), "cycle");
    assert_string_equal(json_string_value(json_array_get(json_object_get(part, "columns"), 1)), "ipc");
    first = json_array_get(json_object_get(part, "rows"), 0);
    assert_int_equal(json_array_size(first), json_array_size(json_object_get(part, "columns")));
    assert_int_equal(json_integer_value(json_array_get(first, 0)), 64 * step);
    assert_true(json_real_value(json_array_get(first, 1)) == 2.5);
    assert_true(json_real_value(json_array_get(first, json_array_size(first) - 2)) == 2.5 * (double)step);
    assert_true(json_is_null(json_array_get(first, json_array_size(first) - 1)));
    json_decref(part);
    expect_table(&run, "k under gto over time\n"
                       "       cycle       ipc      mshr         ocw         cnt\n"
                       "  274877907392      2.50      1.50  10737418257.50           -\n"
                       "  279172874695      0.00         -        1.00        0.75\n");
    free(kept);
}

static void a_search(void **state)
{
    run_record run = nothing();

    (void)state;
    run.curve = (run_curve){ .key = "policy.swl_limit", .best = 2, .n = 3,
                             .points = { { .value = 1, .known = true, .ipc = 1.5, .mpki = 20.25, .cycles = 7 * step },
                                         { .value = 2, .known = true, .ipc = 2.5, .mpki = 10.5, .cycles = 5 * step }, { .value = 3 } } };
    expect_json(part_of(&run, "search"),
                json_pack("{s:s, s:i, s:[{s:i, s:f, s:f, s:I}, {s:i, s:f, s:f, s:I}, {s:i}]}", "key", "policy.swl_limit", "best", 2, "curve",
                          "value", 1, "ipc", 1.5, "mpki", 20.25, "cycles", (json_int_t)(7 * step),
                          "value", 2, "ipc", 2.5, "mpki", 10.5, "cycles", (json_int_t)(5 * step), "value", 3));
    expect_table(&run, "k under gto: of all policy.swl_limit from 1 to 3, 2 has the highest IPC\n"
                       "   value         ipc        mpki        cycles\n"
                       "       1       1.500      20.250   30064771121\n"
                       "       2       2.500      10.500   21474836515  *\n"
                       "       3           -           -             -\n");
}

static json_t *replay_expected(const replay_counts *n, double mpki)
{
    json_t *object = json_pack("{s:f}", "mpki", mpki);

#define OWN_COUNTER(member, ...) json_object_set_new(object, #member, json_integer((json_int_t)n->member));
#include "sim/report/replay_counters.def"
#undef OWN_COUNTER
    return object;
}

static void replays(void **state)
{
    static const char *const names[] = { "lru", "optimal", "unbounded" };
    run_record run = nothing();
    replay_results *r = &run.replays;

    (void)state;
    run.replayed = true, r->thread_insns = 1000 * step;
    r->run = (recorded_counts){ .accesses = 9 * step, .hits = 4 * step, .merges = 2 * step, .misses = 3 * step, .timed = 5 };
    for (unsigned p = 0; p < 3; p++) {
        fill(&r->counts[p], sizeof r->counts[p], 0);
        r->counts[p].hits = (5 + p) * step, r->counts[p].misses = (4 - p) * step;
        r->counts[p].same_thread = (1 + p) * step, r->counts[p].same_warp = 2 * step, r->counts[p].other_warp = (3 + p) * step;
    }
    for (unsigned comparable = 0; comparable < 2; comparable++) {
        json_t *expected = json_pack("{s:{s:I, s:I, s:I, s:I, s:i, s:f}}", "run", "accesses", (json_int_t)(9 * step), "hits", (json_int_t)(4 * step),
                                     "merges", (json_int_t)(2 * step), "misses", (json_int_t)(3 * step), "timed", 5, "mpki", 3.0);
        for (unsigned p = 0; p < 3; p++)
            json_object_set_new(expected, names[p], replay_expected(&r->counts[p], 4.0 - p));
        if (comparable)
            json_object_set_new(expected, "difference", json_integer(-(json_int_t)step));
        r->comparable = comparable;
        expect_json(part_of(&run, "belady"), expected);
    }
    expect_table(&run, "                      hits        merges        misses  hit rate      mpki  same thread  same warp  other warp\n"
                       "  the run      17179869212    8589934606   12884901909    0.6667     3.000\n"
                       "  lru          21474836515             0   17179869212    0.5556     4.000        1.000      2.000       3.000\n"
                       "  optimal      25769803818             0   12884901909    0.6667     3.000        2.000      2.000       4.000\n"
                       "  unbounded    30064771121             0    8589934606    0.7778     2.000        3.000      2.000       5.000\n");
    expect_table(&run, "  under LRU the replay has 4294967303 hits fewer than the run has hits and merges; time decided on 5 accesses of the run\n");
    assert_true(replay_holds(r));                           // time decided on some
    r->run.timed = 0;
    assert_false(replay_holds(r));
    r->counts[REPLAY_LRU].hits = 6 * step;
    assert_true(replay_holds(r) && replay_difference(r) == 0);
    expect_table(&run, "  under LRU the replay has the run's hits and merges; time decided on 0 accesses of the run\n");
    r->counts[REPLAY_LRU].hits++;
    assert_false(replay_holds(r));
    expect_table(&run, "  under LRU the replay has 1 hits more than the run has");
    r->comparable = false;
    assert_true(replay_holds(r));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_and_ages), cmocka_unit_test(ages_in_the_table), cmocka_unit_test(degrees), cmocka_unit_test(slices),
        cmocka_unit_test(rows), cmocka_unit_test(links), cmocka_unit_test(over_time), cmocka_unit_test(a_search), cmocka_unit_test(replays),
    };

    return cmocka_run_group_tests_name("parts", tests, NULL, NULL);
}
