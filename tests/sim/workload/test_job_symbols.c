// SPDX-License-Identifier: BSD-3-Clause
// What a job file hands in beside buffers and numbers: variables of the module by name, structures by value, values
// that JSON has no number for; and the notice of a variable that is read and that nobody fills.
#include "tests/sim/workload/job_text.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>

#include "sim/workload/job_symbols.h"
#include "sim/workload/workload.h"

#define JOB(buffers, steps, more) "{\"ptx\": \"symbols.ptx\", \"buffers\": [{\"name\": \"o\", \"type\": \"f32\", \"count\": 8, " \
                                  "\"init\": \"zero\"}" buffers "],\n\"steps\": [" steps "]" more "}"
#define SYMBOL(name, type, count, symbol, init) ",\n{\"name\": \"" name "\", \"type\": \"" type "\", \"count\": " count \
                                                ", \"symbol\": \"" symbol "\", \"init\": " init "}"
#define LAUNCH(entry) "{\"launch\": \"" entry "\", \"grid\": [1], \"block\": [4], \"args\": [{\"buf\": \"o\"}]}"
#define EXPECT(buffer, values) "{\"buf\": \"" buffer "\", \"values\": " values "}"
#define COEFF(init) SYMBOL("c", "f32", "4", "coeff", init)
#define SCALE(init) SYMBOL("s", "f32", "1", "scale", init)
#define GOOD(text)                                                                                          \
    do {                                                                                                    \
        run(text);                                                                                          \
        assert_string_equal(result.message, "");                                                            \
        assert_int_equal(result.status, STATUS_GOOD);                                                       \
    } while (0)

static void test_every_init(void **state)
{
    (void)state;
    GOOD(JOB(COEFF("{\"values\": [1, 2, 3, 4]}") SCALE("{\"iota\": [2, 0]}"), LAUNCH("weigh"),
             ", \"expect\": [" EXPECT("o", "[4, 6, 8, 10, 0, 0, 0, 0]") "]"));
    GOOD(JOB(COEFF("{\"iota\": [1, 1]}") ",\n{\"name\": \"s\", \"type\": \"f32\", \"count\": 1, \"symbol\": \"scale\", \"file\": \"one.bin\"}",
             LAUNCH("weigh"), ", \"expect\": [" EXPECT("o", "[3, 4, 5, 6, 0, 0, 0, 0]") "]"));
    GOOD(JOB(COEFF("{\"lcg\": {\"seed\": 1, \"lo\": 3, \"hi\": 3}}") SCALE("{\"values\": [1]}"), LAUNCH("weigh"),
             ", \"expect\": [" EXPECT("o", "[5, 5, 5, 5, 0, 0, 0, 0]") "]"));
    // "none" leaves a variable its value in the file, "zero" does not.
    GOOD(JOB(SYMBOL("k", "f32", "2", "known", "\"none\""), "", ", \"expect\": [" EXPECT("k", "[1, 2]") "]"));
    GOOD(JOB(SYMBOL("k", "f32", "2", "known", "\"zero\""), "", ", \"expect\": [" EXPECT("k", "[0, 0]") "]"));
}

static void test_refilled(void **state)
{
    (void)state;
    GOOD(JOB(COEFF("\"zero\"") SCALE("{\"values\": [1]}"), "{\"fill\": \"c\", \"value\": 3}, {\"fill\": \"s\", \"value\": 5}, " LAUNCH("weigh"),
             ", \"expect\": [" EXPECT("o", "[17, 17, 17, 17, 0, 0, 0, 0]") ", " EXPECT("c", "[3, 3, 3, 3]") ", "
                 EXPECT("s", "[5]") "]"));
    GOOD(JOB(SCALE("{\"values\": [1]}"), "{\"fill\": \"s\", \"value\": 0}, {\"repeat\": {\"while_nonzero\": \"s\", \"max\": 1, \"steps\": ["
             LAUNCH("weigh") "]}}", ""));
    // filled and handed over in a repetition alone: nobody says that it is not
    GOOD(JOB(COEFF("\"none\"") SCALE("{\"values\": [1]}"), "{\"repeat\": {\"while_nonzero\": \"s\", \"max\": 1, \"steps\": [{\"fill\": \"c\", \"value\": 3}, "
             LAUNCH("weigh") ", {\"fill\": \"s\", \"value\": 0}]}}", ""));
    GOOD(JOB(COEFF("\"none\"") SCALE("{\"values\": [1]}"), "{\"fill\": \"o\", \"value\": 0}, {\"repeat\": {\"while_nonzero\": \"o\", \"max\": 1, \"steps\": [{\"launch\": \"weigh\", \"grid\": [1], "
             "\"block\": [4], \"args\": [{\"buf\": \"c\"}]}]}}", ""));
}

// A name in the PTX or, unmangled, of the source; u32 in what is declared as bytes.
static void test_names(void **state)
{
    job *j = assert_accepted(JOB(SYMBOL("t", "u32", "8", "table", "\"none\""), "", ""));

    (void)state;
    assert_int_equal(j->bytes, 256);                // of `o` alone
    job_free(j);
    GOOD(JOB(SYMBOL("t", "u32", "8", "_ZL5table", "{\"iota\": [40, 1]}") SYMBOL("h", "s32", "1", "hidden",
        "{\"values\": [2]}")
             ",\n{\"name\": \"u\", \"type\": \"u32\", \"count\": 1, \"init\": \"zero\"}",
             "{\"launch\": \"others\", \"grid\": [1], \"block\": [1], \"args\": [{\"buf\": \"u\"}]}",
             ", \"expect\": [" EXPECT("u", "[42]") "]"));
}

static void test_refused_symbols(void **state)
{
#define AT FOLDER "t.json:2: buffers[1]: symbol: "
#define PTX FOLDER "symbols.ptx"
    (void)state;
    assert_refused(JOB(SYMBOL("c", "f32", "4", "coef", "\"zero\""), "", ""),
                   AT PTX " has no variable `coef` of that name alone; the nearest is coeff");
    assert_refused(JOB(SYMBOL("c", "f32", "3", "coeff", "\"zero\""), "", ""),
                   AT "seen 12 bytes (3 of f32), expected the 16 of coeff (" PTX ":4)");
    assert_refused(JOB(SYMBOL("c", "u32", "1", "scale", "\"zero\""), "", ""),
                   AT "seen type u32, expected that of scale, .f32 (" PTX ":5)");
    assert_refused(JOB(SYMBOL("c", "f32", "1", "counter", "\"zero\""), "", ""),
                   AT "seen type f32, expected that of counter, .u32 (" PTX ":8)");
    assert_refused(JOB(SYMBOL("c", "u8", "4", "counter", "\"zero\""), "", ""),
                   AT "seen type u8, expected that of counter, .u32 (" PTX ":8)");
    assert_refused(JOB(COEFF("\"zero\"") SYMBOL("d", "f32", "4", "coeff", "\"zero\""), "", ""),
                   FOLDER "t.json:3: buffers[2]: symbol: `coeff` is buffer `c` already");
    assert_refused(JOB(",\n{\"name\": \"c\", \"type\": \"f32\", \"count\": 4, \"symbol\": 4, \"init\": \"zero\"}", "",
                       ""),
                   FOLDER "t.json:2: buffers[1]: `symbol`: expected a string");
    assert_refused("{\"ptx\": \"small.ptx\", \"buffers\": [{\"name\": \"c\", \"type\": \"f32\", \"count\": 4, \"symbol\": \"c\", "
                   "\"init\": \"zero\"}], \"steps\": []}",
                   FOLDER "t.json:1: buffers[0]: symbol: seen `c`, expected a variable of "
                       FOLDER "small.ptx, which has none");
}

#define STRUCTURE(argument) "{\"launch\": \"structure\", \"grid\": [1], \"block\": [1], \"args\": [{\"buf\": \"w\"}, " argument ", {\"u32\": 7}]}"
#define WORDS ",\n{\"name\": \"w\", \"type\": \"u64\", \"count\": 4, \"init\": \"zero\"}"

static void test_structures(void **state)
{
    (void)state;
    GOOD(JOB(WORDS, STRUCTURE("{\"bytes\": \"structure.bin\"}"),
             ", \"expect\": [" EXPECT("w", "[578437695752307201, 1735880461161533969, 2893323226570760737, 7]") "]"));
    GOOD(JOB(WORDS, STRUCTURE("{\"hex\": \"0100000000000000ff00000000000000FFffffffffffff7f\"}"),
             ", \"expect\": [" EXPECT("w", "[1, 255, 9223372036854775807, 7]") "]"));
#define STEP FOLDER "t.json:3: steps[0]: "
#define ARG FOLDER "t.json:3: steps[0].args[1]: "
    assert_refused(JOB(WORDS, STRUCTURE("{\"hex\": \"00\"}"), ""),
                   STEP "structure: argument 1: seen 1 bytes, expected the 24 bytes of s: {\"bytes\": FILE} or {\"hex\": TEXT}");
    assert_refused(JOB(WORDS, STRUCTURE("{\"bytes\": \"one.bin\"}"), ""),
                   STEP "structure: argument 1: seen 4 bytes, expected the 24 bytes of s: {\"bytes\": FILE} or {\"hex\": TEXT}");
    assert_refused(JOB(WORDS, STRUCTURE("{\"f64\": 0}"), ""),
                   STEP "structure: argument 1: seen f64, expected the 24 bytes of s: {\"bytes\": FILE} or {\"hex\": TEXT}");
    assert_refused(JOB(WORDS, STRUCTURE("{\"bytes\": \"structure.bin\"}, {\"hex\": \"00000000\"}"), ""),
                   STEP "structure: seen 4 arguments, expected 3");
    assert_refused(JOB(WORDS, "{\"launch\": \"weigh\", \"grid\": [1], \"block\": [1], \"args\": [{\"hex\": \"0000000000000000\"}]}", ""),
                   STEP "weigh: argument 0: seen 8 bytes, expected .u64 (out)");
    assert_refused(JOB(WORDS, STRUCTURE("{\"hex\": \"0g\"}"), ""),
                   ARG "hex: seen `0g`, expected two digits a byte, at most 32764 bytes");
    assert_refused(JOB(WORDS, STRUCTURE("{\"hex\": \"000\"}"), ""),
                   ARG "hex: seen `000`, expected two digits a byte, at most 32764 bytes");
    assert_refused(JOB(WORDS, STRUCTURE("{\"bytes\": 3}"), ""), ARG "bytes: expected a string");
    assert_refused(JOB(WORDS, STRUCTURE("{\"bytes\": \"none.bin\"}"), ""),
                   ARG FOLDER "none.bin: cannot be read: No such file or directory");
    assert_refused(JOB(WORDS, STRUCTURE("{\"bytes\": \"long.bin\"}"), ""), ARG "bytes: `long.bin`: seen more than 32764 bytes, expected a structure");
}

#define THREE(init, want, bounds) "{\"ptx\": \"symbols.ptx\", \"buffers\": [{\"name\": \"x\", \"type\": \"f64\", \"count\": 3, \"init\": " \
                                  "{\"values\": " init "}}], \"steps\": [], \"expect\": [{\"buf\": \"x\", \"values\": " want bounds "}]}"

static void expect_wrong(const char *text, const char *message)
{
    run(text);
    assert_int_equal(result.status, STATUS_MISMATCH);
    assert_string_equal(result.message, message);
}

static void test_nan_and_infinity(void **state)
{
    (void)state;
    GOOD(THREE("[\"nan\", \"inf\", \"-inf\"]", "[\"nan\", \"inf\", \"-inf\"]", ""));
    expect_wrong(THREE("[\"nan\", 1, 1]", "[1, 1, 1]", ", \"abs\": 1e300, \"rel\": 1e300"),
                 "buffer `x`: element 0: got nan, want 1 (abs 1e+300, rel 1e+300); 1 of 3 elements failed");
    expect_wrong(THREE("[1, 1, \"inf\"]", "[1, \"nan\", \"nan\"]", ", \"abs\": 1e300, \"rel\": 1e300"),
                 "buffer `x`: element 1: got 1, want nan (abs 1e+300, rel 1e+300); 2 of 3 elements failed");
    expect_wrong(THREE("[\"-inf\", 5, \"nan\"]", "[\"inf\", \"inf\", \"inf\"]", ", \"abs\": 1, \"rel\": 1"),
                 "buffer `x`: element 0: got -inf, want inf (abs 1, rel 1); 3 of 3 elements failed");
    expect_wrong(THREE("[\"inf\", 5, 5]", "[5, 5, 5]", ", \"abs\": 1, \"rel\": 1e308"),
                 "buffer `x`: element 0: got inf, want 5 (abs 1, rel 1e+308); 1 of 3 elements failed");
    assert_refused(THREE("[1, 2]", "[1, 2, 3]", ""), FOLDER "t.json:1: buffers[0].init: values: seen 2, expected an array of 3");
    assert_refused(THREE("[1, 2, \"NaN\"]", "[1, 2, 3]", ""),
                   FOLDER "t.json:1: buffers[0].init.values[2]: f64: expected a number, or \"nan\", \"inf\" or \"-inf\"");
    assert_refused(THREE("[1, 2, 3]", "[1, 2, 3]", ", \"file\": \"one.bin\""),
                   FOLDER "t.json:1: expect[0]: expected either `file` or `values`");
    assert_refused("{\"ptx\": \"symbols.ptx\", \"buffers\": [{\"name\": \"x\", \"type\": \"s32\", \"count\": 1, \"init\": {\"values\": [\"nan\"]}}], "
                   "\"steps\": []}", FOLDER "t.json:1: buffers[0].init.values[0]: s32: expected a whole number");
}

static char told[2048];

static void tell(const char *text)
{
    strncat(told, strstr(text, ".ptx:") + 5, sizeof told - strlen(told) - 2);
    strcat(told, "\n");
}

static unsigned notices(job *j)
{
    told[0] = 0;
    unsigned n = job_notices(j, tell);
    job_free(j);
    return n;
}

#define NOTICE(line, entry, space, name) line ": " entry " reads the " space " variable " name ", which nothing fills: it is zero " \
                                         "(a buffer of a job file with \"symbol\" fills it)\n"

static void test_notices(void **state)
{
    (void)state;
    assert_int_equal(notices(assert_accepted(JOB("", LAUNCH("weigh"), ""))), 2);
    assert_string_equal(told, NOTICE("4", "weigh", ".const", "coeff") NOTICE("5", "weigh", ".global", "scale"));
    assert_int_equal(notices(assert_accepted(JOB("", "{\"repeat\": {\"while_nonzero\": \"o\", \"max\": 1, \"steps\": [" LAUNCH("others") "]}}", ""))), 1);
    assert_string_equal(told, NOTICE("7", "others", ".global", "_ZL5table"));
    assert_int_equal(notices(assert_accepted(JOB("", LAUNCH("hands_on"), ""))), 1);
    assert_string_equal(told, NOTICE("13", "hands_on", ".global", "halves"));
    // Filled from the start or by a step, handed to a kernel, or not launched at all.
    assert_int_equal(notices(assert_accepted(JOB(COEFF("\"zero\"") SCALE("\"none\""),
                                                 "{\"fill\": \"s\", \"value\": 1}, " LAUNCH("weigh"), ""))), 0);
    assert_int_equal(notices(assert_accepted(JOB(COEFF("\"none\"") SCALE("\"zero\""), LAUNCH("weigh"), ""))), 1);
    assert_int_equal(notices(assert_accepted(JOB(SYMBOL("h", "u16", "4", "halves", "\"none\""),
                                                 "{\"launch\": \"weigh\", \"grid\": [1], \"block\": [1], \"args\": [{\"buf\": \"h\"}]}, "
                                                 LAUNCH("hands_on"), ""))), 2);
    // Filled, or handed to a kernel, in a repetition.
    assert_int_equal(notices(assert_accepted(JOB(COEFF("\"none\"") SCALE("\"zero\""), "{\"repeat\": {\"while_nonzero\": \"o\", \"max\": 1, \"steps\": "
                                                 "[{\"fill\": \"c\", \"value\": 3}, " LAUNCH("weigh") "]}}", ""))), 0);
    assert_int_equal(notices(assert_accepted(JOB(COEFF("\"zero\"") SCALE("\"none\""), "{\"repeat\": {\"while_nonzero\": \"o\", \"max\": 1, \"steps\": "
                                                 "[{\"launch\": \"weigh\", \"grid\": [1], \"block\": [1], \"args\": [{\"buf\": \"s\"}]}]}}", ""))), 0);
    assert_int_equal(notices(assert_accepted(JOB("", "", ""))), 0);
}

// More variables than are followed: nothing is said of the others.
static void test_many_variables(void **state)
{
    static char text[16384];
    size_t at = (size_t)snprintf(text, sizeof text, ".version 4.0\n.target sm_50\n.address_size 64\n");
    ptx_error error;
    job_error full;
    job *j = job_new("many");

    (void)state;
    for (int i = 0; i < 100; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, ".global .u32 v%d;\n", i);
    at += (size_t)snprintf(text + at, sizeof text - at, ".entry k() { .reg .b32 %%r<2>;\n");
    for (int i = 0; i < 100; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, "ld.global.u32 %%r1, [v%d];\n", i);
    at += (size_t)snprintf(text + at, sizeof text - at, "}\n");
    j->program = program_parse("many.ptx", text, at, &error);
    assert_non_null(j->program);
    job_add_step(j, &j->steps, STEP_LAUNCH, &full)->kernel = program_kernel(j->program, 0);
    assert_int_equal(notices(j), 64);
}

static void no_false_alarm(const char *path)
{
    ptx_error error;
    job *j = job_new(path);

    j->program = program_load(path, &error);
    assert_non_null(j->program);
    for (size_t i = 0; i < program_kernels(j->program); i++) {
        job_error full;

        job_add_step(j, &j->steps, STEP_LAUNCH, &full)->kernel = program_kernel(j->program, i);
    }
    if (notices(j))
        fail_msg("%s: %s", path, told);
}

// Of the bundled kernels, and of the reference kernels where they are.
static void test_no_false_alarms(void **state)
{
    static const char *const folders[] = { "sim/workload/kernels", "../shared/reference" };
    unsigned files = 0;

    (void)state;
    for (int f = 0; f < 2; f++) {
        DIR *d = opendir(folders[f]);
        struct dirent *e;

        while (d && (e = readdir(d))) {
            char path[400];

            snprintf(path, sizeof path, "%s/%s", folders[f], e->d_name);
            if (strlen(path) > 4 && strcmp(path + strlen(path) - 4, ".ptx") == 0)
                no_false_alarm(path), files++;
        }
        if (d)
            closedir(d);
    }
    assert_true(files > 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_init), cmocka_unit_test(test_refilled), cmocka_unit_test(test_names),
        cmocka_unit_test(test_refused_symbols), cmocka_unit_test(test_structures),
        cmocka_unit_test(test_nan_and_infinity),
        cmocka_unit_test(test_notices), cmocka_unit_test(test_many_variables), cmocka_unit_test(test_no_false_alarms),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
