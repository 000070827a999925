// SPDX-License-Identifier: BSD-3-Clause
// Draws a table with gnuplot, as sheet.gnuplot says.
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/campaign/sheet.h"
#include "sim/campaign/simulator/simulator.h"
#include "sim/report/number.h"
#include "tb/plain.h"

enum { PATH_ROOM = 4096 };

// In single quotes, in which gnuplot expands nothing. Invalid UTF-8, as of a name cut within a letter, stays out of the SVG.
static void put_quoted(const char *text, FILE *file)
{
    char *plain = plain_copy(text);

    fputc('\'', file);
    for (const char *at = plain; *at; at++)
        if (*at == '\'')
            fputs("''", file);
        else
            fputc(*at, file);
    fputc('\'', file);
    free(plain);
}

// In double quotes, as a table's field.
static void put_field(const char *text, FILE *file)
{
    char *plain = plain_copy(text);

    fputc('"', file);
    for (const char *at = plain; *at; at++)
        if (*at != '"' && *at != '\\')
            fputc(*at, file);
    fputc('"', file);
    free(plain);
}

static bool is_number(const char *text)
{
    char *end;

    strtod(text, &end);
    return end > text && !*end;
}

static void put_value(double value, FILE *file)
{
    fputc('\t', file);
    if (isfinite(value))
        number_put(file, value);
    else
        fputs("NaN", file);                     // a gap in a line
}

void sheet_script(const sheet *s, FILE *file)
{
    const carried_file script = carried_find("sim/campaign/sheet.gnuplot");
    size_t longest = 0;
    bool numbers = true;

    for (unsigned row = 0; row < s->n_rows; row++)
        numbers = numbers && is_number(s->rows[row]);
    for (unsigned column = 0; column < s->n_columns; column++)
        longest = strlen(s->columns[column]) > longest ? strlen(s->columns[column]) : longest;
    fputs("title = ", file);
    put_quoted(s->title, file);
    fputs("\nhead = ", file);
    put_quoted(s->head, file);
    fputs("\naxis = ", file);
    put_quoted(s->axis, file);
    fprintf(file, "\nrows = %u\ncolumns = %u\nlongest = %zu\nsweep = %d\nnumbers = %d\n", s->n_rows, s->n_columns,
            longest, s->sweep, numbers);
    fputs("$sheet << END_OF_SHEET\n", file);
    put_field(s->head, file);
    for (unsigned column = 0; column < s->n_columns; column++) {
        fputc('\t', file);
        put_field(s->columns[column], file);
    }
    for (unsigned row = 0; row < s->n_rows; row++) {
        fputc('\n', file);
        if (numbers)
            fputs(s->rows[row], file);
        else
            put_field(s->rows[row], file);
        for (unsigned column = 0; column < s->n_columns; column++)
            put_value(s->values[row][column], file);
    }
    fputs("\nEND_OF_SHEET\n", file);
    fwrite(script.begin, 1, (size_t)(script.end - script.begin), file);
}

// Finds gnuplot; false when it is not in PATH.
static bool find_gnuplot(char path[static PATH_ROOM])
{
    const char *folders = getenv("PATH");

    for (const char *at = folders ? folders : ""; *at; at += strcspn(at, ":"), at += *at == ':') {
        snprintf(path, PATH_ROOM, "%.*s/gnuplot", (int)strcspn(at, ":"), at);
        if (access(path, X_OK) == 0)
            return true;
    }
    return false;
}

bool sheet_svg_possible(void)
{
    char path[PATH_ROOM];

    return find_gnuplot(path);
}

// gnuplot reads and writes unnamed files; its warnings of columns without numbers are dropped.
static bool run_gnuplot(const char *path, FILE *script, FILE *picture)
{
    int status = -1, nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    pid_t child = fork();

    if (child == 0) {
        dup2(fileno(script), STDIN_FILENO);
        dup2(fileno(picture), STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        execl(path, "gnuplot", "-", (char *)NULL);
        _exit(127);
    }
    close(nowhere);
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

// gnuplot escapes only & and < of XML's special characters; `]]>` is in no text of XML.
static size_t copy_picture(FILE *from, FILE *to)
{
    size_t whole = 0;
    unsigned brackets = 0;
    int c;

    for (; (c = getc(from)) != EOF; whole++) {
        if (c == '>' && brackets >= 2)
            fputs("&gt;", to);
        else
            fputc(c, to);
        brackets = c == ']' ? brackets + 1 : 0;
    }
    return whole;
}

bool sheet_svg(const sheet *s, FILE *file)
{
    char path[PATH_ROOM];
    FILE *script = tmpfile(), *picture = tmpfile();
    size_t whole = 0;
    bool good = script && picture && find_gnuplot(path);

    if (good) {
        sheet_script(s, script);
        fflush(script);
        lseek(fileno(script), 0, SEEK_SET);
        good = run_gnuplot(path, script, picture);
        rewind(picture);
        whole = good ? copy_picture(picture, file) : 0;
    }
    if (script)
        fclose(script);
    if (picture)
        fclose(picture);
    return good && whole;
}
