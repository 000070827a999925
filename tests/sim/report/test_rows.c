// SPDX-License-Identifier: BSD-3-Clause
// Every number of a run stands where its row says, in JSON, in CSV, and read back from JSON. Each counter is another number
// above 32 bits, so one in another's place shows; what was not counted is in none of them.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/report/json_read.h"
#include "tests/sim/report/rows.h"

static json_t *json_of(const run_record *run)
{
    char *text = printed(report_json, run, 1);
    json_t *array = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *object;

    assert_int_equal(json_array_size(array), 1);
    object = json_incref(json_array_get(array, 0));
    json_decref(array);
    free(text);
    return object;
}

static json_t *at_path(json_t *object, const char *path)
{
    char group[64];
    const char *dot = strchr(path, '.');

    if (!dot)
        return json_object_get(object, path);
    snprintf(group, sizeof group, "%.*s", (int)(dot - path), path);
    return json_object_get(json_object_get(object, group), dot + 1);
}

static unsigned leaves(json_t *object)
{
    unsigned count = 0;
    const char *key;
    json_t *value;

    json_object_foreach(object, key, value)
        count += json_is_object(value) ? leaves(value) : 1;
    return count;
}

// --- JSON

static unsigned expect_counters(json_t *object, const counters *c, unsigned flags)
{
    double derived[DERIVED_ROWS];
    unsigned there = 0;

    derive(c, derived);
    for (unsigned i = 0; i < COUNTER_ROWS; i++) {
        json_t *value = at_path(object, counter_rows[i].json);

        assert_int_equal(value != NULL, counted(counter_rows[i].of, flags));
        if (value && (uint64_t)json_integer_value(value) != count_of(c, i))
            fail_msg("%s is another", counter_rows[i].json);
        there += value != NULL;
    }
    for (unsigned i = 0; i < DERIVED_ROWS; i++) {
        json_t *value = at_path(object, derived_rows[i].json);

        assert_int_equal(value != NULL, counted(derived_rows[i].of, flags));
        if (value && json_real_value(value) != derived[i])
            fail_msg("%s is another", derived_rows[i].json);
        there += value != NULL;
    }
    return there;
}

static void json_has_each_number(void **state)
{
    (void)state;
    for (unsigned set = 0; set < FLAG_SETS; set++) {
        const unsigned flags = flag_sets[set];
        run_record run = example(flags, 3);
        json_t *object = json_of(&run);
        unsigned there = expect_counters(object, &run.counters, flags);

        for (unsigned i = 0; i < LOCKSTEP_ROWS; i++)
            assert_int_equal(json_integer_value(at_path(object, lockstep_rows[i])), ((uint64_t *)&run.lockstep)[i]);
        // machine, policy, kernel, blocks, group, verified, status, wall_seconds
        assert_int_equal(leaves(object), there + LOCKSTEP_ROWS + 8);
        json_decref(object);
    }
}

static void identity_in_json(void **state)
{
    static const char *const set[] = { "l1d.mshrs=8", "core.warps=4" };
    run_record run = example(0, 3);
    json_t *object;

    (void)state;
    run.size[0] = 64, run.size[1] = 32, run.size[2] = 5, run.seed = 7, run.overrides = set, run.n_overrides = 2;
    run.untimed_launches = 3, run.untimed_warp_insns = UINT64_C(1) << 40;
    run.status = STATUS_MISMATCH, run.verified = 0, run.message = "wrong";
    object = json_of(&run);
    assert_int_equal(json_integer_value(json_object_get(object, "size")), 64);
    assert_int_equal(json_integer_value(json_object_get(object, "columns")), 32);
    assert_int_equal(json_integer_value(json_object_get(object, "rounds")), 5);
    assert_int_equal(json_integer_value(json_object_get(object, "seed")), 7);
    assert_int_equal(json_array_size(json_object_get(object, "set")), 2);
    assert_string_equal(json_string_value(json_array_get(json_object_get(object, "set"), 1)), "core.warps=4");
    assert_int_equal(json_integer_value(at_path(object, "untimed.launches")), 3);
    assert_int_equal(json_integer_value(at_path(object, "untimed.warp_insns")), INT64_C(1) << 40);
    assert_int_equal(json_integer_value(json_object_get(object, "status")), STATUS_MISMATCH);
    assert_true(json_is_false(json_object_get(object, "verified")));
    assert_string_equal(json_string_value(json_object_get(object, "message")), "wrong");
    assert_string_equal(json_string_value(json_object_get(object, "machine")), "gtx480");
    assert_string_equal(json_string_value(json_object_get(object, "policy")), "gto");
    assert_string_equal(json_string_value(json_object_get(object, "kernel")), "vadd");
    assert_string_equal(json_string_value(json_object_get(object, "blocks")), "lockstep");
    assert_true(json_real_value(json_object_get(object, "wall_seconds")) == 0.5);
    assert_string_equal(json_string_value(json_object_get(object, "group")), report_group(&run.counters));
    json_decref(object);
    run.size[1] = run.size[2] = 0, run.seed = 0;            // one size; a seed of 0 is one
    run.status = STATUS_LIMIT;                              // it did not end, so nothing says what it is
    object = json_of(&run);
    assert_null(json_object_get(object, "columns"));
    assert_null(json_object_get(object, "rounds"));
    assert_non_null(json_object_get(object, "seed"));
    assert_null(json_object_get(object, "group"));
    json_decref(object);
}

static launch_record launch_of(uint64_t from, bool functional)
{
    launch_record launch = { .kernel = functional ? "_Z6secondf" : "first", .grid = { 4, 3, 2 }, .block = { 64, 5, 6 }, .functional = functional };

    fill_counters(&launch.counters, from);
    return launch;
}

static void launches_in_json(void **state)
{
    launch_record launches[2] = { launch_of(100, false), launch_of(200, true) };
    run_record run = example(LENDS | MESH, 3), read;
    json_t *object, *of;

    (void)state;
    run.per_launch = true, run.launches = launches, run.n_launches = 2;
    object = json_of(&run);
    assert_int_equal(json_array_size(json_object_get(object, "per_launch")), 2);
    for (unsigned i = 0; i < 2; i++) {
        of = json_array_get(json_object_get(object, "per_launch"), i);
        unsigned there = expect_counters(of, &launches[i].counters, LENDS | MESH);

        assert_int_equal(leaves(of), there + 4 + i);
        assert_string_equal(json_string_value(json_object_get(of, "name")), i ? "second(float)" : "first");
        assert_int_equal(json_is_true(json_object_get(of, "functional")), i);
        assert_int_equal(json_integer_value(json_array_get(json_object_get(of, "grid"), 1)), 3);
        assert_int_equal(json_integer_value(json_array_get(json_object_get(of, "block"), 2)), 6);
        assert_int_equal(json_array_size(json_object_get(of, "block")), 3);
    }
    assert_true(report_read_json(object, &read));
    assert_true(read.per_launch && read.n_launches == 2 && read.reported == (LENDS | MESH));
    for (unsigned i = 0; i < 2; i++) {
        assert_string_equal(read.launches[i].kernel, launches[i].kernel);
        assert_memory_equal(read.launches[i].grid, launches[i].grid, sizeof launches[i].grid);
        assert_memory_equal(read.launches[i].block, launches[i].block, sizeof launches[i].block);
        for (unsigned row = 0; row < COUNTER_ROWS; row++)
            assert_int_equal(count_of(&read.launches[i].counters, row),
                             counted(counter_rows[row].of, LENDS | MESH) ? count_of(&launches[i].counters, row) : 0);
    }
    report_read_free(&read);
    // One without a counter is no result.
    json_object_del(json_array_get(json_object_get(object, "per_launch"), 1), "warp_insns");
    assert_false(report_read_json(object, &read));
    report_read_free(&read);
    json_decref(object);
}

// --- read back

static void what_is_written_is_read(void **state)
{
    static const char *const blocks[] = { "c", "verilog", "lockstep", "none" };

    (void)state;
    for (unsigned set = 0; set < FLAG_SETS; set++) {
        const unsigned flags = flag_sets[set];
        for (unsigned b = 0; b < 4; b++) {
            run_record run = example(flags, 3), read;

            run.blocks = blocks[b];
            run.verified = (int)b % 3 - 1, run.status = b == 1 ? STATUS_LIMIT : STATUS_GOOD, run.message = b == 1 ? "it hangs" : "";
            json_t *object = json_of(&run);
            assert_true(report_read_json(object, &read));
            assert_int_equal(read.reported, flags);
            assert_string_equal(read.machine, run.machine);
            assert_string_equal(read.policy, run.policy);
            assert_string_equal(read.kernel, run.kernel);
            assert_string_equal(read.blocks, run.blocks);
            assert_string_equal(read.message, run.message);
            assert_true(read.functional == (b == 3) && read.verified == run.verified && read.status == run.status &&
                        read.wall_seconds == 0.5 && !read.per_launch);
            for (unsigned row = 0; row < COUNTER_ROWS; row++)
                assert_int_equal(count_of(&read.counters, row), counted(counter_rows[row].of, flags) ? count_of(&run.counters, row) : 0);
            assert_memory_equal(&read.lockstep, &run.lockstep, sizeof run.lockstep);
            report_read_free(&read);
            json_decref(object);
        }
    }
}

// A result that lacks what each has is none.
static void what_lacks_a_number_is_no_result(void **state)
{
    run_record run = example(ALL, 3), read;
    json_t *object = json_of(&run);

    (void)state;
    for (unsigned i = 0; i < COUNTER_ROWS + LOCKSTEP_ROWS + 2; i++) {
        const char *path = i < COUNTER_ROWS ? counter_rows[i].json : i < COUNTER_ROWS + LOCKSTEP_ROWS ? lockstep_rows[i - COUNTER_ROWS]
                         : i == COUNTER_ROWS + LOCKSTEP_ROWS ? "status" : "blocks";
        const char *dot = strchr(path, '.');
        json_t *copy = json_deep_copy(object);
        char group[64];

        snprintf(group, sizeof group, "%.*s", dot ? (int)(dot - path) : 0, path);
        json_object_del(dot ? json_object_get(copy, group) : copy, dot ? dot + 1 : path);
        assert_int_equal(report_read_json(copy, &read), i < COUNTER_ROWS && counter_rows[i].of != ALWAYS);
        report_read_free(&read);
        json_decref(copy);
    }
    json_object_set_new(object, "status", json_integer(STATUS_LIMIT + 1));
    assert_false(report_read_json(object, &read));
    report_read_free(&read);
    json_decref(object);
}

// --- CSV

// The next field, as a program reads it: up to a comma or the line's end, quotes taken off.
static const char *next_field(const char *at, char field[static 200])
{
    bool quoted = *at == '"';
    size_t n = 0;

    for (at += quoted; *at && (quoted || (*at != ',' && *at != '\n')); at++) {
        if (quoted && *at == '"' && at[1] != '"')
            quoted = false;
        else {
            at += quoted && *at == '"';
            field[n++] = *at;
        }
    }
    field[n] = 0;
    return *at ? at + 1 : at;
}

static const char *expect_field(const char *at, const char **names, const char *name, const char *expected)
{
    char seen[200], named[200];

    *names = next_field(*names, named);
    assert_string_equal(named, name);
    at = next_field(at, seen);
    if (strcmp(seen, expected) != 0)
        fail_msg("%s: seen %s, expected %s", name, seen, expected);
    return at;
}

static const char *expect_count(const char *at, const char **names, const char *name, bool there, uint64_t number)
{
    char text[32];

    snprintf(text, sizeof text, "%" PRIu64, number);
    return expect_field(at, names, name, there ? text : "");
}

static void csv_has_each_number(void **state)
{
    static const char *const overrides[] = { "a=1", "b=2,3" };

    (void)state;
    for (unsigned set = 0; set < FLAG_SETS; set++) {
        const unsigned flags = flag_sets[set];
        run_record run = example(flags, 3);
        double derived[DERIVED_ROWS];

        strcpy(run.kernel, flags ? "vadd" : "a, \"b\"");
        run.size[0] = flags ? 64 : 0, run.seed = 9, run.overrides = overrides, run.n_overrides = flags ? 2 : 0;
        run.verified = flags == 1 ? -1 : flags == 2 ? 0 : 1, run.status = flags == 4 ? STATUS_LIMIT : STATUS_GOOD, run.message = "so,\nit is";
        derive(&run.counters, derived);
        char *text = printed(report_csv, &run, 1);
        const char *names = text, *at = strchr(text, '\n') + 1;
        at = expect_field(at, &names, "machine", "gtx480");
        at = expect_field(at, &names, "policy", "gto");
        at = expect_field(at, &names, "kernel", run.kernel);
        at = expect_field(at, &names, "size", flags ? "64" : "");
        at = expect_field(at, &names, "columns", "");
        at = expect_field(at, &names, "rounds", "");
        at = expect_field(at, &names, "seed", flags ? "9" : "");
        at = expect_field(at, &names, "set", flags ? "a=1 b=2,3" : "");
        at = expect_field(at, &names, "blocks", "lockstep");
        at = expect_field(at, &names, "status", flags == 4 ? "3" : "0");
        at = expect_field(at, &names, "verified", flags == 1 ? "" : flags == 2 ? "no" : "yes");
        at = expect_field(at, &names, "group", flags == 4 ? "" : report_group(&run.counters));
        for (unsigned i = 0; i < COUNTER_ROWS; i++)
            at = expect_count(at, &names, counter_rows[i].json, counted(counter_rows[i].of, flags), count_of(&run.counters, i));
        for (unsigned i = 0; i < DERIVED_ROWS; i++) {
            char seen[200], name[200];

            names = next_field(names, name);
            assert_string_equal(name, derived_rows[i].json);
            at = next_field(at, seen);
            assert_int_equal(*seen != 0, counted(derived_rows[i].of, flags));
            if (*seen && strtod(seen, NULL) != derived[i])
                fail_msg("%s is another: %s", name, seen);
        }
        for (unsigned i = 0; i < LOCKSTEP_ROWS; i++)
            at = expect_count(at, &names, lockstep_rows[i], true, ((uint64_t *)&run.lockstep)[i]);
        at = expect_field(at, &names, "wall_seconds", "0.5");
        at = expect_field(at, &names, "message", "so,\nit is");
        assert_string_equal(at, "");
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_has_each_number), cmocka_unit_test(identity_in_json), cmocka_unit_test(launches_in_json),
        cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(what_lacks_a_number_is_no_result),
        cmocka_unit_test(csv_has_each_number),
    };

    return cmocka_run_group_tests_name("rows", tests, NULL, NULL);
}
