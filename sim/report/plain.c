// SPDX-License-Identifier: BSD-3-Clause
#include "sim/report/plain.h"

#include <stdlib.h>
#include <string.h>

// Bytes of the control character that the text begins with, 0 if it begins with another one.
static unsigned control(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    if (*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0)
        return 2;
    return (*at && *at < ' ') || *at == 0x7f;
}

bool plain_is(const char *text)
{
    while (*text && !control(text))
        text++;
    return !*text;
}

static void blank(char *text, const char *kept)
{
    for (unsigned length; *text; text += length ? length : 1) {
        length = strchr(kept, *text) ? 0 : control(text);
        memset(text, ' ', length);
    }
}

void plain_line(char *text)
{
    blank(text, "");
}

char *plain_copy(const char *text)
{
    char *copy = strdup(text);

    if (!copy)
        abort();
    plain_line(copy);
    return copy;
}

void plain_lines(char *text)
{
    blank(text, "\n");
}

static void put(FILE *file, const char *text, const char *escaped)
{
    for (unsigned length; *text; text += length ? length : 1) {
        length = control(text);
        if (strchr(escaped, *text))
            fputc('\\', file);
        fputc(length ? ' ' : *text, file);
    }
}

void plain_put(FILE *file, const char *text)
{
    put(file, text, "");
}

void plain_markdown(FILE *file, const char *text)
{
    put(file, text, "|\\");
}

void plain_markdown_row(FILE *file, const char *const *cells, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        fputs("| ", file);
        plain_markdown(file, cells[i]);
        fputc(' ', file);
    }
    fputs("|\n", file);
}
