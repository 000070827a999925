// SPDX-License-Identifier: BSD-3-Clause
// A table as text, Markdown, columns, CSV and a picture.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "tests/number.h"

#include "sim/campaign/sheet.h"

static void test_sheet(void **state)
{
    sheet *s = sheet_new("fig0", 2, "kernel", "A title");
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    sheet_column(s, "gto");
    sheet_column(s, "a long column");
    sheet_row(s, "atax");
    sheet_row(s, "mean divergent");
    s->values[0][0] = 1;
    s->values[1][1] = 12.345;
    snprintf(s->note, sizeof s->note, "A note.");
    sheet_print(s, file);
    sheet_markdown(s, file);
    sheet_data(s, file);
    fclose(file);
    assert_string_equal(text,
        "A title\n"
        "  kernel                gto  a long column\n"
        "  atax                 1.00              -\n"
        "  mean divergent          -          12.35\n"
        "A note.\n\n"
        "### A title\n\n"
        "| kernel | gto | a long column |\n"
        "| --- | ---: | ---: |\n"
        "| atax | 1.00 | - |\n"
        "| mean divergent | - | 12.35 |\n\n"
        "A note.\n\n"
        "![A title](fig0.svg)\n\n"
        "kernel\t\"gto\"\t\"a long column\"\n"
        "\"atax\"\t1.00\t-\n"
        "\"mean divergent\"\t-\t12.35\n");
    free(text);
    sheet_free(s);
}

static char *curve_of(unsigned rows, const char *const *names, const double (*values)[2], unsigned columns)
{
    sheet *s = sheet_new("ipc", 3, "l1d.mshrs", "ipc");
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    s->sweep = true;
    snprintf(s->axis, sizeof s->axis, "ipc (thread instructions a cycle)");
    for (unsigned column = 0; column < columns; column++)
        sheet_column(s, column ? "bfs" : "atax");
    for (unsigned row = 0; row < rows; row++) {
        sheet_row(s, names[row]);
        for (unsigned column = 0; column < columns; column++)
            s->values[row][column] = values[row][column];
    }
    sheet_print(s, file);
    fclose(file);
    sheet_free(s);
    return text;
}

// The curve comes before the table, its values named by the counter, their places by the key: as far apart as the key's values
// are. What has no value has no point.
static void test_curve(void **state)
{
    char *text = curve_of(4, (const char *const[]){"16", "32", "48", "96"}, (const double[][2]){{1, 3}, {2, 3}, {3, NAN}, {3, 1}}, 2);

    (void)state;
    assert_string_equal(text,
        "ipc (thread instructions a cycle)\n"
        "  3 | b...b   a..........a\n"
        "    |        .\n"
        "    |\n"
        "    |       .\n"
        "    |      .\n"
        "  2 |     a\n"
        "    |    .\n"
        "    |\n"
        "    |   .\n"
        "    |  .\n"
        "  1 | a                  b\n"
        "    +----------------------\n"
        "      16                96  l1d.mshrs\n"
        "  a atax\n"
        "  b bfs\n"
        "\n"
        "ipc\n"
        "  l1d.mshrs       atax        bfs\n"
        "  16             1.000      3.000\n"
        "  32             2.000      3.000\n"
        "  48             3.000          -\n"
        "  96             3.000      1.000\n"
        "\n");
    free(text);
}

// Words lie evenly; values that are all one in the middle; a table that is no sweep has no curve.
static void test_flat_curve(void **state)
{
    char *text = curve_of(3, (const char *const[]){"hash", "linear", "xor"}, (const double[][2]){{2.5}, {2.5}, {2.5}}, 1);

    (void)state;
    assert_non_null(strstr(text, "\n  2.5 | a......a......a\n"));
    assert_non_null(strstr(text, "\n        hash        xor  l1d.mshrs\n  a atax\n\nipc\n  l1d.mshrs       atax\n"));
    free(text);
}

// A curve has a letter for each of 26 columns, and says how many more there are.
static void test_more_columns_than_letters(void **state)
{
    sheet *s = sheet_new("t", 1, "limit", "T");
    char *text = NULL, name[16];
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    s->sweep = true;
    for (unsigned column = 0; column < 28; column++) {
        snprintf(name, sizeof name, "column%u", column);
        sheet_column(s, name);
    }
    for (unsigned row = 0; row < 2; row++) {
        sheet_row(s, row ? "2" : "1");
        for (unsigned column = 0; column < 28; column++)
            s->values[row][column] = column;
    }
    sheet_print(s, file);
    fclose(file);
    assert_non_null(strstr(text, "\n  z column25\n"));
    assert_non_null(strstr(text, "\n  the table has 2 more\n"));
    free(text);
    sheet_free(s);
}

// A cell of one run has no interval: its fields of a file are empty.
static void test_interval_of_one_run(void **state)
{
    sheet *s = sheet_new("t", 1, "kernel", "T");
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    s->spreads = true;
    sheet_column(s, "gto");
    sheet_row(s, "atax");
    sheet_row(s, "bfs");
    s->values[0][0] = s->values[1][0] = 2;
    s->halves[0][0] = NAN;
    s->halves[1][0] = 0.5;
    s->no_difference = NAN;
    sheet_csv(s, file);
    fclose(file);
    assert_non_null(strstr(text, "\natax,2,,\nbfs,2,0.5,\n"));
    free(text);
    sheet_free(s);
}

// Names and titles stay in their cells.
static void test_nasty_names(void **state)
{
    sheet *s = sheet_new("fig0", 1, "a|b", "one\ntwo");
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    sheet_column(s, "x,\"y\"");
    sheet_row(s, "c\\|d");
    s->values[0][0] = 2;
    sheet_markdown(s, file);
    sheet_csv(s, file);
    fclose(file);
    assert_string_equal(text,
        "### one two\n\n"
        "| a\\|b | x,\"y\" |\n"
        "| --- | ---: |\n"
        "| c\\\\\\|d | 2.0 |\n\n"
        "![one two](fig0.svg)\n\n"
        "a|b,\"x,\"\"y\"\"\"\n"
        "c\\|d,2\n");
    free(text);
    sheet_free(s);
}

// The picture, to be freed; NULL when there is none.
static char *picture(const sheet *s)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    bool drawn = sheet_svg(s, file);

    fclose(file);
    if (drawn)
        return text;
    free(text);
    return NULL;
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;

    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        n++;
    return n;
}

// Where gnuplot has put its marks from left to right; returns how many.
static unsigned marks(const char *text, double x[static 16])
{
    unsigned n = 0;

    for (const char *at = strstr(text, "' transform='translate("); at && n < 16; at = strstr(at + 1, "' transform='translate("))
        x[n++] = strtod(at + strlen("' transform='translate("), NULL);
    return n;
}

// Lines to scale, broken where a value is not there; bars; nothing of a name is markup, ends a text or is carried out.
static void test_picture(void **state)
{
    sheet *s = sheet_new("t", 1, "li'mit`false`", "A <title> & \"more\" 'so' `false` ]]> \xe2\x82");
    double x[16];
    char *text;

    (void)state;
    s->sweep = true;
    sheet_column(s, "a<b");
    for (unsigned i = 0; i < 5; i++) {
        unsigned row = sheet_row(s, (const char *const[]){ "1", "2", "4", "8", "9" }[i]);

        s->values[row][0] = i == 2 ? NAN : i;
    }
    text = picture(s);
    assert_non_null(text);
    assert_int_equal(marks(text, x), 4 + 1);                            // one of the legend, behind the others
    assert_number((x[2] - x[1]) / (x[1] - x[0]), 6, 0.05);         // 2 to 8 over 1 to 2
    assert_int_equal(count(text, "A &lt;title> &amp; \"more\" 'so' `false` ]]&gt; ??"), 1);
    assert_non_null(strstr(text, "a&lt;b"));
    assert_null(strstr(text, "<title> "));
    free(text);
    s->sweep = false;
    text = picture(s);
    assert_non_null(text);
    assert_int_equal(marks(text, x), 0);
    free(text);
    sheet_free(s);
}

// What gnuplot is told has no line of a name's own, and a gap where there is no number.
static void test_script(void **state)
{
    sheet *s = sheet_new("t", 1, "limit", "T\nsystem('false')");
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    sheet_column(s, "a\"b\tc\nEND_OF_SHEET");
    sheet_row(s, "1");
    snprintf(s->axis, sizeof s->axis, "cycles (core cycles)");
    sheet_script(s, file);
    fclose(file);
    assert_non_null(strstr(text, "axis = 'cycles (core cycles)'\n"));
    assert_non_null(strstr(text, "\nset ylabel axis\n"));
    assert_non_null(strstr(text, "title = 'T system(''false'')'\n"));
    assert_non_null(strstr(text, "\"limit\"\t\"ab c END_OF_SHEET\"\n1\tNaN\nEND_OF_SHEET\n"));
    free(text);
    sheet_free(s);
}

// A table with one number is drawn, one without any is not.
static void test_empty_pictures(void **state)
{
    static const double values[] = { NAN, INFINITY, 0, 5, -5 };

    (void)state;
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        sheet *s = sheet_new("t", 1, "limit", "T");
        char *text;

        s->sweep = i % 2;
        sheet_column(s, "a");
        sheet_row(s, "1");
        s->values[0][0] = values[i];
        text = picture(s);
        assert_true((text != NULL) == isfinite(values[i]));
        assert_true(!text || strstr(text, "</svg>") != NULL);
        free(text);
        sheet_free(s);
    }
}

// A gnuplot that is none draws nothing, and in a folder without one there is none.
static void test_no_gnuplot(void **state)
{
    char folder[200], path[240], *before = strdup(getenv("PATH"));
    sheet *s = sheet_new("t", 1, "limit", "T");
    FILE *file;

    (void)state;
    snprintf(folder, sizeof folder, "%s/test_sheet", getenv("BUILD") ? getenv("BUILD") : "build");
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/gnuplot", folder);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("\x7f" "ELF and no more", file);
    fclose(file);
    assert_int_equal(chmod(path, 0755), 0);
    sheet_column(s, "a");
    sheet_row(s, "1");
    s->values[0][0] = 1;
    setenv("PATH", folder, 1);
    assert_true(sheet_svg_possible());
    char *text = picture(s);
    assert_int_equal(remove(path), 0);
    assert_false(sheet_svg_possible());
    setenv("PATH", before, 1);
    assert_null(text);
    free(before);
    sheet_free(s);
}

// With a spread a column is as wide as its widest cell.
static void test_widths_of_spreads(void **state)
{
    sheet *s = sheet_new("id", 3, "kernel", "title");
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    (void)state;
    sheet_column(s, "one");
    sheet_row(s, "a");
    sheet_row(s, "b");
    sheet_set(s, 0, 0, &(spread){ 123456.5, 1234.25, 3 });
    sheet_set(s, 1, 0, &(spread){ 1, 0.5, 3 });
    sheet_print(s, file);
    fclose(file);
    if (!strstr(text, "  kernel                    one\n  a       123456.500 +-1234.250\n  b               1.000 +-0.500\n"))
        fail_msg("%s", text);
    free(text);
    sheet_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_more_columns_than_letters), cmocka_unit_test(test_interval_of_one_run), cmocka_unit_test(test_no_gnuplot),
        cmocka_unit_test(test_sheet), cmocka_unit_test(test_widths_of_spreads), cmocka_unit_test(test_curve), cmocka_unit_test(test_flat_curve), cmocka_unit_test(test_nasty_names), cmocka_unit_test(test_picture), cmocka_unit_test(test_script),
        cmocka_unit_test(test_empty_pictures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
