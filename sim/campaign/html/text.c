// SPDX-License-Identifier: BSD-3-Clause
// Escapes text for the page and its JSON; see sim/campaign/html/html.h.
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/html/html.h"
#include "sim/report/number.h"

// Bytes of the character at `text`, at most `left`; 0: not UTF-8 (RFC 3629: no overlong form, no surrogate, nothing beyond
// U+10FFFF).
static size_t character_length(const unsigned char *text, size_t left)
{
    size_t length = text[0] < 0x80 ? 1 : text[0] < 0xc2 ? 0 : text[0] < 0xe0 ? 2 : text[0] < 0xf0 ? 3
                  : text[0] < 0xf5 ? 4 : 0;

    if (length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
        (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
        return 0;
    return length;
}

json_t *html_string(const char *text, size_t length)
{
    static const char unknown[] = "\xef\xbf\xbd";       // U+FFFD
    char *good = malloc(3 * length + 1);
    size_t at = 0;
    json_t *string;

    if (!good)
        abort();
    for (size_t i = 0; i < length;) {
        size_t own = character_length((const unsigned char *)text + i, length - i);

        memcpy(good + at, own ? text + i : unknown, own ? own : 3);
        at += own ? own : 3;
        i += own ? own : 1;
    }
    string = json_stringn(good, at);
    free(good);
    return string;
}

json_t *html_words(const char *text)
{
    return html_string(text, strlen(text));
}

json_t *html_number(double number)
{
    if (isnan(number) || isinf(number))
        return json_null();
    if (number == floor(number) && fabs(number) < 9e15)         // 2^53: beyond it a double skips integers
        return json_integer((json_int_t)number);
    return json_real(number);
}

// In JSON these three occur only inside strings.
void html_json(const json_t *data, FILE *file)
{
    char *text = json_text(data, JSON_COMPACT | JSON_ENSURE_ASCII);

    for (const char *c = text; *c; c++) {
        if (*c == '<' || *c == '>' || *c == '&')
            fprintf(file, "\\u%04x", (unsigned)*c);
        else
            putc(*c, file);
    }
    free(text);
}
