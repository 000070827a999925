// SPDX-License-Identifier: BSD-3-Clause
// See sim/trace/lines.h.
#include "sim/trace/lines.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool lines_open(lines *l, const char *path, trace_error *error)
{
    char why[200];

    memset(l, 0, offsetof(lines, buffer));
    l->path = path;
    l->error = error;
    l->next = l->limit = l->buffer;
    l->start = l->at = l->end = "\n";
    l->file = unpack_open(path, why, sizeof why);
    return l->file || lines_refuse(l, "%s", why);
}

void lines_close(lines *l)
{
    unpack_close(l->file);
    l->file = NULL;
}

bool lines_refuse(lines *l, const char *format, ...)
{
    char words[400];
    va_list list;

    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    if (!l->failed && l->error)
        snprintf(l->error->text, sizeof l->error->text, "%s: %s", l->path, words);
    l->failed = true;
    return false;
}

bool lines_fault_at(lines *l, uint64_t line, uint64_t column, const char *format, ...)
{
    char words[400];
    va_list list;

    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    if (!l->failed && l->error)
        snprintf(l->error->text, sizeof l->error->text, "%s:%" PRIu64 ":%" PRIu64 ": %s", l->path, line, column, words);
    l->failed = true;
    return false;
}

// An earlier error stays.
bool lines_end(lines *l, const char *expected) { return lines_fault_at(l, l->line + 1, 1, "the file ends, expected %s", expected); }

bool lines_fault(lines *l, const char *at, const char *format, ...)
{
    char words[400];
    va_list list;

    va_start(list, format);
    vsnprintf(words, sizeof words, format, list);
    va_end(list);
    return lines_fault_at(l, l->line, (uint64_t)(at - l->start + 1), "%s", words);
}

// The word at a place, made printable.
static void seen(const char *at, char *text, size_t size)
{
    size_t n = 0;

    if (*at == '\n' || (is_blank(*at) && *skip_blanks(at) == '\n')) {
        snprintf(text, size, "the end of the line");
        return;
    }
    text[n++] = '"';
    for (; !is_word_end(*at) && n + 6 < size; at++)
        n += (size_t)snprintf(text + n, size - n, isprint((unsigned char)*at) ? "%c" : "\\x%02x", (unsigned char)*at);
    snprintf(text + n, size - n, is_word_end(*at) ? "\"" : "...\"");
}

bool lines_mistake(lines *l, const char *at, const char *expected, ...)
{
    char words[300], word[48];
    va_list list;

    va_start(list, expected);
    vsnprintf(words, sizeof words, expected, list);
    va_end(list);
    seen(at, word, sizeof word);
    return lines_fault(l, at, "seen %s, expected %s", word, words);
}

// Reads more of the file after what is unread. False at its end.
static bool more(lines *l)
{
    size_t kept = (size_t)(l->limit - l->next);
    char why[200];
    long got;

    memmove(l->buffer, l->next, kept);
    l->next = l->buffer;
    l->limit = l->buffer + kept;
    got = unpack_read(l->file, l->limit, LINES_BUFFER - kept, why, sizeof why);
    if (got < 0)
        return lines_fault_at(l, l->line + 1, 1, "%s", why);
    l->limit += got;
    l->ended = got == 0;
    return got > 0;
}

// The last line of a file may end without '\n'.
static char *line_end(lines *l)
{
    size_t looked = 0;

    for (;;) {
        char *end = memchr(l->next + looked, '\n', (size_t)(l->limit - l->next) - looked);

        looked = (size_t)((end ? end : l->limit) - l->next);
        if (end && looked <= LINE_BYTES)
            return end;
        if (looked > LINE_BYTES) {
            l->line++;
            l->start = l->next;
            lines_fault(l, l->next, "seen a line of more than %d bytes, expected a line of a trace", LINE_BYTES);
            return NULL;
        }
        if (l->ended || !more(l)) {
            if (l->failed || l->limit == l->next)
                return NULL;
            *l->limit = '\n';
            return l->limit++;
        }
    }
}

bool lines_next(lines *l)
{
    for (char *end; !l->failed && (end = line_end(l)) != NULL; ) {
        l->line++;
        l->start = l->next;
        l->end = end;
        l->next = end + 1;
        l->at = skip_blanks(l->start);
        if (*l->at != '\n')
            return true;
    }
    return false;
}

bool take_decimal(const char **at, uint64_t most, uint64_t *number)
{
    const char *p = *at;
    uint64_t n = 0;

    if (*p < '0' || *p > '9')
        return false;
    for (; *p >= '0' && *p <= '9'; p++) {
        unsigned digit = (unsigned)(*p - '0');

        if (digit > most || n > (most - digit) / 10)
            return false;
        n = n * 10 + digit;
    }
    if (!is_word_end(*p))
        return false;
    *number = n;
    *at = skip_blanks(p);
    return true;
}

bool take_signed(const char **at, int64_t *number)
{
    bool minus = **at == '-';
    const char *p = *at + minus;
    uint64_t n;

    if (!take_decimal(&p, INT64_MAX, &n))
        return false;
    *number = minus ? -(int64_t)n : (int64_t)n;
    *at = p;
    return true;
}

// The value of a hexadecimal digit + 1; 0: not a digit.
static const uint8_t hex_digits[256] = {
    ['0'] = 1,  ['1'] = 2,  ['2'] = 3,  ['3'] = 4,  ['4'] = 5,  ['5'] = 6,  ['6'] = 7,  ['7'] = 8,  ['8'] = 9,
    ['9'] = 10, ['a'] = 11, ['b'] = 12, ['c'] = 13, ['d'] = 14, ['e'] = 15, ['f'] = 16, ['A'] = 11, ['B'] = 12,
    ['C'] = 13, ['D'] = 14, ['E'] = 15, ['F'] = 16
};

bool take_hex(const char **at, unsigned digits, uint64_t *number)
{
    const char *p = *at + ((*at)[0] == '0' && ((*at)[1] == 'x' || (*at)[1] == 'X') ? 2 : 0), *first = p;
    uint64_t n = 0;
    unsigned digit;

    while ((digit = hex_digits[(uint8_t)*p]) != 0 && p - first < (ptrdiff_t)digits) {
        n = n << 4 | (digit - 1);
        p++;
    }
    if (p == first || !is_word_end(*p))
        return false;
    *number = n;
    *at = skip_blanks(p);
    return true;
}

bool take_text(const char **at, const char *text)
{
    const char *p = *at;

    for (; *text; p++, text++)
        if (*p != *text)
            return false;
    *at = skip_blanks(p);
    return true;
}
