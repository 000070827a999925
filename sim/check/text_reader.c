// SPDX-License-Identifier: BSD-3-Clause
#include "sim/check/text_reader.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "tb/whole_number.h"

bool refuse(const reader *in, const char *format, ...)
{
    int length = snprintf(in->error, RECORDED_ERROR, "%s:%zu: ", in->name, in->line);
    va_list arguments;
    va_start(arguments, format);
    if (length > 0 && length < RECORDED_ERROR)
        vsnprintf(in->error + length, RECORDED_ERROR - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

excerpt said(const char *at)
{
    excerpt e = {""};
    for (unsigned i = 0; i < 40 && at[i] && at[i] != '\n'; i++)
        e.text[i] = isprint((unsigned char)at[i]) ? at[i] : '?';
    return e;
}

bool next_line(reader *in)
{
    in->at += strcspn(in->at, "\n");
    in->at += *in->at == '\n';
    in->line++;
    return *in->at;
}

bool read_head(reader *in, const char *what, unsigned version)
{
    char expected[48];
    int length = snprintf(expected, sizeof expected, "warplock %s ", what);
    const char *end = in->at + length;
    uint64_t seen;
    in->line = 1;
    if (strncmp(in->at, expected, (size_t)length) != 0 || !whole_number_at(&end, 0, UINT64_MAX, &seen) || !line_ends(end))
        return refuse(in, "`%s`, expected `%s%u`", said(in->at).text, expected, version);
    if (seen != version)
        return refuse(in, "version %" PRIu64 ", expected %u: recorded by another version of warplock", seen, version);
    return true;
}

bool read_named(reader *in, const char *word, char *value, size_t size)
{
    size_t length = strlen(word), got;
    if (!next_line(in) || strncmp(in->at, word, length) != 0 || in->at[length] != ' ')
        return refuse(in, "`%s`, expected `%s ...`", said(in->at).text, word);
    got = strcspn(in->at + length + 1, "\n");
    if (got >= size)
        return refuse(in, "%zu characters behind `%s`, expected less than %zu", got, word, size);
    snprintf(value, size, "%.*s", (int)got, in->at + length + 1);
    return true;
}

bool read_number(const char **at, int base, uint64_t *value)
{
    const char *end = *at;
    if (base == 10 ? !whole_number_at(&end, 0, UINT64_MAX, value) : !hexadecimal_at(&end, value))
        return false;
    if (!line_ends(end) && *end != ' ' && *end != ',')
        return false;
    *at = end;
    return true;
}
