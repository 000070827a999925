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

#include "sim/report/plain.h"

static const char nasty[] = "a\nb\x1b[31mc\td\x7f" "e\xc2\x9b" "31mf \xc2\xa0\xc3\xa4\xe2\x82\xac";

static void what_is_plain(void **state)
{
    (void)state;
    assert_true(plain_is(""));
    assert_true(plain_is("swl-best \xc3\xa4 | \\"));
    assert_true(plain_is("\xc2\xa0\xc2"));              // U+00A0 and a piece of a character are none
    assert_false(plain_is("a\n"));
    assert_false(plain_is("\x1b[2J"));
    assert_false(plain_is("a\x7f"));
    assert_false(plain_is("a\xc2\x9b"));                // U+009B begins a sequence as ESC [ does
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
    fclose(file);
    assert_string_equal(text, "x|y  \\z\n| x\\|y \\\\z |  |\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_plain), cmocka_unit_test(controls_become_blanks), cmocka_unit_test(as_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
