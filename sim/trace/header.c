// SPDX-License-Identifier: BSD-3-Clause
// The header of a kernel's trace: lines "-key = value", up to the first CTA. Unknown keys are skipped: tracers add some.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/trace/kernel.h"

typedef enum { KEY_TEXT, KEY_NUMBER, KEY_NUMBER_64, KEY_HEX, KEY_PLACE, KEY_FLAG } key_kind;
typedef struct {
    const char *key;
    key_kind    kind;
    size_t      offset;                // in trace_header; of KEY_TEXT in trace_kernel
    uint64_t    low, high;
    bool        needed;
} header_key;

enum { GRID = 2, BLOCK, BINARY = 6 };  // rows whose values are checked further
static const header_key keys[] = {
    { "kernel name", KEY_TEXT, offsetof(trace_kernel, name), .needed = true },
    { "kernel id", KEY_NUMBER_64, offsetof(trace_header, id), 0, UINT64_MAX, false },
    [GRID] = { "grid dim", KEY_PLACE, offsetof(trace_header, grid), 1, INT32_MAX, true },
    [BLOCK] = { "block dim", KEY_PLACE, offsetof(trace_header, block), 1, TRACE_MAX_WARPS * TRACE_LANES, true },
    { "shmem", KEY_NUMBER, offsetof(trace_header, shared_bytes), 0, 1 << 24, true },
    { "nregs", KEY_NUMBER, offsetof(trace_header, registers), 0, 255, true },
    [BINARY] = { "binary version", KEY_NUMBER, offsetof(trace_header, binary_version), 0, UINT32_MAX, true },
    { "cuda stream id", KEY_NUMBER_64, offsetof(trace_header, stream), 0, UINT64_MAX, false },
    { "shmem base_addr", KEY_HEX, offsetof(trace_header, shared_base), .needed = false },
    { "local mem base_addr", KEY_HEX, offsetof(trace_header, local_base), .needed = false },
    { "nvbit version", KEY_TEXT, offsetof(trace_kernel, nvbit_version), .needed = false },
    { "accelsim tracer version", KEY_NUMBER, offsetof(trace_header, tracer_version), 3, 5, true },
    { "enable lineinfo", KEY_FLAG, offsetof(trace_header, line_info), 0, 1, false },
};
enum { KEYS = sizeof keys / sizeof keys[0] };

static bool take_name(lines *l, const char *at, char **to)
{
    const char *end = l->end;

    while (end > at && is_blank(end[-1]))
        end--;
    for (const char *c = at; c < end; c++)
        if (*c < ' ' || *c > '~')
            return lines_mistake(l, c, "printable ASCII");
    if (*to && strlen(*to) == (size_t)(end - at) && memcmp(*to, at, (size_t)(end - at)) == 0)
        return true;                   // pointers to it stay valid
    free(*to);
    *to = strndup(at, (size_t)(end - at));
    return true;
}

// (x,y,z), or x,y,z where `bare`
static bool take_place(lines *l, const char *at, uint64_t low, uint64_t high, uint32_t place[3])
{
    char words[3][24];
    const char *first = at;

    if (*at++ != '(')
        return lines_mistake(l, first, "(X,Y,Z)");
    for (int i = 0; i < 3; i++) {
        size_t length = strspn(at, "0123456789");
        const char *word = words[i];
        uint64_t number;

        if (length < sizeof words[i])
            memcpy(words[i], at, length);
        words[i][length < sizeof words[i] - 1 ? length : sizeof words[i] - 1] = '\n';
        if (length >= sizeof words[i] || !take_decimal(&word, high, &number) || number < low)
            return lines_mistake(l, at, "a number from %llu to %llu", (unsigned long long)low, (unsigned long long)high);
        place[i] = (uint32_t)number;
        at += length;
        if (*at != (i < 2 ? ',' : ')'))
            return lines_mistake(l, at, "%s", i < 2 ? "a comma and the next number" : "a closing parenthesis");
        at++;
    }
    at = skip_blanks(at);
    return *at == '\n' || lines_mistake(l, at, "the end of the line");
}

static bool take_value(trace_kernel *k, const header_key *key, const char *at)
{
    lines *l = &k->lines;
    char *to = (char *)(key->kind == KEY_TEXT ? (void *)k : (void *)&k->header) + key->offset;
    const char *first = at;
    uint64_t number = 0;

    if (key->kind == KEY_TEXT)
        return take_name(l, at, (char **)to);
    if (key->kind == KEY_PLACE)
        return take_place(l, at, key->low, key->high, (uint32_t *)to);
    if (key->kind == KEY_HEX ? !take_hex(&at, 16, &number) : !take_decimal(&at, key->high, &number) || number < key->low) {
        if (key->kind == KEY_HEX)
            return lines_mistake(l, first, "a hexadecimal address");
        return lines_mistake(l, first, "a number from %llu to %llu", (unsigned long long)key->low, (unsigned long long)key->high);
    }
    if (*at != '\n')
        return lines_mistake(l, at, "the end of the line");
    if (key->kind == KEY_FLAG)
        *(bool *)to = number != 0;
    else if (key->kind == KEY_NUMBER)
        *(uint32_t *)to = (uint32_t)number;
    else
        *(uint64_t *)to = number;
    return true;
}

// "-key = value"
static bool key_line(trace_kernel *k, uint64_t found[KEYS])
{
    lines *l = &k->lines;
    const char *key = l->at + 1, *equals = memchr(key, '=', (size_t)(l->end - key)), *end = equals;

    if (!equals)
        return lines_mistake(l, l->at, "-KEY = VALUE");
    while (end > key && is_blank(end[-1]))
        end--;
    for (unsigned i = 0; i < KEYS; i++)
        if (strlen(keys[i].key) == (size_t)(end - key) && memcmp(keys[i].key, key, (size_t)(end - key)) == 0) {
            if (found[i])
                return lines_fault(l, l->at, "-%s stands here a second time, expected once", keys[i].key);
            found[i] = l->line;
            return take_value(k, &keys[i], skip_blanks(equals + 1));
        }
    return true;
}

static bool whole(trace_kernel *k, const uint64_t found[KEYS])
{
    trace_header *h = &k->header;
    lines *l = &k->lines;
    uint64_t threads;

    for (unsigned i = 0; i < KEYS; i++)
        if (keys[i].needed && !found[i])
            return lines_fault(l, l->at, "seen the first CTA, expected -%s = ... before it", keys[i].key);
    if (h->grid[1] > 65535 || h->grid[2] > 65535)
        return lines_fault_at(l, found[GRID], 1, "-grid dim: seen (%u,%u,%u), expected Y and Z of at most 65535",
                              h->grid[0], h->grid[1], h->grid[2]);
    threads = (uint64_t)h->block[0] * h->block[1] * h->block[2];
    if (threads > TRACE_MAX_WARPS * TRACE_LANES)
        return lines_fault_at(l, found[BLOCK], 1, "-block dim: seen (%u,%u,%u), expected at most %d threads", h->block[0],
                              h->block[1], h->block[2], TRACE_MAX_WARPS * TRACE_LANES);
    if (!opcode_generation(h->binary_version, &k->format.generation))
        return lines_fault_at(l, found[BINARY], 1, "-binary version: seen %u, expected that of Kepler to Hopper: 30 to 37, 50 to 62, "
                              "70 to 75, 80 to 90", h->binary_version);
    k->warps = (uint32_t)((threads + TRACE_LANES - 1) / TRACE_LANES);
    k->total_ctas = (uint64_t)h->grid[0] * h->grid[1] * h->grid[2];
    k->format.binary_version = h->binary_version;
    k->format.line_info = h->line_info;
    h->name = k->name ? k->name : "";
    h->nvbit_version = k->nvbit_version ? k->nvbit_version : "";
    return true;
}

bool header_read(trace_kernel *k)
{
    lines *l = &k->lines;
    bool said = false;
    uint64_t found[KEYS] = { 0 };      // the line of each

    while (lines_next(l)) {
        const char *at = l->at;

        if (*at == '-') {
            if (!key_line(k, found))
                return false;
        } else if (take_text(&at, "#traces format")) {
            said = true;
            k->format.immediate = false;
            for (; *at != '\n'; at++)
                k->format.immediate |= strncmp(at, "immediate", 9) == 0;
        } else if (take_text(&at, "#BEGIN_TB")) {
            if (!said)
                k->format.immediate = k->header.tracer_version >= 5;
            return k->at_cta = whole(k, found);
        } else if (*at != '#')
            return lines_mistake(l, at, "-KEY = VALUE of a kernel's header, or #BEGIN_TB");
    }
    return lines_end(l, "#BEGIN_TB of a first CTA");
}
