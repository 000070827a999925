// SPDX-License-Identifier: BSD-3-Clause
// Machines from files: the user's and the bundled ones. The INI syntax is inih's, with limits that catch slips: a key
// may be given once per file, a line has at most 198 characters and no NUL, and there are no continuation lines.
#include "sim/machine/machine_rows.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <ini.h>

#include "sim/machine/bundled.h"
#include "sim/machine/nearest.h"
#include "tb/input_file.h"

enum { FILE_BYTES_MAX = 1 << 20 };

static const char machine_prefix[] = "sim/machine/";
static const char machine_suffix[] = ".ini";
enum { BUNDLED_MAX = 32 };                     // machines, at most

// An INI text on its way through inih.
typedef struct {
    machine       *m;
    char           where[128];              // "file:line"
    size_t         file_length;             // of the part of it that stays
    const char    *at, *end;
    unsigned       line;
    bool           failed;
    bool           given[MACHINE_ROWS];
    int            last;                    // row of the key before; -1: none
    machine_error *error;
} ini_source;

// Asked for at each key.
static const char *where_of(ini_source *source)
{
    char *at = source->where + source->file_length;
    unsigned above = 1;

    while (source->line / above > 9)
        above *= 10;
    for (; above; above /= 10)
        *at++ = (char)('0' + source->line / above % 10);
    *at = 0;
    return source->where;
}

// inih reports a section only with its first key: an empty unknown one would pass.
static bool known_section(ini_source *source, const char *line)
{
    char section[64];

    if (line[0] != '[')
        return true;
    snprintf(section, sizeof section, "%.*s", (int)strcspn(line + 1, "]\n"), line + 1);
    if (machine_has_section(section))
        return true;
    source->failed = true;
    return machine_fail_at_section(section, where_of(source), source->error);
}

// inih's fgets: one line a call, so that `line` is the number of the line that the handler sees.
static char *read_line(char *buffer, int size, void *context)
{
    ini_source *source = context;
    const char *newline, *stop;
    size_t length;

    if (source->failed || source->at == source->end)
        return NULL;
    source->line++;
    newline = memchr(source->at, '\n', (size_t)(source->end - source->at));
    stop = newline ? newline : source->end;
    if (memchr(source->at, 0, (size_t)(stop - source->at))) {
        source->failed = true;
        machine_fail(source->error, "%s: seen a NUL byte, expected text", where_of(source));
        return NULL;
    }
    while (source->line > 1 && source->at < stop && isspace((unsigned char)*source->at))
        source->at++;                   // inih would see a continuation in an indented line
    length = (size_t)(stop - source->at);
    if (length + 2 > (size_t)size) {
        source->failed = true;
        machine_fail(source->error, "%s: seen a line of %zu characters, expected at most %d", where_of(source), length, size - 2);
        return NULL;
    }
    memcpy(buffer, source->at, length);
    strcpy(buffer + length, "\n");
    source->at = newline ? newline + 1 : stop;
    return known_section(source, buffer) ? buffer : NULL;
}

static int take_key(void *context, const char *section, const char *key, const char *value)
{
    ini_source *source = context;
    const char *where = where_of(source);
    int row;

    row = machine_row(section, key, source->last, where, source->error);
    if (row >= 0 && source->given[row])
        row = -1, machine_fail(source->error, "%s: [%s] %s: given twice, expected once", where, section, key);
    source->failed = row < 0 || !machine_set_row(source->m, row, value, where, source->error);
    if (!source->failed)
        source->given[source->last = row] = true;
    return !source->failed;
}

static bool parse_text(machine *m, const char *file_name, const char *text, size_t length, machine_error *error)
{
    ini_source source = { .m = m, .at = text, .end = text + length, .last = -1, .error = error };
    int bad_line;

    source.file_length = (size_t)snprintf(source.where, sizeof source.where, "%.100s:", file_name);
    bad_line = ini_parse_stream(read_line, &source, take_key, &source);

    if (source.failed)
        return false;
    if (bad_line > 0)
        return machine_fail(error, "%.100s:%d: seen neither `[section]` nor `key = value`", file_name, bad_line);
    if (bad_line < 0)
        return machine_fail(error, "%.100s: out of memory", file_name);
    return true;
}

bool machine_parse(machine *m, const char *file_name, const char *text, size_t length, machine_error *error)
{
    machine_error checked;

    machine_defaults(m);
    if (!parse_text(m, file_name, text, length, error))
        return false;
    if (!machine_check(m, &checked))
        return machine_fail(error, "%.100s: %.380s", file_name, checked.text);
    return true;
}

static bool load_file(machine *m, const char *path, machine_error *error)
{
    const char *why;
    FILE *file = input_open(path, &why);
    char *text;
    size_t length;
    bool good;

    if (!file)
        return machine_fail(error, "%.200s: cannot be read: %s", path, why);
    text = malloc(FILE_BYTES_MAX + 1);
    if (!text)
        abort();
    length = fread(text, 1, FILE_BYTES_MAX + 1, file);
    if (ferror(file))
        good = machine_fail(error, "%.200s: cannot be read: %s", path, strerror(errno));
    else if (length > FILE_BYTES_MAX)
        good = machine_fail(error, "%.200s: seen more than %d bytes, expected an INI file", path, FILE_BYTES_MAX);
    else
        good = machine_parse(m, path, text, length, error);
    free(text);
    fclose(file);
    return good;
}

// A file's base name without .ini.
static void name_after(machine *m, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *base = slash ? slash + 1 : path;
    size_t length = strlen(base), suffix = strlen(machine_suffix);

    if (length > suffix && strcmp(base + length - suffix, machine_suffix) == 0)
        length -= suffix;
    snprintf(m->name, sizeof m->name, "%.*s", (int)(length < sizeof m->name ? length : sizeof m->name - 1), base);
}

// The name of a bundled machine; false for other bundled files.
static bool bundled_name(const bundled_file *file, char name[static 64])
{
    machine m;
    size_t prefix = strlen(machine_prefix);

    if (strncmp(file->path, machine_prefix, prefix) != 0)
        return false;
    name_after(&m, file->path);
    strcpy(name, m.name);
    return true;
}

bool machine_bundled(unsigned index, char name[static 64])
{
    for (const bundled_file *file = bundled_files; file->path; file++)
        if (bundled_name(file, name) && index-- == 0)
            return true;
    return false;
}

bool machine_load(machine *m, const char *name_or_path, machine_error *error)
{
    nearest_search search = { .wanted = name_or_path };
    char names[BUNDLED_MAX][64], list[512] = "";
    unsigned count = 0;

    for (const bundled_file *file = bundled_files; file->path && count < BUNDLED_MAX; file++) {
        if (!bundled_name(file, names[count]))
            continue;
        if (strcmp(names[count], name_or_path) == 0) {
            bool good = machine_parse(m, file->path, file->begin, (size_t)(file->end - file->begin), error);

            strcpy(m->name, names[count]);
            return good;
        }
        nearest_offer(&search, names[count]);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%.20s", count ? ", " : "", names[count]);
        count++;
    }
    if (!strchr(name_or_path, '/') && !strstr(name_or_path, machine_suffix))
        return machine_fail(error, "--machine: no machine `%.60s`; the nearest is %s; there are %s, and INI files (.ini)", name_or_path,
                    search.best ? search.best : "none", list);
    if (!load_file(m, name_or_path, error))
        return false;
    name_after(m, name_or_path);
    return true;
}

bool machine_says(unsigned index, char name[static 64], char words[static MACHINE_WORDS])
{
    for (const bundled_file *bundled = bundled_files; bundled->path; bundled++)
        if (bundled_name(bundled, name) && index-- == 0) {
            const size_t length = strcspn(bundled->begin, "\n");

            snprintf(words, MACHINE_WORDS, "%.*s", (int)(length > 2 ? length - 2 : 0), bundled->begin + 2);
            return true;
        }
    return false;
}
