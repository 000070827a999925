// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/json_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/machine/nearest.h"
#include "sim/report/number.h"
#include "sim/workload/json_place.h"
#include "tb/hash.h"
#include "tb/input_file.h"
#include "tb/output_file.h"

bool reader_fail(json_reader *r, const char *format, ...)
{
    char words[360];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (r->text)
        snprintf(r->error, r->error_size, "%.300s:%u: %.200s%s%s", r->path,
                 json_place_line(r->text, r->length, r->place), r->place, r->place[0] ? ": " : "", words);
    else
        snprintf(r->error, r->error_size, "%.200s%s%s", r->place, r->place[0] ? ": " : "", words);
    return false;
}

size_t reader_enter(json_reader *r, const char *format, ...)
{
    size_t before = strlen(r->place);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(r->place + before, sizeof r->place - before, format, arguments);
    va_end(arguments);
    return before;
}

// Quotes a key with a dot or a bracket in it.
size_t reader_enter_key(json_reader *r, const char *key)
{
    const char *dot = r->place[0] ? "." : "";

    return strpbrk(key, ".[") ? reader_enter(r, "%s\"%.80s\"", dot, key) : reader_enter(r, "%s%.80s", dot, key);
}

void reader_leave(json_reader *r, size_t before)
{
    r->place[before] = 0;
}

bool reader_keys(json_reader *r, json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return reader_fail(r, "expected an object");
    json_object_foreach(object, key, value) {
        nearest_search search = { .wanted = key };
        size_t before;

        for (const char *const *name = known; *name; name++)
            nearest_offer(&search, *name);
        if (search.distance == 0)
            continue;
        before = reader_enter_key(r, key);
        reader_fail(r, "unknown key `%.40s`; the nearest is `%s`", key, search.best);
        reader_leave(r, before);
        return false;
    }
    return true;
}

json_t *reader_get(json_reader *r, json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);

    if (!value)
        reader_fail(r, "has no `%s`", key);
    return value;
}

const char *reader_text(json_reader *r, json_t *object, const char *key)
{
    json_t *value = reader_get(r, object, key);

    if (!value)
        return NULL;
    if (!json_is_string(value))
        return reader_fail(r, "`%s`: expected a string", key), NULL;
    return json_string_value(value);
}

bool reader_integer(json_reader *r, json_t *value, const char *what, int64_t low, int64_t high, int64_t *number)
{
    char seen[NUMBER_TEXT];

    if (json_is_real(value))
        return reader_fail(r, "%s: seen %s, expected a whole number from %" PRId64 " to %" PRId64, what,
                           number_exact(json_real_value(value), seen), low, high);
    if (!json_is_integer(value))
        return reader_fail(r, "%s: expected a whole number from %" PRId64 " to %" PRId64, what, low, high);
    *number = json_integer_value(value);
    if (*number < low || *number > high)
        return reader_fail(r, "%s: seen %" PRId64 ", expected %" PRId64 " to %" PRId64, what, *number, low, high);
    return true;
}

void reader_resolve(const json_reader *r, const char *name, char path[static READER_PATH])
{
    const char *slash = strrchr(r->path, '/');

    if (name[0] == '/' || !slash)
        snprintf(path, READER_PATH, "%s", name);
    else
        snprintf(path, READER_PATH, "%.*s%s", (int)(slash + 1 - r->path), r->path, name);
}

// Whether it exists, but outside the folder for files.
static bool lies_outside(const json_reader *r, const char *path)
{
    const char *slash = strrchr(r->path, '/');
    char folder[READER_PATH];

    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash + 1 - r->path) : 1, slash ? r->path : ".");
    return r->in_folder && access(path, F_OK) == 0 && !output_inside(path, folder);
}

bool reader_file(json_reader *r, const char *name, void *data, size_t room, size_t *seen)
{
    char path[READER_PATH];
    const char *why;
    FILE *file;

    reader_resolve(r, name, path);
    if (lies_outside(r, path))
        return reader_fail(r, "%.100s: lies outside the job file's folder, expected a file in it (warplock run --read-anywhere allows it)",
                           path);
    file = input_open(path, &why);
    if (!file)
        return reader_fail(r, "%.100s: cannot be read: %s", path, why);
    output_protect(path);
    *seen = fread(data, 1, room, file);
    if (r->hash)
        *r->hash = hash_bytes(*r->hash, data, *seen);
    *seen += *seen == room && fgetc(file) != EOF;
    fclose(file);
    return true;
}

json_t *reader_parse(json_reader *r)
{
    json_error_t syntax;
    json_t *root = json_loadb(r->text, r->length, JSON_REJECT_DUPLICATES, &syntax);

    if (!root)
        snprintf(r->error, r->error_size, "%.200s:%d: %.160s", r->path, syntax.line, syntax.text);
    return root;
}

char *reader_load(const char *path, const char *what, size_t room, size_t *length, char *error, size_t error_size)
{
    const char *why;
    FILE *file = input_open(path, &why);
    char *text;

    if (!file) {
        snprintf(error, error_size, "%.200s: cannot be read: %s", path, why);
        return NULL;
    }
    output_protect(path);
    text = malloc(room + 1);
    if (!text)
        abort();
    *length = fread(text, 1, room + 1, file);
    if (ferror(file) || *length > room) {
        if (ferror(file))
            snprintf(error, error_size, "%.200s: %s", path, strerror(errno));
        else
            snprintf(error, error_size, "%.200s: seen more than %zu MiB, expected %s", path, room >> 20, what);
        free(text);
        text = NULL;
    }
    fclose(file);
    return text;
}
