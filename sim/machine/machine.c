// SPDX-License-Identifier: BSD-3-Clause
// Reads, overrides and prints machines. Rows come from machine.def; the INI syntax is inih's, with these narrowings
// that keep a slip from passing silently: a key may be given once per file, a line holds at most 198 characters and no
// NUL, and there are no continuation lines. Geometry rules that involve several keys stand in check.c.
#include "sim/machine/machine.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <ini.h>

#include "sim/machine/bundled.h"
#include "sim/machine/nearest.h"
#include "tb/hash.h"
#include "tb/input_file.h"

typedef enum { ROW_SECTION, ROW_NUMBER, ROW_CHOICE, ROW_TEXT } row_kind;

typedef struct {
    row_kind    kind;
    const char *section, *key;
    size_t      offset;
    uint32_t    number, low, high;      // number: default, of a CHOICE too
    const char *text;                   // TEXT: default
    const char *choices;                // CHOICE: "first|second"
    const char *unit, *help;
} row;

static const row rows[] = {
#define CHOICE_WORD(value, word) "|" #word
#define SECTION(section, help) { ROW_SECTION, #section, NULL, 0, 0, 0, 0, NULL, NULL, NULL, help },
#define NUMBER(section, key, initial, low, high, unit, help) \
    { ROW_NUMBER, #section, #key, offsetof(machine, section.key), initial, low, high, NULL, NULL, unit, help },
#define CHOICE(section, key, initial, words, help) \
    { ROW_CHOICE, #section, #key, offsetof(machine, section.key), initial, 0, 0, NULL, words(CHOICE_WORD) + 1, NULL, help },
#define TEXT(section, key, initial, help) \
    { ROW_TEXT, #section, #key, offsetof(machine, section.key), 0, 0, 0, initial, NULL, NULL, help },
#include "sim/machine/machine.def"
#undef CHOICE_WORD
};

enum { ROWS = sizeof rows / sizeof rows[0], FILE_BYTES_MAX = 1 << 20 };

static const char machine_prefix[] = "sim/machine/";
static const char machine_suffix[] = ".ini";

__attribute__((format(printf, 2, 3)))
static bool fail(machine_error *error, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return false;
}

static uint32_t *number_of(machine *m, const row *r)
{
    return (uint32_t *)((char *)m + r->offset);
}

static char *text_of(machine *m, const row *r)
{
    return (char *)m + r->offset;
}

// Index of `name` among "first|second|third"; -1 if it is none of them.
static int choice_index(const char *choices, const char *name, size_t length)
{
    int index = 0;

    for (const char *at = choices;; index++) {
        size_t here = strcspn(at, "|");

        if (here == length && memcmp(at, name, length) == 0)
            return index;
        if (!at[here])
            return -1;
        at += here + 1;
    }
}

static void choice_name(const char *choices, uint32_t index, char name[static 32])
{
    while (index-- > 0)
        choices += strcspn(choices, "|") + 1;
    snprintf(name, 32, "%.*s", (int)strcspn(choices, "|"), choices);
}

void machine_defaults(machine *m)
{
    memset(m, 0, sizeof *m);
    strcpy(m->name, "gtx480");
    for (const row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == ROW_NUMBER || r->kind == ROW_CHOICE)
            *number_of(m, r) = r->number;
        else if (r->kind == ROW_TEXT)
            snprintf(text_of(m, r), MACHINE_TEXT, "%s", r->text);
    }
}

// The row of [section] key; NULL when there is none.
static const row *row_of(const char *section, const char *key)
{
    for (const row *r = rows; r < rows + ROWS; r++)
        if (r->kind != ROW_SECTION && strcmp(r->key, key) == 0 && strcmp(r->section, section) == 0)
            return r;
    return NULL;
}

static bool is_section(const char *name)
{
    for (const row *r = rows; r < rows + ROWS; r++)
        if (r->kind == ROW_SECTION && strcmp(r->section, name) == 0)
            return true;
    return false;
}

// Messages with the nearest known name, which is looked for only then.
static bool fail_at_section(const char *section, const char *where, machine_error *error)
{
    nearest_search sections = { .wanted = section };

    for (const row *r = rows; r < rows + ROWS; r++)
        if (r->kind == ROW_SECTION)
            nearest_offer(&sections, r->section);
    return fail(error, "%s: unknown section [%.40s]; the nearest is [%s]", where, section, sections.best);
}

static void fail_at_name(const char *section, const char *key, const char *where, machine_error *error)
{
    nearest_search keys = { .wanted = key };

    for (const row *r = rows; r < rows + ROWS; r++)
        if (r->kind != ROW_SECTION && strcmp(r->section, section) == 0)
            nearest_offer(&keys, r->key);
    if (!section[0])
        fail(error, "%s: seen the key `%.40s` before any [section]", where, key);
    else if (!is_section(section))
        fail_at_section(section, where, error);
    else
        fail(error, "%s: [%s] has no key `%.40s`; the nearest is `%s`", where, section, key, keys.best);
}

static const row *find_row(const char *section, const char *key, const char *where, machine_error *error)
{
    const row *found = row_of(section, key);

    if (!found)
        fail_at_name(section, key, where, error);
    return found;
}

static bool set_number(machine *m, const row *r, const char *value, const char *where, machine_error *error)
{
    size_t digits = strspn(value, "0123456789");
    unsigned long number;

    if (digits == 0 || digits > 9 || value[digits])
        return fail(error, "%s: [%s] %s: seen `%.40s`, expected a whole number of %s from %u to %u", where, r->section,
                    r->key, value, r->unit, r->low, r->high);
    number = strtoul(value, NULL, 10);
    if (number < r->low || number > r->high)
        return fail(error, "%s: [%s] %s: seen %lu, expected %u to %u %s", where, r->section, r->key, number, r->low,
                    r->high, r->unit);
    *number_of(m, r) = (uint32_t)number;
    return true;
}

static bool set_value(machine *m, const row *r, const char *value, const char *where, machine_error *error)
{
    char nearest[NEAREST_WORD];
    int index;

    switch (r->kind) {
    case ROW_NUMBER:
        return set_number(m, r, value, where, error);
    case ROW_CHOICE:
        index = choice_index(r->choices, value, strlen(value));
        if (index < 0)
            return fail(error, "%s: [%s] %s: seen `%.40s`; the nearest is %s; expected one of %s", where, r->section, r->key,
                        value, nearest_of(value, r->choices, "|", nearest), r->choices);
        *number_of(m, r) = (uint32_t)index;
        return true;
    default:
        if (strlen(value) >= MACHINE_TEXT)
            return fail(error, "%s: [%s] %s: seen %zu characters, expected at most %d", where, r->section, r->key,
                        strlen(value), MACHINE_TEXT - 1);
        snprintf(text_of(m, r), MACHINE_TEXT, "%s", value);
        return true;
    }
}

// An INI text on its way through inih.
typedef struct {
    machine       *m;
    const char    *file_name;
    const char    *at, *end;
    int            line;
    bool           failed;
    bool           given[ROWS];
    machine_error *error;
} ini_source;

static void where_of(const ini_source *source, char where[static 128])
{
    snprintf(where, 128, "%.100s:%d", source->file_name, source->line);
}

// inih reports a section only with its first key: an empty unknown one would pass.
static bool known_section(ini_source *source, const char *line)
{
    char where[128], section[64];

    if (line[0] != '[')
        return true;
    snprintf(section, sizeof section, "%.*s", (int)strcspn(line + 1, "]\n"), line + 1);
    if (is_section(section))
        return true;
    where_of(source, where);
    source->failed = true;
    return fail_at_section(section, where, source->error);
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
        fail(source->error, "%.100s:%d: seen a NUL byte, expected text", source->file_name, source->line);
        return NULL;
    }
    while (source->line > 1 && source->at < stop && isspace((unsigned char)*source->at))
        source->at++;                   // inih would take an indented line for a continuation
    length = (size_t)(stop - source->at);
    if (length + 2 > (size_t)size) {
        source->failed = true;
        fail(source->error, "%.100s:%d: seen a line of %zu characters, expected at most %d", source->file_name,
             source->line, length, size - 2);
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
    char where[128];
    const row *r;

    if (source->failed)
        return 0;
    where_of(source, where);
    r = find_row(section, key, where, source->error);
    if (r && source->given[r - rows])
        r = NULL, fail(source->error, "%s: [%s] %s: given twice, expected once", where, section, key);
    source->failed = !r || !set_value(source->m, r, value, where, source->error);
    if (!source->failed)
        source->given[r - rows] = true;
    return !source->failed;
}

static bool parse_text(machine *m, const char *file_name, const char *text, size_t length, machine_error *error)
{
    ini_source source = { .m = m, .file_name = file_name, .at = text, .end = text + length, .error = error };
    int bad_line = ini_parse_stream(read_line, &source, take_key, &source);

    if (source.failed)
        return false;
    if (bad_line > 0)
        return fail(error, "%.100s:%d: seen neither `[section]` nor `key = value`", file_name, bad_line);
    if (bad_line < 0)
        return fail(error, "%.100s: out of memory", file_name);
    return true;
}

bool machine_parse(machine *m, const char *file_name, const char *text, size_t length, machine_error *error)
{
    machine_error checked;

    machine_defaults(m);
    if (!parse_text(m, file_name, text, length, error))
        return false;
    if (!machine_check(m, &checked))
        return fail(error, "%.100s: %.380s", file_name, checked.text);
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
        return fail(error, "%.200s: cannot be read: %s", path, why);
    text = malloc(FILE_BYTES_MAX + 1);
    if (!text)
        abort();
    length = fread(text, 1, FILE_BYTES_MAX + 1, file);
    if (ferror(file))
        good = fail(error, "%.200s: cannot be read: %s", path, strerror(errno));
    else if (length > FILE_BYTES_MAX)
        good = fail(error, "%.200s: seen more than %d bytes, expected an INI file", path, FILE_BYTES_MAX);
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
    char names[8][64], list[256] = "";
    unsigned count = 0;

    for (const bundled_file *file = bundled_files; file->path && count < 8; file++) {
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
        return fail(error, "--machine: no machine `%.60s`; the nearest is %s; there are %s, and INI files (.ini)", name_or_path,
                    search.best ? search.best : "none", list);
    if (!load_file(m, name_or_path, error))
        return false;
    name_after(m, name_or_path);
    return true;
}

bool machine_set(machine *m, const char *assignment, machine_error *error)
{
    char section[64], key[64], where[128];
    const char *equals = strchr(assignment, '='), *dot = strchr(assignment, '.');
    const row *r;

    if (!equals || !dot || dot > equals || (size_t)(dot - assignment) >= sizeof section ||
        (size_t)(equals - dot) >= sizeof key)
        return fail(error, "--set %.60s: expected section.key=value", assignment);
    snprintf(where, sizeof where, "--set %.80s", assignment);
    snprintf(section, sizeof section, "%.*s", (int)(dot - assignment), assignment);
    snprintf(key, sizeof key, "%.*s", (int)(equals - dot - 1), dot + 1);
    r = find_row(section, key, where, error);
    return r && set_value(m, r, equals + 1, where, error);
}

void machine_dump(const machine *constant, FILE *file)
{
    machine copy = *constant;

    for (const row *r = rows; r < rows + ROWS; r++) {
        char name[32];

        switch (r->kind) {
        case ROW_SECTION:
            fprintf(file, "%s; %s\n[%s]\n", r == rows ? "" : "\n", r->help, r->section);
            break;
        case ROW_NUMBER:
            fprintf(file, "; %s: %u to %u %s\n%s = %u\n", r->help, r->low, r->high, r->unit, r->key,
                    *number_of(&copy, r));
            break;
        case ROW_CHOICE:
            choice_name(r->choices, *number_of(&copy, r), name);
            fprintf(file, "; %s: %s\n%s = %s\n", r->help, r->choices, r->key, name);
            break;
        case ROW_TEXT:
            fprintf(file, "; %s\n%s = %s\n", r->help, r->key, text_of(&copy, r));
            break;
        }
    }
}

uint64_t machine_hash(const machine *constant, uint64_t hash)
{
    machine copy = *constant;

    for (const row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == ROW_SECTION)
            continue;
        hash = hash_text(hash_text(hash, r->section), r->key);
        hash = r->kind == ROW_TEXT ? hash_text(hash, text_of(&copy, r)) : hash_bytes(hash, number_of(&copy, r), sizeof(uint32_t));
    }
    return hash;
}

void machine_describe_keys(FILE *file)
{
    for (const row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == ROW_SECTION)
            fprintf(file, "%s### [%s] %s\n\n| key | default | range | meaning |\n| --- | --- | --- | --- |\n",
                    r == rows ? "" : "\n", r->section, r->help);
        else if (r->kind == ROW_NUMBER)
            fprintf(file, "| `%s` | %u | %u to %u %s | %s |\n", r->key, r->number, r->low, r->high, r->unit, r->help);
        else if (r->kind == ROW_TEXT)
            fprintf(file, "| `%s` | `%s` | text | %s |\n", r->key, r->text, r->help);
        else {
            char name[32];

            choice_name(r->choices, r->number, name);
            fprintf(file, "| `%s` | `%s` | ", r->key, name);
            for (const char *at = r->choices; *at; at++)
                fputs(*at == '|' ? ", " : (char[2]){ *at }, file);
            fprintf(file, " | %s |\n", r->help);
        }
    }
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

bool machine_key_at(unsigned index, machine_key *key)
{
    for (const row *r = rows; r < rows + ROWS; r++) {
        if (r->kind == ROW_SECTION || index--)
            continue;
        *key = (machine_key){ .low = r->low, .high = r->high, .choices = r->choices };
        snprintf(key->name, sizeof key->name, "%s.%s", r->section, r->key);
        return true;
    }
    return false;
}

bool machine_key_range(const machine *m, const char *name, uint32_t *low, uint32_t *most)
{
    const char *key = strchr(name, '.');
    const row *r = rows;

    for (; r < rows + ROWS; r++)
        if (key && r->kind == ROW_NUMBER && strlen(r->section) == (size_t)(key - name) &&
            strncmp(r->section, name, (size_t)(key - name)) == 0 && strcmp(r->key, key + 1) == 0)
            break;
    if (r == rows + ROWS)
        return false;
    *low = r->low;
    *most = r->high;
#define LIMIT(section, key, least, highest, words) \
    if (strcmp(name, #section "." #key) == 0 && (highest) < *most) \
        *most = (highest);
#include "sim/machine/machine.def"
    return true;
}
