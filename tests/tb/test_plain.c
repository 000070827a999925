// SPDX-License-Identifier: BSD-3-Clause
// Text from outside stays within its line: control characters become blanks, letters of any script stay; a cell of a
// Markdown table stays one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tb/plain.h"

static const char nasty[] = "a\nb\x1b[31mc\td\x7f" "e\xc2\x9b" "31mf \xc2\xa0\xc3\xa4\xe2\x82\xac";

static void what_is_plain(void **state)
{
    (void)state;
    assert_true(plain_is(""));
    assert_true(plain_is("swl-best \xc3\xa4 | \\"));
    assert_true(plain_is("\xc2\xa0\xe2\x80\x8f\xf4\x8f\xbf\xbd"));    // U+00A0, a mark that turns nothing, a large one
    assert_false(plain_is("a\n"));
    assert_false(plain_is("\x1b[2J"));
    assert_false(plain_is("a\x7f"));
    assert_false(plain_is("a\xc2\x9b"));                // U+009B begins a sequence as ESC [ does
    assert_false(plain_is("\xe2\x80\xae"));
    assert_false(plain_is("\xe2\x81\xa6"));
}

// No UTF-8: a piece of a character at the end and before another one, a form that is too long, half of a pair, beyond the last; and
// what no XML has.
static void what_no_parser_takes(void **state)
{
    static const char *const texts[][2] = {{"a\xc3", "a?"}, {"\xc3(", "?("}, {"\xff\xfe", "??"}, {"\xc0\xaf", "??"}, {"\xe0\x80\xaf", "???"},
                                           {"\xed\xa0\x80z", "???z"}, {"\xf4\x90\x80\x80", "????"}, {"\xf8\x88\x80\x80\x80", "?????"},
                                           {"\xef\xbf\xbe" "b", "???b"}, {"\xef\xbf\xbf", "???"}, {"\xe2\x80\xae" "c", "   c"}, {"\xe2\x82", "??"}};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        char *copy = plain_copy(texts[i][0]);

        assert_false(plain_is(texts[i][0]));
        assert_string_equal(copy, texts[i][1]);
        free(copy);
    }
}

static void controls_become_blanks(void **state)
{
    char line[sizeof nasty], lines[sizeof nasty], *copy = plain_copy(nasty);

    (void)state;
    strcpy(line, nasty);
    strcpy(lines, nasty);
    plain_line(line);
    plain_lines(lines);
    assert_string_equal(line, "a b [31mc d e  31mf \xc2\xa0\xc3\xa4\xe2\x82\xac");
    assert_string_equal(copy, line);
    free(copy);
    assert_string_equal(lines, "a\nb [31mc d e  31mf \xc2\xa0\xc3\xa4\xe2\x82\xac");
}

static void as_written(void **state)
{
    char *text = NULL;
    size_t size;
    FILE *file = open_memstream(&text, &size);

    (void)state;
    plain_put(file, "x|y\r\n\\z");
    fputc('\n', file);
    plain_markdown_row(file, (const char *[]){ "x|y\n\\z", "" }, 2);
    plain_markdown_row(file, (const char *[]){ "<b>a</b><!x<?y", "a < 3 <4 [1] [x](y)" }, 2);
    fclose(file);
    assert_string_equal(text, "x|y  \\z\n| x\\|y \\\\z |  |\n| \\<b>a\\</b>\\<!x\\<?y | a < 3 <4 [1] [x\\](y) |\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_plain), cmocka_unit_test(what_no_parser_takes), cmocka_unit_test(controls_become_blanks), cmocka_unit_test(as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
