// SPDX-License-Identifier: BSD-3-Clause
#include "sim/report/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Writes the exponent as JSON does: 1e20, 1.5e-7.
static void shorten_exponent(char *text)
{
    char *to = strchr(text, 'e'), *from;

    if (!to)
        return;
    from = ++to;
    if (*from == '-')
        to = ++from;
    else if (*from == '+')
        from++;
    from += strspn(from, "0");
    memmove(to, from, strlen(from) + 1);
}

enum { TOLD_APART = 15 };             // digits

// Fifteen digits distinguish any two shorter numbers; subnormals start at one.
const char *number_exact(double number, char text[static NUMBER_TEXT])
{
    text[0] = 0;
    if (isnan(number))
        return text;
    for (int digits = isnormal(number) ? TOLD_APART : 1; digits <= 17; digits++) {
        snprintf(text, NUMBER_TEXT, "%.*g", digits, number);
        if (digits == 17 || strtod(text, NULL) == number)
            break;
    }
    shorten_exponent(text);
    return text;
}

void number_put(FILE *file, double number)
{
    char text[NUMBER_TEXT];

    fputs(number_exact(number, text), file);
}

static json_t *decode(const char *text, size_t flags)
{
    return text[0] && !text[strspn(text, "0123456789.eE+-")] ? json_loads(text, JSON_DECODE_ANY | flags, NULL) : NULL;
}

json_t *number_json(const char *text) { return decode(text, 0); }

bool number_real(const char *text, double *number)
{
    json_t *value = decode(text, JSON_DECODE_INT_AS_REAL);
    const bool good = value != NULL;

    if (good)
        *number = json_real_value(value);
    json_decref(value);
    return good;
}

// The output of jansson, which writes all numbers with the same number of digits.
typedef struct {
    FILE    *file;
    bool     in_string, escaped;
    char     number[NUMBER_TEXT];           // 17 digits with sign, point and exponent
    unsigned digits;                        // characters in the number
} json_stream;

static bool is_of_number(const json_stream *s, char c)
{
    return (c >= '0' && c <= '9') || c == '-' || (s->digits && strchr("+.eE", c));
}

// With a point and no more than fifteen digits in all, which seventeen would have shown.
static bool is_shortest(const char *number)
{
    return strchr(number, '.') && !number[strspn(number, "0123456789.-")] && strlen(number) <= TOLD_APART + sizeof "." - 1;
}

static void put_number(json_stream *s)
{
    char text[NUMBER_TEXT];

    s->number[s->digits] = 0;
    if (is_shortest(s->number)) {
        fputs(s->number, s->file);
    } else if (strpbrk(s->number, ".eE")) {
        number_exact(strtod(s->number, NULL), text);
        fprintf(s->file, "%s%s", text, strpbrk(text, ".e") ? "" : ".0");
    } else {
        fputs(s->number, s->file);
    }
    s->digits = 0;
}

// How many characters, none of which opens or ends anything, go out as they come: within a string, all but quotes and escapes.
static size_t copied(const json_stream *s, const char *from, const char *end)
{
    const char *c = from;

    if (s->in_string)
        while (c < end && *c != '"' && *c != '\\')
            c++;
    else
        while (c < end && (*c == ' ' || *c == '\n'))
            c++;
    return (size_t)(c - from);
}

static int put_json(const char *text, size_t length, void *stream)
{
    json_stream *s = stream;

    for (const char *c = text; c < text + length; c++) {
        const size_t plain = s->digits || s->escaped ? 0 : copied(s, c, text + length);
        if (plain) {
            fwrite_unlocked(c, 1, plain, s->file);
            c += plain - 1;
            continue;
        }
        if (is_of_number(s, *c)) {
            s->number[s->digits++] = *c;
            continue;
        }
        if (s->digits)
            put_number(s);
        putc_unlocked(*c, s->file);
        if (*c == '"' && !s->escaped)
            s->in_string = !s->in_string;
        s->escaped = s->in_string && *c == '\\' && !s->escaped;
    }
    return 0;
}

void json_print(const json_t *json, size_t flags, FILE *file)
{
    json_stream s = { .file = file };

    json_dump_callback(json, put_json, &s, flags | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
    if (s.digits)
        put_number(&s);
}

char *json_text(const json_t *json, size_t flags)
{
    char *text = NULL;
    size_t size;
    FILE *file = json ? open_memstream(&text, &size) : NULL;

    if (json && !file)
        abort();
    if (!file)
        return NULL;
    json_print(json, flags, file);
    fclose(file);
    return text;
}
