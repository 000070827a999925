// SPDX-License-Identifier: BSD-3-Clause
// Values on the very edge of what campaigns tell apart: characters of UTF-8, numbers that are printed one way or another, texts in their
// natural order, claims beside their limits; which details a machine adds, and which run a task of a cluster is at.
#include "tests/sim/campaign/slurm_parts.h"

#include <math.h>

#include "sim/campaign/campaign.h"
#include "sim/campaign/claims.h"
#include "sim/campaign/html/html.h"
#include "sim/campaign/results/query.h"
#include "sim/campaign/results/table.h"
#include "tests/sim/campaign/by_hand.h"

// --- text and numbers

// Bytes of the character in front, by what RFC 3629 says of its number: 0 for none.
static size_t of_a_character(const unsigned char *text)
{
    static const uint32_t first[] = { 0, 0, 0x80, 0x800, 0x10000 };
    const size_t length = text[0] < 0x80 ? 1 : text[0] >> 5 == 6 ? 2 : text[0] >> 4 == 14 ? 3 : text[0] >> 3 == 30 ? 4 : 0;
    uint32_t number = length == 1 ? text[0] : text[0] & (0x7Fu >> length);

    for (size_t i = 1; i < length; i++) {
        if (text[i] >> 6 != 2)
            return 0;
        number = number << 6 | (text[i] & 63);
    }
    return length && number >= first[length] && number <= 0x10FFFF && (number < 0xD800 || number > 0xDFFF) ? length : 0;
}

static void test_characters(void **state)
{
    static const unsigned char seconds[] = { 0x20, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff }, others[] = { 0x7f, 0x80, 0xbf, 0xc0 };

    (void)state;
    for (unsigned lead = 1; lead < 256; lead++)
        for (unsigned i = 0; i < sizeof seconds; i++)
            for (unsigned j = 0; j < sizeof others * sizeof others; j++)
                for (size_t left = 1; left <= 4; left++) {
                    const unsigned char text[5] = { (unsigned char)lead, seconds[i], others[j / 4], others[j % 4] };
                    size_t length = of_a_character(text);
                    json_t *got = html_string((const char *)text, left);

                    length = length > left ? 0 : length;
                    assert_non_null(got);
                    assert_memory_equal(json_string_value(got), length ? (const char *)text : "\xef\xbf\xbd", length ? length : 3);
                    json_decref(got);
                }
}

static void test_numbers(void **state)
{
    static const struct { double number; const char *text; } cases[] = {
        { 0, "0" }, { -3, "-3" }, { 999999999999999, "999999999999999" }, { -999999999999999, "-999999999999999" }, { 1e15, "1e+15" },
        { -1e15, "-1e+15" }, { 0.001, "0.0010" }, { -0.001, "-0.0010" }, { 0.0009765625, "0.0009766" }, { 999999.5, "999999.5000" },
        { 1000000.5, "1e+06" }, { -1000000.5, "-1e+06" }, { 1234567, "1234567" }, { 0.25, "0.2500" }, { NAN, "" },
    };
    static const struct { double number; bool whole, real; } of_json[] = {
        { 8999999999999999, true, false }, { 9e15, false, true }, { -9e15, false, true }, { 0.5, false, true }, { -2, true, false },
        { NAN, false, false }, { INFINITY, false, false }, { -INFINITY, false, false },
    };
    char text[32];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        number_text(cases[i].number, text);
        assert_string_equal(text, cases[i].text);
    }
    for (unsigned i = 0; i < sizeof of_json / sizeof of_json[0]; i++) {
        char *printed = NULL;
        size_t length;
        FILE *file = open_memstream(&printed, &length);
        json_t *got = html_number(of_json[i].number), *rows;
        table *t = table_new(TABLE_JSON, file);

        assert_true(json_is_integer(got) == of_json[i].whole && json_is_real(got) == of_json[i].real);
        json_decref(got);
        table_number_column(t, "n");
        if (!isinf(of_json[i].number))
            table_number(t, of_json[i].number);
        table_end(t);
        fclose(file);
        rows = json_loads(printed, 0, NULL);
        got = json_object_get(json_array_get(rows, 0), "n");
        if (!isinf(of_json[i].number))
            assert_true(json_is_integer(got) == of_json[i].whole && json_is_real(got) == of_json[i].real);
        json_decref(rows);
        free(printed);
    }
}

// --- what is stored

// Each comes before all that follow, in the order of their systems.
static const char *const in_order[] = {
    "", "!", "/9", "0", "1", "1/", "1:", "1a", "2", "9", "10", "19", "20", "90", "99", "100", ":", "a", "a0b", "a0c", "a00d", "a9", "a10", "a90",
    "b\x7f", "b\xc3\xa9",
};
enum { ORDERED = sizeof in_order / sizeof in_order[0] };

static store *new_store(const char *name, const char *path[static 1])
{
    static char file[256];
    store *s;

    snprintf(file, sizeof file, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    remove(file);
    *path = file;
    s = store_open(file, STORE_MAKE, message, sizeof message);
    if (!s)
        fail_msg("%s", message);
    return s;
}

static void put_row(store *s, unsigned key, const char *kernel, const char *machine, const char *result)
{
    const store_identity identity = { .program = "p", .kernel = kernel, .machine = machine, .policy = "gto" };
    char words[STORE_KEY];
    store_run run = { .seconds = 1, .result = (char *)(uintptr_t)result, .reason = "" };

    snprintf(words, sizeof words, "%016x", key);
    if (!store_put(s, words, &identity, &run, message, sizeof message))
        fail_msg("%s", message);
}

static void test_natural_order(void **state)
{
    const char *path;
    store *s = new_store("test_edges_order.sqlite", &path);
    query_field kernel;
    query q;

    (void)state;
    for (unsigned i = 0; i < ORDERED; i++)
        put_row(s, i, in_order[i * 7 % ORDERED], "oaws", "{\"ipc\":1}");
    query_begin(&q, s);
    assert_true(query_find_field(&q, "kernel", &kernel, message, sizeof message));
    assert_true(query_restart(&q, message, sizeof message));
    for (unsigned i = 0; i < ORDERED; i++) {
        assert_int_equal(query_next(&q, message, sizeof message), STORE_FOUND);
        assert_string_equal(query_value(&q, &kernel).text, in_order[i]);
    }
    assert_int_equal(query_next(&q, message, sizeof message), STORE_ABSENT);
    query_end(&q);
    store_close(s);
}

// Of numbers that are equal the machines decide, whatever zeros and digits stand behind the text in the row.
static void test_order_of_equal_names(void **state)
{
    static const char *const machines[] = { "00", "01", "02", "09", "1", "5", "9" };
    enum { MACHINES = sizeof machines / sizeof machines[0] };
    const char *path;
    store *s = new_store("test_edges_equal.sqlite", &path);
    query_field machine;
    query q;

    (void)state;
    for (unsigned i = 0; i < 2 * MACHINES; i++)
        put_row(s, i, i < MACHINES ? "0" : "a7", machines[i * 3 % MACHINES], "{\"ipc\":1}");
    query_begin(&q, s);
    assert_true(query_find_field(&q, "machine", &machine, message, sizeof message));
    assert_true(query_restart(&q, message, sizeof message));
    for (unsigned i = 0; i < 2 * MACHINES; i++) {
        assert_int_equal(query_next(&q, message, sizeof message), STORE_FOUND);
        assert_string_equal(query_value(&q, &machine).text, machines[i % MACHINES]);
    }
    query_end(&q);
    store_close(s);
}

// How many of the rows with 1, 2 and 3 of a number pass each relation to 2, be it whole or not.
static void test_relations(void **state)
{
    static const struct { const char *filter; unsigned passes; } cases[] = {
        { "ipc<2.5", 2 }, { "ipc<=2.5", 2 }, { "ipc>2.5", 1 }, { "ipc>=2.5", 1 }, { "ipc<2.25", 1 }, { "ipc<=2.25", 2 }, { "ipc>2.25", 1 },
        { "ipc>=2.25", 2 }, { "ipc=2.25", 1 }, { "ipc!=2.25", 2 }, { "cycles<2", 1 }, { "cycles<=2", 2 }, { "cycles>2", 1 }, { "cycles>=2", 2 },
        { "cycles=2", 1 }, { "cycles!=2", 2 }, { "cycles<2.0", 1 }, { "cycles<=2.0", 2 }, { "cycles>2.0", 1 }, { "cycles>=2.0", 2 },
        { "kernel<b", 1 }, { "kernel<=b", 2 }, { "kernel>b", 1 }, { "kernel>=b", 2 }, { "kernel=b", 1 }, { "kernel!=b", 2 },
    };
    const char *path;
    store *s = new_store("test_edges_relations.sqlite", &path);

    (void)state;
    put_row(s, 1, "a", "oaws", "{\"ipc\":1.25,\"cycles\":1}");
    put_row(s, 2, "b", "oaws", "{\"ipc\":2.25,\"cycles\":2}");
    put_row(s, 3, "c", "oaws", "{\"ipc\":3.25,\"cycles\":3}");
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        query q;

        query_begin(&q, s);
        assert_true(query_add_filter(&q, cases[i].filter, message, sizeof message));
        assert_true(query_restart(&q, message, sizeof message));
        while (query_next(&q, message, sizeof message) == STORE_FOUND)
            ;
        if (q.found != cases[i].passes)
            fail_msg("%s: %u rows, expected %u", cases[i].filter, (unsigned)q.found, cases[i].passes);
        query_end(&q);
    }
    store_close(s);
}

// Keys that a run overrides, of names as long as each other and of one that begins as another does; no other key is among them.
static void test_keys_that_are_set(void **state)
{
    static const struct { const char *key, *value; } cases[] = {
        { "l1d.ways", "8" }, { "l2.latency", "33" }, { "l1d.sets", "" }, { "l2.latenc", NULL },
    };
    const store_identity identity = { .program = "p", .kernel = "k", .machine = "oaws", .policy = "gto",
                                      .set = "l1d.ways=4 l2.latency=33 l1d.ways=8" };
    store_run run = { .seconds = 1, .result = "{\"ipc\":1}", .reason = "" };
    const char *path;
    store *s = new_store("test_edges_keys.sqlite", &path);
    query q;

    (void)state;
    assert_true(store_put(s, "0000000000000001", &identity, &run, message, sizeof message));
    query_begin(&q, s);
    assert_true(query_restart(&q, message, sizeof message));
    assert_int_equal(query_next(&q, message, sizeof message), STORE_FOUND);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char number[QUERY_NUMBER];
        query_field field;

        assert_int_equal(query_find_field(&q, cases[i].key, &field, message, sizeof message), cases[i].value != NULL);
        if (cases[i].value)
            assert_string_equal(query_text(query_value(&q, &field), number), cases[i].value);
    }
    query_end(&q);
    store_close(s);
}

// A folder or a device is no place for a store, and a path has no end.
static void test_no_place_for_a_store(void **state)
{
    char path[5000];

    (void)state;
    for (unsigned make = 0; make < 2; make++) {
        assert_null(store_open("tests", make ? STORE_MAKE : STORE_READ, message, sizeof message));
        assert_string_equal(message, "tests: is not a file, expected a result store or a place for one");
    }
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = 0;
    assert_null(store_open(path, STORE_MAKE, message, sizeof message));
    assert_string_equal(message, "seen a path of 4999 characters, expected fewer");
    assert_null(store_open("build/no such store", STORE_READ, message, sizeof message));
    assert_string_equal(message, "build/no such store: there is no such file, expected a result store");
}

// --- claims

#define NEAR 1e-9
static const struct { claim claim; measurement m; direction direction; size_verdict size; } judged[] = {
    // what is claimed to change, by less than a direction has, by just as much, by more
    { { .direction = "up", .value = "10", .measure = CHANGE }, { .value = 1 - NEAR }, DIRECTION_NONE, SIZE_FURTHER },
    { { .direction = "up", .value = "10", .measure = CHANGE }, { .value = 1 }, DIRECTION_RIGHT, SIZE_FURTHER },
    { { .direction = "up", .value = "10", .measure = CHANGE }, { .value = -1 }, DIRECTION_WRONG, SIZE_FURTHER },
    { { .direction = "down", .value = "10", .measure = CHANGE }, { .value = -1 }, DIRECTION_RIGHT, SIZE_FURTHER },
    { { .direction = "down", .value = "90", .measure = REMAINS }, { .value = 99 }, DIRECTION_RIGHT, SIZE_FURTHER },
    { { .direction = "up", .value = "110", .measure = REMAINS }, { .value = 101 }, DIRECTION_RIGHT, SIZE_FURTHER },
    // within its interval over the seeds, on its edge, of one seed alone
    { { .direction = "up", .value = "5", .measure = CHANGE }, { .value = 5, .half = 5, .seeds = 2 }, DIRECTION_NONE, SIZE_TENTH },
    { { .direction = "up", .value = "5", .measure = CHANGE }, { .value = 5, .half = 4.5, .seeds = 2 }, DIRECTION_RIGHT, SIZE_TENTH },
    { { .direction = "up", .value = "5", .measure = CHANGE }, { .value = 5, .half = 9, .seeds = 1 }, DIRECTION_RIGHT, SIZE_TENTH },
    // no significant change, on the edge of it
    { { .direction = "same", .value = "0", .measure = CHANGE }, { .value = 3 }, DIRECTION_RIGHT, SIZE_THIRD },
    { { .direction = "same", .value = "0", .measure = CHANGE }, { .value = -3 }, DIRECTION_RIGHT, SIZE_THIRD },
    { { .direction = "same", .value = "0", .measure = CHANGE }, { .value = 3 + NEAR }, DIRECTION_WRONG, SIZE_FURTHER },
    { { .direction = "same", .value = "0", .measure = CHANGE }, { .value = 1 }, DIRECTION_RIGHT, SIZE_THIRD },
    { { .direction = "same", .value = "0", .measure = CHANGE }, { .value = 1 - NEAR }, DIRECTION_RIGHT, SIZE_TENTH },
    { { .direction = "not up", .value = "0", .measure = CHANGE }, { .value = -9, .highest = 3 }, DIRECTION_RIGHT, SIZE_FURTHER },
    { { .direction = "not up", .value = "0", .measure = CHANGE }, { .value = -9, .highest = 3 + NEAR }, DIRECTION_WRONG, SIZE_FURTHER },
    // a step of a trend against it
    { { .direction = "up", .value = "9", .measure = TREND }, { .value = 9, .rise = 4, .fall = -1 }, DIRECTION_WRONG, SIZE_TENTH },
    { { .direction = "up", .value = "9", .measure = TREND }, { .value = 9, .rise = 4, .fall = -1 + NEAR }, DIRECTION_RIGHT, SIZE_TENTH },
    { { .direction = "down", .value = "-9", .measure = TREND }, { .value = -9, .rise = 1, .fall = -4 }, DIRECTION_WRONG, SIZE_TENTH },
    { { .direction = "down", .value = "-9", .measure = TREND }, { .value = -9, .rise = 1 - NEAR, .fall = -4 }, DIRECTION_RIGHT, SIZE_TENTH },
    // above and below a level: as far as a direction has, less, on it
    { { .direction = "above 100", .value = "150", .measure = LEAST }, { .value = 101 }, DIRECTION_RIGHT, SIZE_THIRD },
    { { .direction = "above 100", .value = "150", .measure = LEAST }, { .value = 101 - NEAR }, DIRECTION_NONE, SIZE_THIRD },
    { { .direction = "above 100", .value = "150", .measure = LEAST }, { .value = 99 }, DIRECTION_WRONG, SIZE_FURTHER },
    { { .direction = "below 100", .value = "90", .measure = LEAST }, { .value = 99 }, DIRECTION_RIGHT, SIZE_TENTH },
    { { .direction = "above 0", .value = "1", .measure = LEAST }, { .value = 0 }, DIRECTION_NONE, SIZE_FURTHER },
    { { .direction = "above 90", .value = "90", .measure = LEAST }, { .value = 200 }, DIRECTION_RIGHT, SIZE_UNCLAIMED },
    // sizes: a tenth and a third of what is claimed, and more
    { { .direction = "", .value = "30", .measure = CHANGE }, { .value = 33 }, DIRECTION_UNCLAIMED, SIZE_TENTH },
    { { .direction = "", .value = "30", .measure = CHANGE }, { .value = 33 + NEAR }, DIRECTION_UNCLAIMED, SIZE_THIRD },
    { { .direction = "", .value = "30", .measure = CHANGE }, { .value = 20 }, DIRECTION_UNCLAIMED, SIZE_THIRD },
    { { .direction = "", .value = "-30", .measure = CHANGE }, { .value = -40 - NEAR }, DIRECTION_UNCLAIMED, SIZE_FURTHER },
    { { .direction = "up", .value = "10", .measure = CHANGE }, { .value = NAN }, DIRECTION_UNMEASURED, SIZE_UNMEASURED },
};

static void test_claims_beside_their_limits(void **state)
{
    campaign c;

    (void)state;
    by_hand_few(&c);
    for (unsigned i = 0; i < sizeof judged / sizeof judged[0]; i++) {
        const verdict v = claim_judge(&c, &judged[i].claim, &judged[i].m);

        if (v.direction != judged[i].direction || v.size != judged[i].size)
            fail_msg("claim %u: %d %d, expected %d %d", i, v.direction, v.size, judged[i].direction, judged[i].size);
    }
    campaign_end(&c);
}

// --- runs

// What every run keeps, then what those of a machine keep besides, each once.
static void test_details_of_machines(void **state)
{
    static const char *const machine_details[] = { "b", "d", "a", "e", NULL };
    campaign c = { .details = { "a", "b", "c" } };
    const campaign_machine with = { .details = machine_details }, without = { .details = NULL };
    const char *all[2 * CAMPAIGN_DETAILS + 1], *const expected[] = { "a", "b", "c", "d", "e" };

    (void)state;
    campaign_details_of(&c, &with, all);
    for (unsigned i = 0; i < 5; i++)
        assert_string_equal(all[i], expected[i]);
    assert_null(all[5]);
    campaign_details_of(&c, &without, all);
    assert_string_equal(all[2], "c");
    assert_null(all[3]);
}

static void test_machines_by_their_names(void **state)
{
    static const struct { const char *system; unsigned machine; } cases[] = {
        { "gto", 0 }, { "gto @first", 0 }, { "gto @second", 1 }, { "gto @second MSHR 32", 1 }, { "gto @sec", 2 }, { "gto @second2 l1d.sets=4", 3 },
    };
    static campaign c;

    (void)state;
    campaign_add_machine(&c, "first", "oaws", NULL, 0);
    campaign_add_machine(&c, "second", "oaws", NULL, 0);
    campaign_add_machine(&c, "sec", "oaws", NULL, 0);
    campaign_add_machine(&c, "second2", "oaws", NULL, 0);
    assert_int_equal(c.n_machines, 4);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_ptr_equal(campaign_machine_of(&c, cases[i].system), c.machines[cases[i].machine].base);
    campaign_end(&c);
}

// Two tasks, of three runs and of two: each is at the first of its runs that is not done yet, which then has started; entries that were
// taken back are passed over; of a task that is over, or whose runs are all done, no run starts.
static void test_runs_that_tasks_are_at(void **state)
{
    static campaign_run runs[8];
    campaign c = { .runs = runs, .n_runs = 8 };
    slurm_batch *b = slurm_batch_new(1, 2, 5);
    slurm s = { .campaign = &c, .batches = &b, .n_batches = 1 };

    (void)state;
    b->n_slices = 2;
    b->n_entries = 5;
    for (unsigned i = 0; i < 5; i++) {
        b->entries[i].run = (int)(7 - i);
        b->entries[i].slice = i >= 3;
    }
    b->slices[0] = (slurm_slice){ .first = 0, .n = 3, .running = true, .current = NO_RUN };
    b->slices[1] = (slurm_slice){ .first = 3, .n = 2, .running = false, .current = NO_RUN };
    for (unsigned i = 0; i < 8; i++)
        runs[i].state = RUN_WANTED;
    slurm_mark_running(&s);
    assert_true(b->slices[0].current == 0 && b->slices[1].current == NO_RUN && runs[7].state == RUN_STARTED && runs[7].began > 0);
    runs[7].began = -1;
    slurm_mark_running(&s);                             // it is at the same one
    assert_true(b->slices[0].current == 0 && runs[7].began == -1 && runs[6].state == RUN_WANTED && runs[4].state == RUN_WANTED);
    runs[7].state = RUN_GOOD;
    b->entries[1].run = NO_RUN;
    b->slices[1].running = true;
    slurm_mark_running(&s);
    assert_true(b->slices[0].current == 2 && b->slices[1].current == 3);
    assert_true(runs[6].state == RUN_WANTED && runs[5].state == RUN_STARTED && runs[4].state == RUN_STARTED && runs[3].state == RUN_WANTED);
    runs[5].state = runs[4].state = RUN_FAILED;
    slurm_mark_running(&s);
    assert_true(b->slices[0].current == 2 && b->slices[1].current == 4 && runs[3].state == RUN_STARTED && runs[4].state == RUN_FAILED);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(runs[i].state, RUN_WANTED);
    slurm_batch_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_characters), cmocka_unit_test(test_numbers), cmocka_unit_test(test_natural_order), cmocka_unit_test(test_order_of_equal_names),
        cmocka_unit_test(test_relations),
        cmocka_unit_test(test_keys_that_are_set),
        cmocka_unit_test(test_no_place_for_a_store), cmocka_unit_test(test_claims_beside_their_limits), cmocka_unit_test(test_details_of_machines),
        cmocka_unit_test(test_machines_by_their_names), cmocka_unit_test(test_runs_that_tasks_are_at),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
