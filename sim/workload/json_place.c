// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/json_place.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct { const char *at, *end; } cursor;

static void skip_space(cursor *c)
{
    while (c->at < c->end && strchr(" \t\r\n", *c->at))
        c->at++;
}

static void skip_string(cursor *c)
{
    for (c->at++; c->at < c->end && *c->at != '"'; c->at++)
        if (*c->at == '\\')
            c->at++;
    c->at++;
}

// Skips a whole value: counts brackets outside strings.
static void skip_value(cursor *c)
{
    unsigned depth = 0;

    do {
        if (c->at < c->end && *c->at == '"') {
            skip_string(c);
            continue;
        }
        if (c->at < c->end && strchr("{[", *c->at))
            depth++;
        else if (c->at < c->end && strchr("}]", *c->at))
            depth--;
        else if (!depth) {
            while (c->at < c->end && !strchr(",}] \t\r\n", *c->at))
                c->at++;
            return;
        }
        c->at++;
    } while (depth && c->at < c->end);
}

// From the opening bracket to the value with this key, or the one with this index when key is NULL.
static int enter(cursor *c, const char *key, size_t key_length, unsigned long index)
{
    skip_space(c);
    if (c->at >= c->end || *c->at != (key ? '{' : '['))
        return 0;
    for (c->at++; c->at < c->end; c->at++) {
        int found = !key && index-- == 0;

        skip_space(c);
        if (key && c->at < c->end && *c->at == '"') {
            const char *name = c->at + 1;

            skip_string(c);
            found = (size_t)(c->at - 1 - name) == key_length && memcmp(name, key, key_length) == 0;
            skip_space(c);
            c->at++;                    // the colon
            skip_space(c);
        }
        if (found)
            return 1;
        skip_value(c);
        skip_space(c);
        if (c->at >= c->end || *c->at != ',')
            return 0;
    }
    return 0;
}

unsigned json_place_line(const char *text, size_t length, const char *place)
{
    cursor here = { text, text + length }, inner;
    unsigned line = 1;

    skip_space(&here);
    for (inner = here; *place; here = inner) {
        if (*place == '[') {
            char *rest;

            if (!enter(&inner, NULL, 0, strtoul(place + 1, &rest, 10)))
                break;
            place = *rest ? rest + 1 : rest;
        } else {
            size_t key_length;
            bool quoted;

            place += *place == '.';
            quoted = *place == '"';
            place += quoted;
            key_length = strcspn(place, quoted ? "\"" : ".[");
            if (!enter(&inner, place, key_length, 0))
                break;
            place += key_length;
            place += quoted && *place;
        }
    }
    for (const char *at = text; at < here.at && at < here.end; at++)
        line += *at == '\n';
    return line;
}
