// SPDX-License-Identifier: BSD-3-Clause
// A user's JSON, by the reader of the simulator's own; see sim/campaign/simulator/simulator.h.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sim/campaign/simulator/simulator.h"
#include "sim/workload/json_reader.h"

enum { WORDS = 1024 };                          // reader_fail() keeps fewer

_Static_assert(sizeof ((json_source *)0)->place == sizeof ((json_reader *)0)->place, "one place is copied to the other");
_Static_assert((int)SIMULATOR_PATH == (int)READER_PATH, "reader_resolve() fills it");

static json_reader begin(const json_source *s)
{
    json_reader r = { .path = s->path, .text = s->text, .length = s->length, .error = s->error, .error_size = s->error_size };

    strcpy(r.place, s->place);
    return r;
}

// Keeps where the reader has gone.
static void end(json_source *s, const json_reader *r) { strcpy(s->place, r->place); }

bool source_fail(json_source *s, const char *format, ...)
{
    json_reader r = begin(s);
    char words[WORDS];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return reader_fail(&r, "%s", words);
}

size_t source_enter(json_source *s, const char *format, ...)
{
    const size_t before = strlen(s->place);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(s->place + before, sizeof s->place - before, format, arguments);
    va_end(arguments);
    return before;
}

size_t source_enter_key(json_source *s, const char *key)
{
    json_reader r = begin(s);
    const size_t before = reader_enter_key(&r, key);

    end(s, &r);
    return before;
}

void source_leave(json_source *s, size_t before) { s->place[before] = 0; }

bool source_keys(json_source *s, json_t *object, const char *const *known)
{
    json_reader r = begin(s);

    return reader_keys(&r, object, known);
}

json_t *source_get(json_source *s, json_t *object, const char *key)
{
    json_reader r = begin(s);

    return reader_get(&r, object, key);
}

const char *source_text(json_source *s, json_t *object, const char *key)
{
    json_reader r = begin(s);

    return reader_text(&r, object, key);
}

bool source_integer(json_source *s, json_t *value, const char *what, int64_t low, int64_t high, int64_t *number)
{
    json_reader r = begin(s);

    return reader_integer(&r, value, what, low, high, number);
}

json_t *source_parse(json_source *s)
{
    json_reader r = begin(s);

    return reader_parse(&r);
}

void source_resolve(const char *path, const char *name, char resolved[static SIMULATOR_PATH])
{
    const json_reader r = { .path = path };

    reader_resolve(&r, name, resolved);
}

char *source_load(const char *path, const char *what, size_t room, size_t *length, char *error, size_t error_size)
{
    return reader_load(path, what, room, length, error, error_size);
}
