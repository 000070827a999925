// SPDX-License-Identifier: BSD-3-Clause
// Job files: every kind of content and step, checked against values worked out by hand; every refusal with its words.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/workload/json_place.h"
#include "tests/sim/workload/job_text.h"

#define BUFFERS(list) "{\"ptx\": \"small.ptx\", \"buffers\": [" list "], \"steps\": []}"
#define VALUE_OUT "{\"name\": \"v\", \"type\": \"s32\", \"count\": 1, \"init\": {\"iota\": [3, 1]}}, " \
                  "{\"name\": \"o\", \"type\": \"f32\", \"count\": 8, \"init\": \"zero\"}"
#define STEPS(list) "{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "],\n\"steps\": [" list "]}"
#define LAUNCH(args) "{\"launch\": \"count_down\", \"grid\": [2], \"block\": [4, 1], \"args\": [" args "]}"
#define ARGS "{\"buf\": \"v\"}, {\"buf\": \"o\"}, {\"s32\": 8}, {\"f32\": 0.5}"

// x <- x * 1664525 + 1013904223, u = x >> 8, from seed 1: 1015568748 -> 3967065; 1586005467 -> 6195333.
static void test_lcg(void **state)
{
    job *j = assert_accepted(BUFFERS(
        "{\"name\": \"f\", \"type\": \"f32\", \"count\": 2, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": -1, \"hi\": 3}}},"
        "{\"name\": \"s\", \"type\": \"s16\", \"count\": 2, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": -5, \"hi\": 95}}},"
        "{\"name\": \"d\", \"type\": \"f64\", \"count\": 1, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0, \"hi\": 1}}}"));
    const float *f = j->buffers[0].data;
    const int16_t *s = j->buffers[1].data;
    const double *d = j->buffers[2].data;

    (void)state;
    assert_true(f[0] == (float)(-1 + 4.0 * 3967065 / 16777216));
    assert_true(f[1] == (float)(-1 + 4.0 * 6195333 / 16777216));
    assert_int_equal(s[0], -5 + 3967065 % 100);
    assert_int_equal(s[1], -5 + 6195333 % 100);
    assert_true(d[0] == 3967065 / 16777216.0);
    job_free(j);
}

static void test_iota_and_kinds(void **state)
{
    job *j = assert_accepted(BUFFERS(
        "{\"name\": \"u\", \"type\": \"u8\", \"count\": 3, \"init\": {\"iota\": [250, 2]}},"
        "{\"name\": \"s\", \"type\": \"s64\", \"count\": 3, \"init\": {\"iota\": [5, -5]}},"
        "{\"name\": \"f\", \"type\": \"f64\", \"count\": 3, \"init\": {\"iota\": [0.5, 0.25]}},"
        "{\"name\": \"z\", \"type\": \"u32\", \"count\": 3, \"init\": \"zero\"},"
        "{\"name\": \"n\", \"type\": \"u32\", \"count\": 3, \"init\": \"none\"},"
        "{\"name\": \"x\", \"type\": \"f32\", \"count\": 8, \"file\": \"out.expected.bin\"}"));

    (void)state;
    assert_int_equal(((uint8_t *)j->buffers[0].data)[2], 254);
    assert_int_equal(((int64_t *)j->buffers[1].data)[2], -5);
    assert_true(((double *)j->buffers[2].data)[2] == 1.0);
    assert_int_equal(j->buffers[3].host, HOST_ZERO);
    assert_int_equal(j->buffers[4].host, HOST_NONE);
    assert_true(((float *)j->buffers[5].data)[7] == 3.5f);
    job_free(j);
}

#define EXPECT(bounds) "{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "], \"steps\": [" LAUNCH(ARGS) "], " \
                       "\"expect\": [{\"buf\": \"o\", %s" bounds "}]}"

static void test_run_and_expect(void **state)
{
    char text[1024];
    static const char wrong[] = "\"values\": [0, 0.5, 1, 1.5, 2, 2.5, 3.25, 3.75]";

    (void)state;
    snprintf(text, sizeof text, EXPECT(""), "\"file\": \"out.expected.bin\"");
    run(text);
    assert_int_equal(result.status, STATUS_GOOD);
    assert_int_equal(result.verified, 1);
    snprintf(text, sizeof text, EXPECT(", \"abs\": 0.01"), wrong);
    run(text);
    assert_int_equal(result.status, STATUS_MISMATCH);
    assert_int_equal(result.verified, 0);
    assert_string_equal(result.message,
                        "buffer `o`: element 6: got 3, want 3.25 (abs 0.01, rel 0); 2 of 8 elements failed");
    snprintf(text, sizeof text, EXPECT(", \"abs\": 0.24, \"rel\": 0.005"), wrong);   // 0.24 + 0.005 * 3.25 > 0.25
    run(text);
    assert_int_equal(result.status, STATUS_GOOD);
    snprintf(text, sizeof text, EXPECT(", \"abs\": 0.23, \"rel\": 0.005"), wrong);
    run(text);
    assert_int_equal(result.status, STATUS_MISMATCH);
    snprintf(text, sizeof text, EXPECT(""), "\"values\": [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.75]");
    run(text);
    assert_string_equal(result.message, "buffer `o`: element 7: got 3.5, want 3.75 (abs 0, rel 0); 1 of 8 elements failed");
}

static void test_repeat(void **state)
{
    (void)state;
    run(STEPS("{\"fill\": \"o\", \"value\": 2.5}, "
              "{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 3, \"steps\": [" LAUNCH(ARGS) "]}}"));
    assert_int_equal(result.status, STATUS_GOOD);
    run(STEPS("{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 2, \"steps\": [" LAUNCH(ARGS) "]}}"));
    assert_int_equal(result.status, STATUS_LIMIT);
    assert_string_equal(result.message, "repeat: `v` is still not zero after max 2 rounds");
    run(STEPS("{\"fill\": \"v\", \"value\": 1}, "
              "{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 1, \"steps\": [" LAUNCH(ARGS) "]}}"));
    assert_int_equal(result.status, STATUS_GOOD);
}

static void test_refused_buffers(void **state)
{
#define ONE(rest) BUFFERS("{\"name\": \"a\", " rest "}")
#define HERE FOLDER "t.json:1: buffers[0]: "
    (void)state;
    assert_refused(ONE("\"type\": \"f16\", \"count\": 1, \"init\": \"zero\""),
                   HERE "type: seen `f16`; the nearest is u16; expected one of u8, s8, u16, s16, u32, s32, u64, s64, f32, f64");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 0, \"init\": \"zero\""), HERE "count: seen 0, expected 1 to 268435456");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 1e3, \"init\": \"zero\""),
                   HERE "count: seen 1000, expected a whole number from 1 to 268435456");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 1"), HERE "expected either `file` or `init`");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 1, \"init\": \"zero\", \"file\": \"x\""),
                   HERE "expected either `file` or `init`");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 7, \"file\": \"out.expected.bin\""),
                   HERE FOLDER "out.expected.bin: seen more than 28 bytes, expected 28 (7 of f32)");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 9, \"file\": \"out.expected.bin\""),
                   HERE FOLDER "out.expected.bin: seen 32 bytes, expected 36 (9 of f32)");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 9, \"file\": \"none.bin\""),
                   HERE FOLDER "none.bin: cannot be read: No such file or directory");
    assert_refused(ONE("\"type\": \"f32\", \"cuont\": 9, \"init\": \"zero\""),
                   FOLDER "t.json:1: buffers[0].cuont: unknown key `cuont`; the nearest is `count`");
    assert_refused(ONE("\"type\": \"u8\", \"count\": 4, \"init\": {\"iota\": [253, 1]}"),
                   FOLDER "t.json:1: buffers[0].init: iota: seen 4 values from 253 by 1, expected numbers that u8 holds");
    assert_refused(ONE("\"type\": \"u8\", \"count\": 4, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0, \"hi\": 257}}"),
                   FOLDER "t.json:1: buffers[0].init: lo, hi: seen 0 and 257, expected numbers that u8 holds");
    assert_refused(ONE("\"type\": \"s32\", \"count\": 4, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 3, \"hi\": 3}}"),
                   FOLDER "t.json:1: buffers[0].init: lo, hi: seen 3 and 3, expected lo < hi");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 268435456, \"init\": \"none\"}, "
                       "{\"name\": \"b\", \"type\": \"u8\", \"count\": 1, \"init\": \"none\""),
                   FOLDER "t.json:1: buffers[1]: buffer `b`: seen 1073742080 bytes of buffers, expected at most 1073741824");
    assert_refused(ONE("\"type\": \"u8\", \"count\": 1, \"init\": \"none\"}, "
                       "{\"name\": \"a\", \"type\": \"u8\", \"count\": 1, \"init\": \"none\""),
                   FOLDER "t.json:1: buffers[1]: buffer `a` is defined twice");
}

static void test_refused_steps(void **state)
{
#define STEP FOLDER "t.json:2: steps[0]: "
#define KERNEL "count_down: "
    (void)state;
    assert_refused(STEPS("{\"launhc\": \"count_down\"}"), STEP "expected an object with `launch`, `fill` or `repeat`");
    assert_refused(STEPS("3"), STEP "expected an object with `launch`, `fill` or `repeat`");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"grid\": [0], \"block\": [4], \"args\": []}"),
                   STEP "grid: seen 0, expected 1 to 2147483647");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"grid\": [1,65536], \"block\": [4], \"args\": []}"),
                   STEP KERNEL "seen a grid of 65536 CTAs in y, expected 1 to 65535");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"grid\": [1], \"block\": [64,32], \"args\": []}"),
                   STEP KERNEL "seen a block of 2048 threads, expected at most 1024");
    assert_refused(STEPS(LAUNCH("")), STEP KERNEL "seen 0 arguments, expected 4");
    assert_refused(STEPS(LAUNCH("{\"buf\": \"v\"}, {\"buf\": \"o\"}, {\"f32\": 8}, {\"f32\": 0.5}")),
                   STEP KERNEL "argument 2: seen f32, expected .s32 (p_n)");
    assert_refused(STEPS(LAUNCH("{\"buf\": \"v\"}, {\"buf\": \"o\"}, {\"s64\": 8}, {\"f32\": 0.5}")),
                   STEP KERNEL "argument 2: seen s64, expected .s32 (p_n)");
    assert_refused(STEPS(LAUNCH("{\"buf\": \"v\"}, {\"f64\": 8}, {\"s32\": 8}, {\"f32\": 0.5}")),
                   STEP KERNEL "argument 1: seen f64, expected .u64 (p_out)");
    assert_refused(STEPS(LAUNCH("{\"buf\": \"v\"}, {\"buf\": \"oo\"}")),
                   FOLDER "t.json:2: steps[0].args[1]: buf: there is no buffer `oo`; the nearest is o");
    assert_refused(STEPS(LAUNCH("{\"s32\": 2147483648}")),
                   FOLDER "t.json:2: steps[0].args[0]: s32: seen 2147483648, expected a number that it holds");
    assert_refused(STEPS(LAUNCH("{\"f32\": 1e39}")),
                   FOLDER "t.json:2: steps[0].args[0]: f32: seen 1e39, expected a number that it holds");
    assert_refused(STEPS(LAUNCH("{\"s32\": 1.5}")), FOLDER "t.json:2: steps[0].args[0]: s32: seen 1.5, expected a whole number");
    assert_refused(STEPS("{\"fill\": \"v\", \"value\": 0.5}"), STEP "s32: seen 0.5, expected a whole number");
    assert_refused(STEPS("{\"fill\": \"v\"}"), STEP "has no `value`");
    assert_refused(STEPS("{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 0, \"steps\": []}}"),
                   FOLDER "t.json:2: steps[0].repeat: max: seen 0, expected 1 to 2147483647");
}

static void test_refused_values(void **state)
{
    (void)state;
    assert_refused(ONE("\"type\": \"f32\", \"count\": 4, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": \"0\", \"hi\": 1}}"),
                   FOLDER "t.json:1: buffers[0].init: lo, hi: expected numbers");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 4, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0, \"hi\": 1e39}}"),
                   FOLDER "t.json:1: buffers[0].init: lo, hi: seen 0 and 1e39, expected numbers that f32 holds");
    assert_refused(ONE("\"type\": \"s32\", \"count\": 4, \"init\": {\"lcg\": {\"seed\": 1, \"lo\": 0.5, \"hi\": 3}}"),
                   FOLDER "t.json:1: buffers[0].init: lo, hi: expected whole numbers for s32");
    assert_refused(ONE("\"type\": \"s32\", \"count\": 4, \"init\": {\"iota\": [1]}"),
                   FOLDER "t.json:1: buffers[0].init: iota: expected [start, step]");
    assert_refused(ONE("\"type\": \"s32\", \"count\": 4, \"init\": {\"iota\": [1, 0.5]}"),
                   FOLDER "t.json:1: buffers[0].init: iota: expected whole numbers for s32");
    assert_refused(ONE("\"type\": \"f32\", \"count\": 4, \"init\": {\"iota\": [0, 2e38]}"),
                   FOLDER "t.json:1: buffers[0].init: iota: seen 4 values from 0 by 2e38, expected numbers that f32 holds");
    assert_refused(ONE("\"type\": \"s32\", \"count\": 4, \"init\": {}"),
                   FOLDER "t.json:1: buffers[0].init: expected one of `lcg`, `iota` and `values`");
    assert_refused(ONE("\"type\": \"s32\", \"count\": 4, \"file\": 3"),
                   FOLDER "t.json:1: buffers[0]: `file`: expected a string");
    assert_refused(ONE("\"type\": \"s32\", \"count\": 4, \"init\": \"zero\", \"symbol\": 3"),
                   FOLDER "t.json:1: buffers[0]: `symbol`: expected a string");
    assert_refused(BUFFERS("{\"name\": \"a name of a buffer that has more characters than any buffer may have, sixty-four\", \"type\": \"s32\", \"count\": 4, \"init\": \"zero\"}"),
                   FOLDER "t.json:1: buffers[0]: seen a buffer name of 80 characters, expected 1 to 63");
    assert_refused("{\"ptx\": \"small.ptx\", \"buffers\": {}, \"steps\": []}",
                   FOLDER "t.json:1: buffers: expected an array");
    assert_refused("{\"ptx\": \"small.ptx\", \"steps\": {}}",
                   FOLDER "t.json:1: steps: expected an array");
    assert_refused("{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "], \"steps\": [], \"expect\": [{\"buf\": 3, \"values\": [1]}]}",
                   FOLDER "t.json:1: expect[0]: buf: expected the name of a buffer");
    assert_refused("{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "], \"steps\": [], \"expect\": [{\"buf\": \"v\"}]}",
                   FOLDER "t.json:1: expect[0]: has no `file`");
    assert_refused("{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "], \"steps\": [], \"expect\": [{\"buf\": \"v\", \"values\": [1], \"abs\": -1}]}",
                   FOLDER "t.json:1: expect[0]: abs: expected a number of at least 0");
    assert_refused("{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "], \"steps\": [], \"dump\": [{\"buf\": \"v\"}]}",
                   FOLDER "t.json:1: dump[0]: has no `file`");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"grid\": [], \"block\": [4], \"args\": []}"),
                   FOLDER "t.json:2: steps[0]: grid: expected an array of 1 to 3 numbers");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"block\": [4], \"args\": []}"),
                   FOLDER "t.json:2: steps[0]: has no `grid`");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"grid\": [1], \"block\": [4]}"),
                   FOLDER "t.json:2: steps[0]: has no `args`");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"grid\": [1], \"block\": [4], \"args\": 3}"),
                   FOLDER "t.json:2: steps[0]: args: expected an array of at most 64 arguments");
    assert_refused(STEPS("{\"launch\": \"count_down\", \"grid\": [1], \"block\": [4], \"args\": [], \"dynamic_shared\": -1}"),
                   FOLDER "t.json:2: steps[0]: dynamic_shared: seen -1, expected 0 to 16777216");
    assert_refused(STEPS(LAUNCH("3")),
                   FOLDER "t.json:2: steps[0].args[0]: expected an object with one key: buf, tex, bytes, hex or a type");
    assert_refused(STEPS(LAUNCH("{\"buf\": 3}")),
                   FOLDER "t.json:2: steps[0].args[0]: buf: expected the name of a buffer");
    assert_refused(STEPS("{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 1, \"steps\": {}}}"),
                   FOLDER "t.json:2: steps[0].repeat: steps: expected an array");
    assert_refused(STEPS("{\"repeat\": {\"while_nonzero\": \"v\", \"steps\": []}}"),
                   FOLDER "t.json:2: steps[0].repeat: has no `max`");
}

// So many and no more: buffers, what is expected, dumps, repeats in each other.
static void test_refused_counts(void **state)
{
    static char text[1 << 16];
    job_error error;
    job *j = assert_accepted(STEPS(""));
    (void)state;
    for (unsigned i = j->n_buffers; i < JOB_BUFFERS_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%u", i);
        assert_non_null(job_add_buffer(j, name, SCALAR_U8, 1, HOST_NONE, &error));
        assert_true(job_add_expect(j, 0, malloc(1), 0, 0, &error) && job_add_dump(j, 0, "x", &error));
    }
    assert_null(job_add_buffer(j, "b", SCALAR_U8, 1, HOST_NONE, &error));
    assert_string_equal(error.text, "seen more than 256 buffers, expected at most that");
    assert_true(job_add_expect(j, 0, malloc(1), 0, 0, &error) && job_add_expect(j, 0, malloc(1), 0, 0, &error));
    assert_false(job_add_expect(j, 0, malloc(1), 0, 0, &error));
    assert_string_equal(error.text, "seen more than 256 expectations, expected at most that");
    assert_true(job_add_dump(j, 0, "x", &error) && job_add_dump(j, 0, "x", &error));
    assert_false(job_add_dump(j, 0, "x", &error));
    assert_string_equal(error.text, "seen more than 256 dumps, expected at most that");
    job_steps *steps = &j->steps;
    while (j->n_steps < JOB_STEPS_MAX)
        assert_non_null(job_add_step(j, steps, STEP_FILL, &error));
    assert_null(job_add_step(j, steps, STEP_FILL, &error));
    assert_string_equal(error.text, "seen more than 65536 steps, expected at most that");
    job_free(j);

    j = assert_accepted(STEPS(""));
    assert_null(job_add_buffer(j, "b", SCALAR_F64, 0, HOST_NONE, &error));
    assert_string_equal(error.text, "buffer `b`: seen a count of 0, expected 1 to 134217728");
    job_free(j);

    char *at = text + sprintf(text, "{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "], \"steps\": [");
    for (unsigned i = 0; i <= JOB_DEPTH_MAX; i++)
        at += sprintf(at, "{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 1, \"steps\": [");
    for (unsigned i = 0; i <= JOB_DEPTH_MAX; i++)
        at += sprintf(at, "]}}");
    sprintf(at, "]}");
    assert_null(parse(text, &error));
    assert_non_null(strstr(error.text, ": seen more than 16 repeats in each other, expected at most that"));
}

static void test_refused_files(void **state)
{
    job_error error;

    (void)state;
    assert_refused("{\"ptx\": \"small.ptx\", \"steps\": [], \"step\": []}",
                   FOLDER "t.json:1: step: unknown key `step`; the nearest is `steps`");
    assert_refused("{\"steps\": []}", FOLDER "t.json:1: has no `ptx`");
    assert_refused("[]", FOLDER "t.json:1: seen JSON that is no job, expected an object with `ptx` and `steps` (docs/workloads.md)");
    assert_refused("{\"name\": \"x\"}",
                   FOLDER "t.json:1: seen JSON that is no job, expected an object with `ptx` and `steps` (docs/workloads.md)");
    assert_refused("{\n\"ptx\": \"small.ptx\",,\n}", FOLDER "t.json:2: string or '}' expected near ','");
    assert_refused("{\"ptx\": \"small.ptx\", \"ptx\": \"small.ptx\"}", FOLDER "t.json:1: duplicate object key near '\"ptx\"'");
    assert_null(job_load("build/none.json", false, &error));
    assert_string_equal(error.text, "build/none.json: cannot be read: No such file or directory");
}

static void test_places(void **state)
{
    static const char text[] = "{\n \"a\": [1,\n  {\"b\": \"}]\\\"\",\n \"c\": [\n[],\n3]}],\n\"d\": {\n\"l1d.mshrs\": {\n\"x\": 1}}\n}";

    (void)state;
    assert_int_equal(json_place_line(text, sizeof text - 1, ""), 1);
    assert_int_equal(json_place_line(text, sizeof text - 1, "a"), 2);
    assert_int_equal(json_place_line(text, sizeof text - 1, "a[1]"), 3);
    assert_int_equal(json_place_line(text, sizeof text - 1, "a[1].c"), 4);
    assert_int_equal(json_place_line(text, sizeof text - 1, "a[1].c[1]"), 6);
    assert_int_equal(json_place_line(text, sizeof text - 1, "d"), 7);
    assert_int_equal(json_place_line(text, sizeof text - 1, "a[1].x"), 3);
    assert_int_equal(json_place_line(text, sizeof text - 1, "d.\"l1d.mshrs\""), 8);
    assert_int_equal(json_place_line(text, sizeof text - 1, "d.\"l1d.mshrs\".x"), 9);
    assert_int_equal(json_place_line(text, sizeof text - 1, "d.\"l1d"), 7);
    assert_int_equal(json_place_line("", 0, "a[1].x"), 1);
    assert_int_equal(json_place_line("[1,\n2,\n", 8, "[7]"), 1);             // its end is missing
    assert_int_equal(json_place_line("[\n1,", 4, "[7]"), 1);                  // behind a comma
    assert_int_equal(json_place_line("{\"a\": 1\n\"b\": 2}", 15, "b"), 1);    // or a comma
}

// An integer of a job becomes what its buffer has.
static void test_integers_stored(void **state)
{
    float single;
    double wide;
    int8_t byte;

    (void)state;
    scalar_store_integer(SCALAR_F32, &single, -3);
    scalar_store_integer(SCALAR_F64, &wide, INT64_C(1) << 40);
    scalar_store_integer(SCALAR_S8, &byte, 0x1fe);
    assert_true(single == -3 && wide == 1099511627776.0);
    assert_int_equal(byte, -2);
}

// As many steps as there are, of each kind one more.
static void test_too_many_steps(void **state)
{
    static const char *const more[] = { LAUNCH(ARGS), "{\"fill\": \"v\", \"value\": 1}", "{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 1, \"steps\": []}}" };
    static const char fill[] = "{\"fill\": \"v\", \"value\": 1},";
    char *text = malloc(1000 + (size_t)JOB_STEPS_MAX * sizeof fill);

    (void)state;
    for (unsigned i = 0; i < sizeof more / sizeof more[0]; i++) {
        job_error error;
        char *at = text + sprintf(text, "{\"ptx\": \"small.ptx\", \"buffers\": [" VALUE_OUT "],\n\"steps\": [");

        for (unsigned step = 0; step < JOB_STEPS_MAX; step++)
            at = stpcpy(at, fill);
        sprintf(at, "%s]}", more[i]);
        assert_null(parse(text, &error));
        if (!strstr(error.text, "seen more than 65536 steps")) fail_msg("%s", error.text);
        assert_non_null(strstr(error.text, "seen more than 65536 steps, expected at most that"));
    }
    free(text);
}

// What is wrong with a step of a repetition is wrong with the job; one that fails there ends it.
static void test_steps_of_a_repetition(void **state)
{
#define REPEAT(step, more) "{\"repeat\": {\"while_nonzero\": \"v\", \"max\": 2, \"steps\": [" step "]}" more "}"
    machine m;
    job_error error;
    job *j = assert_accepted(STEPS(REPEAT(LAUNCH(ARGS), "")));

    (void)state;
    machine_defaults(&m);
    assert_true(job_check_machine(j, &m, &error));
    job_free(j);
    j = assert_accepted(STEPS(REPEAT("{\"launch\": \"count_down\", \"grid\": [2], \"block\": [1024, 1], \"args\": [" ARGS "]}", "")));
    m.core.warps = 16;
    assert_false(job_check_machine(j, &m, &error));
    assert_non_null(strstr(error.text, "count_down: a CTA of 32 warps does not fit into an SM of"));
    job_free(j);
    assert_refused(STEPS(REPEAT(LAUNCH(ARGS), ", \"more\": 1")), FOLDER "t.json:2: steps[0].more: unknown key `more`; the nearest is `repeat`");
    run(STEPS(REPEAT("{\"launch\": \"count_down\", \"grid\": [2], \"block\": [1024, 1], \"args\": [{\"buf\": \"v\"}, {\"buf\": \"o\"}, {\"s32\": 100000}, {\"f32\": 0.5}]}", "")));
    assert_int_not_equal(result.status, STATUS_GOOD);
    assert_non_null(strstr(result.message, "outside every buffer"));
}

// Variables that fit, and a buffer that does, and both together do not.
static void test_no_room_for_variables(void **state)
{
    char cwd[400], path[500], text[1200];
    FILE *file;

    (void)state;
    assert_non_null(getcwd(cwd, sizeof cwd));
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    snprintf(path, sizeof path, "%s%s%s/test_job_large.ptx", build[0] == '/' ? "" : cwd, build[0] == '/' ? "" : "/", build);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(".version 6.0\n.target sm_20\n.address_size 64\n.global .b8 large[1073741824];\n.visible .entry k() { ret; }\n", file);
    fclose(file);
    snprintf(text, sizeof text, "{\"ptx\": \"%s\", \"buffers\": [" VALUE_OUT "], \"steps\": [{\"launch\": \"k\", \"grid\": [1], \"block\": [32], \"args\": []}]}", path);
    run(text);
    assert_int_equal(result.status, STATUS_MISTAKE);
    assert_non_null(strstr(result.message, "variable large does not fit into device memory"));
}

// A file is measured before it is read.
static void test_long_file(void **state)
{
    enum { LONG = 1 << 24 };
    char path[256], message[400];
    job_error error;
    FILE *file;

    (void)state;
    snprintf(path, sizeof path, "%s/test_job_long.json", getenv("BUILD") ? getenv("BUILD") : "build");
    file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(ftruncate(fileno(file), LONG + 1), 0);
    fclose(file);
    assert_null(job_load(path, false, &error));
    remove(path);
    snprintf(message, sizeof message, "%s: seen more than %d MiB, expected a job file", path, LONG >> 20);
    assert_string_equal(error.text, message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lcg), cmocka_unit_test(test_iota_and_kinds), cmocka_unit_test(test_run_and_expect),
        cmocka_unit_test(test_repeat), cmocka_unit_test(test_refused_buffers), cmocka_unit_test(test_refused_steps), cmocka_unit_test(test_refused_values),
        cmocka_unit_test(test_refused_counts),
        cmocka_unit_test(test_refused_files), cmocka_unit_test(test_places), cmocka_unit_test(test_integers_stored), cmocka_unit_test(test_too_many_steps),
        cmocka_unit_test(test_steps_of_a_repetition), cmocka_unit_test(test_no_room_for_variables), cmocka_unit_test(test_long_file),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
