// SPDX-License-Identifier: BSD-3-Clause
// Text and tables that keep to a width: as they are written where they fit, else narrower, broken into several, words whole.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/report/fit.h"
#include "sim/report/terminal.h"
#include "tests/sim/report/screen.h"

static void print(FILE *to, const void *text)
{
    fit f;

    fputs(text, fit_begin(&f, to));
    fit_end(&f);
}

static const char *fitted(const char *columns, const char *text)
{
    return screen(columns, print, text);
}

#define ROW(label, a, b, words) "  " label "     " FIT_RIGHT "   " a FIT_RIGHT "   " b FIT_LEFT "  " words "\n"
static const char table[] = ROW("    ", "  lrr", "  gto", "") ROW("ipc ", "1.000", "2.000", "thread instructions a cycle of the GPU")
                            ROW("hits", "   10", "  200", "at the L1D");

static void test_what_fits_is_as_written(void **state)
{
    (void)state;
    assert_string_equal(fitted("80", table), "                lrr     gto  \n"
                                             "  ipc         1.000   2.000  thread instructions a cycle of the GPU\n"
                                             "  hits           10     200  at the L1D\n");
    assert_string_equal(fitted("80", "a line\n\n  another\n"), "a line\n\n  another\n");
}

static void test_columns_become_narrow(void **state)
{
    (void)state;
    assert_string_equal(fitted("60", table), "          lrr    gto\n"
                                             "  ipc   1.000  2.000  thread instructions a cycle of the GPU\n"
                                             "  hits     10    200  at the L1D\n");
}

static void test_words_go_on_in_the_next_line(void **state)
{
    (void)state;
    assert_string_equal(fitted("44", table), "          lrr    gto\n"
                                             "  ipc   1.000  2.000  thread instructions a\n"
                                             "                      cycle of the GPU\n"
                                             "  hits     10    200  at the L1D\n");
    assert_string_equal(fitted("16", "  one two three four five\n"), "  one two three\n  four five\n");
}

// Two columns of words share what is left.
static void test_no_line_is_wider(void **state)
{
    static const char columns[] = "  ab" FIT_LEFT "  one two three four five six seven eight nine" FIT_LEFT "  ten eleven twelve thirteen fourteen fifteen\n"
                                  "  cd" FIT_LEFT "  one two three four five six seven eight nine" FIT_LEFT "  ten eleven twelve thirteen fourteen fifteen\n";
    (void)state;
    for (unsigned width = 40; width < 100; width++) {
        char wanted[8];
        snprintf(wanted, sizeof wanted, "%u", width);
        for (const char *line = fitted(wanted, columns); *line; line += strcspn(line, "\n") + 1)
            if (strcspn(line, "\n") > width)
                fail_msg("%zu characters of %u: %.*s", strcspn(line, "\n"), width, (int)strcspn(line, "\n"), line);
    }
}

static void test_tables_are_broken_with_their_labels(void **state)
{
    (void)state;
    assert_string_equal(fitted("30", table), "          lrr    gto\n"
                                             "  ipc   1.000  2.000\n"
                                             "  hits     10    200\n"
                                             "\n"
                                             "  ipc   thread instructions a\n"
                                             "        cycle of the GPU\n"
                                             "  hits  at the L1D\n");
}

static void test_labels_stand_above_where_there_is_no_room(void **state)
{
    (void)state;
    assert_string_equal(fitted("20", "  a label of words" FIT_RIGHT "  123456" FIT_RIGHT "  1234567890123\n"),
                        "  a label of words\n    123456\n\n  a label of words\n    1234567890123\n");
}

static void test_no_word_is_cut(void **state)
{
    (void)state;
    // The longest word of a column tells how narrow it may be, wherever it stands.
    assert_string_equal(fitted("40", "  x" FIT_LEFT " a /path/of/twenty/six/letters b c" FIT_RIGHT "  12345\n"),
                        "  x  a                             12345\n     /path/of/twenty/six/letters\n     b c\n");
    assert_string_equal(fitted("38", "  x" FIT_LEFT " a /path/of/twenty/six/letters b c" FIT_RIGHT "  12345\n"),
                        "  x  a /path/of/twenty/six/letters b c\n\n  x  12345\n");
    assert_string_equal(fitted("10", "see /a/path/longer/than/that now\n"), "see\n/a/path/longer/than/that\nnow\n");
    assert_string_equal(fitted("10", "  x" FIT_LEFT " /a/path/longer/than/that now\n"), "  x\n    /a/path/longer/than/that\n    now\n");
}

static void test_a_line_without_cells_spans_the_table(void **state)
{
    (void)state;
    assert_string_equal(fitted("16", "    " FIT_RIGHT "  lrr" FIT_RIGHT "     oaws\ncycles of all" FIT_RIGHT "\n"
                                     "  v " FIT_RIGHT "    1" FIT_RIGHT "  1234567\n"),
                        "     lrr\ncycles of all\n  v    1\n\n        oaws\ncycles of all\n  v  1234567\n");
}

static void test_tables_below_each_other_are_two(void **state)
{
    (void)state;
    assert_string_equal(fitted("18", "  a label" FIT_RIGHT "      12345\n" FIT_TABLE "  b      " FIT_LEFT "one two three\n"),
                        "  a label  12345\n  b  one two three\n");
}

static void test_no_width_is_80_and_a_file_has_none(void **state)
{
    static char line[200], *bytes;
    size_t length;
    FILE *file = open_memstream(&bytes, &length);
    fit f;

    (void)state;
    memset(line, 'a', 80);
    strcpy(line + 80, " b\n");
    assert_string_equal(fitted("", line) + 80, "\nb\n");
    assert_string_equal(fitted("0", line) + 80, "\nb\n");
    assert_string_equal(fitted("8o", "one two three four\n"), "one two three four\n");
    assert_string_equal(fitted("82", line), line);
    assert_string_equal(fitted("9", "one two three\n"), "one two\nthree\n");
    assert_string_equal(fitted("14", "one two three\n"), "one two three\n");
    setenv("COLUMNS", "10", 1);
    fputs(line, fit_begin(&f, file));
    fit_end(&f);
    fclose(file);
    assert_string_equal(bytes, line);
    free(bytes);
}

static void test_marks_take_no_room(void **state)
{
    (void)state;
    terminal_color(COLOR_ALWAYS);
    assert_string_equal(fitted("12", "  x " FIT_RIGHT "   " FIT_BEST "1.5" FIT_PLAIN FIT_RIGHT "  1.4\n"),
                        "  x  \033[1;32m1.5\033[0m\n\n  x  1.4\n");
    assert_string_equal(fitted("13", "  x " FIT_RIGHT "   " FIT_BEST "1.5" FIT_PLAIN FIT_RIGHT "  1.4\n"),
                        "  x  \033[1;32m1.5\033[0m  1.4\n");
    assert_string_equal(fitted("80", FIT_BAD "bad" FIT_PLAIN " good\n"), "\033[1;31mbad\033[0m good\n");
    terminal_color(COLOR_AUTO);
    assert_string_equal(fitted("80", FIT_BAD "bad" FIT_PLAIN " good\n"), "bad good\n");
}

// Whatever is written, nothing of it is lost, and nothing hangs: words of any width at any width.
static void test_any_text_at_any_width(void **state)
{
    static const char letters[] = "a  b\n" FIT_RIGHT FIT_LEFT FIT_TABLE "cde fgh";
    uint32_t seed = 1;

    (void)state;
    for (unsigned round = 0; round < 3000; round++) {
        char text[64], columns[16], wanted[64], seen[64];
        const char *out;
        unsigned n = 0, at = 0;

        for (unsigned i = 0; i < sizeof text - 1; i++) {
            seed = seed * 1664525 + 1013904223;
            text[i] = letters[(seed >> 16) % (sizeof letters - 1)];
        }
        text[sizeof text - 1] = 0;
        snprintf(columns, sizeof columns, "%u", 1 + round % 40);
        out = fitted(columns, text);
        for (const char *c = "abcdefgh"; *c; c++) {
            wanted[n++] = strchr(text, *c) ? *c : '-';
            seen[at++] = strchr(out, *c) ? *c : '-';
        }
        assert_memory_equal(wanted, seen, n);
        assert_null(strpbrk(out, FIT_RIGHT FIT_LEFT));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_fits_is_as_written),
        cmocka_unit_test(test_columns_become_narrow),
        cmocka_unit_test(test_words_go_on_in_the_next_line), cmocka_unit_test(test_no_line_is_wider),
        cmocka_unit_test(test_tables_are_broken_with_their_labels),
        cmocka_unit_test(test_labels_stand_above_where_there_is_no_room),
        cmocka_unit_test(test_no_word_is_cut),
        cmocka_unit_test(test_a_line_without_cells_spans_the_table),
        cmocka_unit_test(test_tables_below_each_other_are_two),
        cmocka_unit_test(test_no_width_is_80_and_a_file_has_none),
        cmocka_unit_test(test_marks_take_no_room),
        cmocka_unit_test(test_any_text_at_any_width),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
