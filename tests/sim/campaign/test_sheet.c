// A table as text, Markdown, columns, CSV and a picture.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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

static char *written(const sheet *s, void (*write)(const sheet *, FILE *))
{
    static char *text;
    static size_t length;
    FILE *file = open_memstream(&text, &length);

    write(s, file);
    fclose(file);
    return text;
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;

    for (const char *at = strstr(text, what); at; at = strstr(at + 1, what))
        n++;
    return n;
}

// Lines to scale, broken where a value is not there; bars; nothing of a name is markup.
static void test_picture(void **state)
{
    sheet *s = sheet_new("t", 1, "limit", "A <title> & more");
    char *text;

    (void)state;
    s->sweep = true;
    sheet_column(s, "a<b");
    for (unsigned i = 0; i < 5; i++) {
        unsigned row = sheet_row(s, (const char *const[]){ "1", "2", "4", "8", "9" }[i]);

        s->values[row][0] = i == 2 ? NAN : i;
    }
    text = written(s, sheet_svg);
    assert_int_equal(count(text, "<circle"), 4 + 1);                    // and one of the legend
    assert_int_equal(count(text, " M"), 2);
    assert_non_null(strstr(text, "M100.0 390.0 L175.0 305.0 M625.0 135.0 L700.0 50.0"));       // 20 to 620 pixels for 1 to 9
    assert_null(strstr(text, "<title> "));
    assert_non_null(strstr(text, "a&#60;b"));
    free(text);
    s->sweep = false;
    text = written(s, sheet_svg);
    assert_int_equal(count(text, "<rect"), 1 + 1 + 4 + 1);              // ground, frame, bars, legend
    free(text);
    sheet_free(s);
}

// A table without a number, or of one, is drawn too.
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
        text = written(s, sheet_svg);
        assert_non_null(strstr(text, "</svg>"));
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        free(text);
        sheet_free(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sheet), cmocka_unit_test(test_picture), cmocka_unit_test(test_empty_pictures),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
