// SPDX-License-Identifier: BSD-3-Clause
// What the environment of a program chooses: variables as the words of their options, which launches have timing; what is
// misspelt, or named and never launched, is told.
#include "tests/sim/cudart/answers.h"

#include <stdio.h>
#include "sim/cudart/environment.h"
#include "sim/cudart/launch_choice.h"
#include "sim/cudart/program_report.h"
#include "tests/sim/cudart/told.h"

extern char **environ;

static const char *told;

static bool read_names(const char *first, const char *second)
{
    cli_list names = { .words = { first, second }, .count = !first ? 0 : !second ? 1 : 2 };
    bool good;

    told_begin();
    good = launch_choice_read(&names);
    told = told_end();
    return good;
}

static const kernel *kernel_of(const char *name)
{
    static const char text[] = ".version 6.3\n.target sm_35\n.address_size 64\n.visible .entry one()\n{\n ret;\n}\n"
                               ".visible .entry two()\n{\n ret;\n}\n";
    static program *p;
    ptx_error error;

    if (!p)
        p = program_parse("choices.ptx", text, sizeof text - 1, &error);
    assert_non_null(p);
    return program_find(p, name, &error);
}

// Which of the launches one, one, two, one, two have timing, as five digits.
static void expect_timed(const char *first, const char *second, const char *want, const char *words)
{
    static const char *const launches[] = { "one", "one", "two", "one", "two" };
    char timed[6] = "";

    assert_true(read_names(first, second));
    for (unsigned i = 0; i < 5; i++) {
        timed[i] = launch_choice_timed(kernel_of(launches[i])) ? '1' : '0';
        assert_int_equal(launch_choice_timed(kernel_of(launches[i])), timed[i] == '1');     // asking counts nothing
        launch_choice_count(kernel_of(launches[i]));
    }
    assert_string_equal(timed, want);
    told_begin();
    launch_choice_end();
    told = told_end();
    assert_string_equal(told, words);
}

static void test_launches_with_timing(void **state)
{
    (void)state;
    expect_timed(NULL, NULL, "11111", "");
    expect_timed("one", NULL, "11010", "");
    expect_timed("one:2", NULL, "01000", "");
    expect_timed("two:2", "one:1", "10001", "");
    expect_timed("one:3", "one:1", "10010", "");
    expect_timed("one", "two", "11111", "");
    expect_timed("one:4", "two:1", "00100",
                 "warplock: notice: --kernel one: seen 3 launches of it, none was simulated with timing\n");
    expect_timed("three", NULL, "00000",
                 "warplock: notice: --kernel three: seen 0 launches of it, none was simulated with timing\n");
}

static void test_names_of_launches(void **state)
{
    static const char *const wrong[] = { "one:0", "one:x", "one:1x", ":1", "", "one:-1", "one: 1", "one:+1", "one:01", "one:0x1", "one:1e3", "one:",
                                         "one:18446744073709551617", "one:100000000000000000000000" };
    char long_name[258];

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(read_names("two", wrong[i]));
        assert_non_null(strstr(told, "expected NAME or NAME:K"));
    }
    memset(long_name, 'n', sizeof long_name);
    long_name[255] = 0;
    assert_true(read_names(long_name, NULL));
    long_name[255] = 'n', long_name[256] = 0;
    assert_false(read_names(long_name, NULL));
}

static bool read_environment(cli_options *options)
{
    bool good;

    told_begin();
    good = environment_options(options);
    told = told_end();
    return good;
}

static void test_variables_are_options(void **state)
{
    cli_options options;

    (void)state;
    assert_true(read_environment(&options));
    assert_string_equal(told, "");
    assert_int_equal(options.set.count, 0);
    setenv("WARPLOCK_SET", "gpu.sms=4  l1d.mshrs=8", 1);            // of a list each word
    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_FUNCTIONAL", "1", 1);
    setenv("WARPLOCK_COLD_L2", "0", 1);
    setenv("WARPLOCK_POLICY", "", 1);                               // as if it were not there
    setenv("WARPLOCK_MAX_CYCLES", "77", 1);
    assert_true(read_environment(&options));
    assert_int_equal(options.set.count, 2);
    assert_string_equal(options.set.words[0], "gpu.sms=4");
    assert_string_equal(options.set.words[1], "l1d.mshrs=8");
    assert_string_equal(options.machine, "oaws");
    assert_true(options.functional && !options.cold_l2 && options.max_cycles == 77);
    setenv("WARPLOCK_FUNCTIONAL", "yes", 1);
    assert_false(read_environment(&options));
    assert_string_equal(told, "warplock: WARPLOCK_FUNCTIONAL: seen `yes`, expected 1, or 0 as without it\n");
    setenv("WARPLOCK_FUNCTIONAL", "0", 1);
    setenv("WARPLOCK_MACHIN", "oaws", 1);
    setenv("WARP_LOCK", "x", 1);                                    // somebody else's
    assert_true(read_environment(&options));
    assert_string_equal(told, "warplock: notice: WARPLOCK_MACHIN in the environment is no variable of warplock; the nearest is "
                              "WARPLOCK_MACHINE\n");
}

static void test_reports(void **state)
{
    cli_options options = { .report = "", .csv = "" };
    run_record record = { 0 };

    (void)state;
    assert_null(environment_json());
    assert_false(program_report_wanted(&options));
    options.per_launch = true;
    assert_true(program_report_wanted(&options));
    options.per_launch = false;
    setenv("WARPLOCK_JSON", "", 1);
    assert_null(environment_json());
    setenv("WARPLOCK_JSON", "build/no-such-folder/json", 1);
    assert_string_equal(environment_json(), "build/no-such-folder/json");
    assert_true(program_report_wanted(&options));
    told_begin();
    bool checked = program_report_check(&options);
    told = told_end();
    assert_false(checked);
    assert_non_null(strstr(told, "WARPLOCK_JSON: build/no-such-folder/json: cannot be written"));
    told_begin();
    bool written = program_report_write(&options, &record);
    told = told_end();
    assert_false(written);
    assert_non_null(strstr(told, "WARPLOCK_JSON: build/no-such-folder/json: cannot be written"));
    unsetenv("WARPLOCK_JSON");
    assert_true(program_report_check(&options) && program_report_write(&options, &record));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launches_with_timing), cmocka_unit_test(test_names_of_launches),
        cmocka_unit_test(test_variables_are_options), cmocka_unit_test(test_reports),
    };

    for (char **at = environ; *at;) {                               // whatever the tests' own environment has
        char name[64];

        snprintf(name, sizeof name, "%.*s", (int)strcspn(*at, "="), *at);
        if (strncmp(name, "WARPLOCK_", 9) == 0)
            unsetenv(name);
        else
            at++;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
