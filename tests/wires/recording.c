// SPDX-License-Identifier: BSD-3-Clause
// Reads a recording; see tests/wires/recording.h.
#include "tests/wires/recording.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"

static void stop(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
static void stop(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("check_recording: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    exit(2);
}

// The whole file; NULL when there is none.
static char *read_file(const char *folder, const char *name)
{
    char path[1200];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got; (got = fread(text + size, 1, room - size - 1, file)) > 0; size += got)
        if (size + got + 1 == room)
            text = realloc(text, room *= 2);
    text[size] = 0;
    fclose(file);
    return text;
}

static void read_outputs(recorded_block *b, const char *folder)
{
    char name[64];
    const block_ops *ops = b->inputs.ops;
    snprintf(name, sizeof name, "%s.outputs.txt", b->name);
    char *text = read_file(folder, name), *rest = text;
    if (!text)
        stop("%s/%s: not there", folder, name);
    b->outputs = calloc(b->inputs.count + 1, ops->out_size);
    size_t steps = 0;
    for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        if (strncmp(line, "step ", 5) != 0)
            continue;
        unsigned char *out = b->outputs + steps * ops->out_size;
        if (steps == b->inputs.count)
            stop("%s: more steps than inputs", name);
        if (steps++)
            memcpy(out, out - ops->out_size, ops->out_size);
        char *words = NULL;
        strtok_r(line, " ", &words);
        strtok_r(NULL, " ", &words);
        for (char *word; (word = strtok_r(NULL, " ", &words));) {
            char *value = strchr(word, '=');
            const block_field *f = ops->fields;
            if (!value)
                stop("%s: '%s', expected name=values", name, word);
            *value++ = 0;
            while (f->name && !(f->kind == FIELD_OUT && strcmp(f->name, word) == 0))
                f++;
            for (unsigned element = 0; f->name && element < f->count; element++, value += *value == ',')
                field_set(f, out, element, strtoull(value, &value, 16));
        }
    }
    if (steps != b->inputs.count)
        stop("%s: %zu steps, expected %zu", name, steps, b->inputs.count);
    free(text);
}

static void read_block(recorded *r, const char *folder, const char *name)
{
    recorded_block *b = &r->block[r->blocks];
    char path[1200], error[256];
    snprintf(b->name, sizeof b->name, "%s", name);
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        return;                             // of another policy
    fclose(file);
    if (!stimulus_read(&b->inputs, path, false, error, sizeof error))
        stop("%s", error);
    read_outputs(b, folder);
    if (r->blocks++ == 0 || b->inputs.count < r->cycles)
        r->cycles = b->inputs.count;
    for (size_t i = 0; i < b->inputs.count; i++)
        if (stimulus_at(&b->inputs, i)->cycle != i)
            stop("%s: step %zu is of cycle %llu", path, i, (unsigned long long)stimulus_at(&b->inputs, i)->cycle);
}

static int by_cycle(const void *a, const void *b)
{
    const recorded_event *one = a, *other = b;
    if (one->cycle != other->cycle)
        return one->cycle < other->cycle ? -1 : 1;
    return one->words < other->words ? -1 : one->words > other->words;
}

static void read_events(recorded *r)
{
    char *rest = NULL;
    size_t room = 0;
    for (char *line = strtok_r(r->sm, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        char *words;
        sscanf(line, "policy %31s", r->policy);
        uint64_t cycle = strtoull(line, &words, 10);
        if (words == line)
            continue;
        if (r->events == room)
            r->event = realloc(r->event, (room = 2 * room + 1024) * sizeof *r->event);
        r->event[r->events++] = (recorded_event){cycle, words + 1};
    }
    qsort(r->event, r->events, sizeof *r->event, by_cycle);    // a sleep is written when it is over
}

void recorded_open(recorded *r, const char *folder)
{
    static const char *const names[] = {"warp_order", "warp_rank", "oaws_ocw", "oaws_dlc", "oaws_misspred", "oaws_qualify",
                                        "ccws_vta", "ccws_lls", "ccws_llds",
                                        "warp_arbiter.0", "warp_arbiter.1", "warp_arbiter.2", "warp_arbiter.3"};
    *r = (recorded){0};
    r->sm = read_file(folder, "sm.txt");
    r->machine = read_file(folder, "machine.ini");
    if (!r->sm || !r->machine)
        stop("%s: no recording: sm.txt or machine.ini is not there", folder);
    read_events(r);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        read_block(r, folder, names[i]);
    if (!r->blocks)
        stop("%s: no recording: no block is there", folder);
}

void recorded_close(recorded *r)
{
    for (unsigned b = 0; b < r->blocks; b++) {
        stimulus_close(&r->block[b].inputs);
        free(r->block[b].outputs);
    }
    free(r->event);
    free(r->sm);
    free(r->machine);
}

unsigned recorded_key(const recorded *r, const char *section, const char *key, char *text, size_t size)
{
    char head[64];
    snprintf(head, sizeof head, "\n[%s]\n", section);
    const char *at = strstr(r->machine, head), *end = at ? strstr(at + strlen(head), "\n[") : NULL;
    snprintf(head, sizeof head, "\n%s = ", key);
    at = at ? strstr(at, head) : NULL;
    if (!at || (end && at > end))
        stop("machine.ini: no key %s.%s", section, key);
    at += strlen(head);
    if (text)
        snprintf(text, size, "%.*s", (int)strcspn(at, "\n"), at);
    return (unsigned)strtoul(at, NULL, 10);
}

const recorded_block *recorded_find(const recorded *r, const char *name)
{
    for (unsigned b = 0; b < r->blocks; b++)
        if (strcmp(r->block[b].name, name) == 0)
            return &r->block[b];
    return NULL;
}

const void *recorded_in(const recorded_block *b, size_t cycle) 
{
    return stimulus_inputs(stimulus_at(&b->inputs, cycle));
}
const void *recorded_out(const recorded_block *b, size_t cycle) { return b->outputs + cycle * b->inputs.ops->out_size; }
