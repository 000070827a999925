// SPDX-License-Identifier: BSD-3-Clause
#include "tb/shell.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

static bool is_plain(const char *word)
{
    const char *at = word;

    while (isalnum((unsigned char)*at) || (*at && strchr("-_./=,:+@%", *at)))
        at++;
    return *word && !*at;
}

void shell_print(FILE *file, const char *word)
{
    if (is_plain(word)) {
        fputs(word, file);
        return;
    }
    fputc('\'', file);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", file);
        else
            fputc(*word, file);
    fputc('\'', file);
}

void shell_line(char *to, size_t room, unsigned count, const char *const *words)
{
    FILE *file = fmemopen(to, room, "w");

    to[0] = to[room - 1] = 0;
    for (unsigned i = 0; file && i < count; i++) {
        if (i > 0)
            fputc(' ', file);
        shell_print(file, words[i]);
    }
    if (file)
        fclose(file);
    to[room - 1] = 0;
}
