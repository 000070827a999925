// SPDX-License-Identifier: BSD-3-Clause
#include "tb/plain.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// Bytes of the UTF-8 character that the text begins with, 0 if it is invalid: overlong forms and surrogates are.
static unsigned character(const unsigned char *at, uint32_t *value)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned length = *at < 0x80 ? 1 : *at < 0xc0 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : *at < 0xf8 ? 4 : 0;

    *value = length < 2 ? *at : *at & (0x7fu >> length);
    for (unsigned i = 1; i < length; i++) {
        if ((at[i] & 0xc0) != 0x80)
            return 0;
        *value = *value << 6 | (at[i] & 0x3f);
    }
    return *value < least[length] || (*value >= 0xd800 && *value < 0xe000) || *value > 0x10ffff ? 0 : length;
}

unsigned plain_next(const char *text, char *as)
{
    uint32_t value;
    unsigned length = character((const unsigned char *)text, &value);
    bool control = value < ' ' || (value >= 0x7f && value < 0xa0);
    bool turns = (value >= 0x202a && value <= 0x202e) || (value >= 0x2066 && value <= 0x2069);

    *as = length == 0 || value == 0xfffe || value == 0xffff ? '?' : control || turns ? ' ' : 0;
    return length ? length : 1;
}

bool plain_is(const char *text)
{
    char as = 0;

    while (*text && !as)
        text += plain_next(text, &as);
    return !as;
}

static void blank(char *text, const char *kept)
{
    char as;

    for (unsigned length; *text; text += length) {
        length = plain_next(text, &as);
        if (as && !strchr(kept, *text))
            memset(text, as, length);
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

// In Markdown a bar would end a cell; these would begin HTML or a link.
static bool means_markup(const char *text)
{
    char behind = text[1];
    bool letter = (behind >= 'a' && behind <= 'z') || (behind >= 'A' && behind <= 'Z');

    return *text == '|' || *text == '\\' || (*text == ']' && behind == '(') ||
           (*text == '<' && (letter || behind == '/' || behind == '!' || behind == '?'));
}

static void put(FILE *file, const char *text, bool markdown)
{
    char as;

    for (unsigned length; *text; text += length) {
        length = plain_next(text, &as);
        if (markdown && means_markup(text))
            fputc('\\', file);
        for (unsigned i = 0; i < length; i++)
            fputc(as ? as : text[i], file);
    }
}

void plain_put(FILE *file, const char *text)
{
    put(file, text, false);
}

void plain_markdown(FILE *file, const char *text)
{
    put(file, text, true);
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
