// SPDX-License-Identifier: BSD-3-Clause
// Every word of refusals.def, met in PTX, gives its row's message; every feature stands in docs/frontend.md.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/frontend/program.h"

typedef enum { OPCODE, DOTTED, FUNCTION, FORM } kind;
static const struct { kind kind; const char *words, *feature, *instead; } rows[] = {
#define REFUSAL(kind, words, feature, instead) { kind, words, feature, instead },
#include "sim/frontend/refusals.def"
#undef REFUSAL
};
enum { ROWS = sizeof rows / sizeof *rows };

#define HEAD ".version 8.0\n.target sm_90\n.address_size 64\n"
#define BODY(text) HEAD ".visible .entry k()\n{ .reg .b32 %%r<3>; .reg .b64 %%rd<3>; " text "\n}\n"

// The text that meets the word, the words of the message in front of the row's.
static void meet(kind kind, const char *word, char text[static 512], char seen[static 200])
{
    switch (kind) {
    case OPCODE:
        snprintf(text, 512, BODY("%s.b32 %%r1, %%r2;"), word);
        snprintf(seen, 200, "t.ptx:5: \"%s\" found", word);
        break;
    case DOTTED:
        snprintf(text, 512, BODY("mov.%s %%r1, %%r2;"), word);
        snprintf(seen, 200, "t.ptx:5: \".%s\" found", word);
        break;
    case FUNCTION:
        snprintf(text, 512, HEAD ".extern .func %s();\n.entry k() { call %s; }", word, word);
        snprintf(seen, 200, "t.ptx:5: k calls %s", word);
        break;
    default:
        if (strcmp(word, "vector") == 0) {
            snprintf(text, 512, BODY(".reg .v4 .f32 %%v;"));
            snprintf(seen, 200, "t.ptx:5: a vector register found");
        } else {
            assert_string_equal(word, "reg");
            snprintf(text, 512, HEAD ".func f(.reg .u32 a) { ret; }\n");
            snprintf(seen, 200, "t.ptx:4: a .reg parameter found");
        }
    }
}

static void expect(const char *text, const char *seen, size_t row)
{
    char message[512];
    ptx_error error;
    program *p = program_parse("t.ptx", text, strlen(text), &error);
    if (p != NULL) {
        fail_msg("accepted: %s", text);
    }
    snprintf(message, sizeof message, "%s, not supported: %s; instead: %s", seen, rows[row].feature, rows[row].instead);
    assert_string_equal(error.text, message);
}

static void test_every_word(void **state)
{
    (void)state;
    for (size_t i = 0; i < ROWS; i++) {
        const char *words = rows[i].words;
        while (*words != '\0') {
            char word[64], text[512], seen[200];
            size_t length = strcspn(words, " ");
            snprintf(word, sizeof word, "%.*s", (int)length, words);
            if (word[length - 1] == '*') {
                strcpy(word + length - 1, "_x");
            }
            meet(rows[i].kind, word, text, seen);
            expect(text, seen, i);
            words += length + strspn(words + length, " ");
        }
    }
}

// In other places than statements.
static void test_declarations(void **state)
{
    (void)state;
    static const struct { const char *text, *seen, *word; } cases[] = {
        { HEAD ".entry k(.param .texref t) { ret; }", "t.ptx:4: \".texref\" found", "texref" },
        { HEAD ".global .samplerref t;", "t.ptx:4: \".samplerref\" found", "samplerref" },
        { HEAD ".entry k(.param .b128 h) { ret; }", "t.ptx:4: \".b128\" found", "b128" },
        { HEAD ".entry k() { .reg .f32x2 h; ret; }", "t.ptx:4: \".f32x2\" found", "f32x2" },
        { HEAD ".entry k() .reqnctapercluster 2 { ret; }", "t.ptx:4: \".reqnctapercluster\" found", "cluster" },
        { HEAD ".entry k() { .reg .b32 %r<3>; cp.async.bulk.commit_group; }", "t.ptx:4: \".bulk\" found",
          "async bulk" },
        { HEAD ".entry k() { .reg .b32 %r<3>; ld.shared::cluster.u32 %r1, [%r2]; }",
          "t.ptx:4: \".shared::cluster\" found", "cluster" },
        { HEAD ".entry k() { barrier.cluster.arrive; }", "t.ptx:4: \".cluster\" found", "cluster" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t row = 0;
        while (row < ROWS && strstr(rows[row].words, cases[i].word) == NULL) {
            row++;
        }
        if (strcmp(cases[i].word, "cluster") == 0) {
            for (row = 0; rows[row].kind != DOTTED || strncmp(rows[row].words, "cluster ", 8) != 0; row++) {
            }
        }
        expect(cases[i].text, cases[i].seen, row);
    }
}

static void test_documented(void **state)
{
    (void)state;
    static char page[1 << 16];
    FILE *f = fopen("docs/frontend.md", "rb");
    assert_non_null(f);
    page[fread(page, 1, sizeof page - 1, f)] = '\0';
    fclose(f);
    for (char *c = page; *c; c++) {
        if (*c == '\n') *c = ' ';
    }
    for (size_t i = 0; i < ROWS; i++) {
        if (strstr(page, rows[i].feature) == NULL) {
            fail_msg("docs/frontend.md lacks: %s", rows[i].feature);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_word), cmocka_unit_test(test_declarations), cmocka_unit_test(test_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
