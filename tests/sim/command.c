// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <cmocka.h>

static FILE *start(const char *before, const char *arguments, va_list list, const char *after, char *line, size_t size)
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    int         length = snprintf(line, size, "COLUMNS=1000 %s/warplock %s", build, before);   // tables in one piece
    length += vsnprintf(line + length, size - (size_t)length, arguments, list);
    assert_true((size_t)length + strlen(after) < size);
    strcat(line, after);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    return pipe;
}

json_t *command_json(int want_status, const char *arguments, ...)
{
    char    line[2048];
    va_list list;
    va_start(list, arguments);
    FILE *pipe = start("run --json ", arguments, list, "", line, sizeof line);
    va_end(list);
    json_error_t error;
    json_t      *array = json_loadf(pipe, 0, &error);
    const int    status = pclose(pipe);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != want_status)
        fail_msg("%s: exit status %d, wanted %d", line, WIFEXITED(status) ? WEXITSTATUS(status) : -1, want_status);
    if (!array) fail_msg("%s: %s", line, error.text);
    return array;
}

char *command_text(int *status, const char *arguments, ...)
{
    char    line[2048];
    va_list list;
    va_start(list, arguments);
    FILE *pipe = start("", arguments, list, " 2>&1", line, sizeof line);
    va_end(list);
    char  *text = NULL;
    size_t length = 0, room = 0, got;
    do {
        if (length + 4096 > room) text = realloc(text, room = 2 * room + 8192);
        got = fread(text + length, 1, 4095, pipe);
        length += got;
    } while (got > 0);
    text[length] = '\0';
    const int wait_status = pclose(pipe);
    *status = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -1;
    return text;
}

double command_number(const json_t *run, const char *group, const char *member)
{
    const json_t *value = json_object_get(group ? json_object_get(run, group) : run, member);
    if (!json_is_number(value)) fail_msg("no number %s%s%s", group ? group : "", group ? "." : "", member);
    return json_number_value(value);
}
