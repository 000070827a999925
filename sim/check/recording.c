// SPDX-License-Identifier: BSD-3-Clause
// Reads a recording; see sim/check/recording.h. Nothing in a file is trusted: any bytes give an answer or a message.
#include "sim/check/text_reader.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/block_params.h"
#include "tb/field.h"
#include "tb/input_file.h"

enum { PATH_MAX_BYTES = 1400, BYTES_MAX = 1 << 30, FILE_BYTES = 16 };

// --- files

// Whole, to be freed; NULL after a message.
static char *read_file(const char *folder, const char *name, char *error)
{
    char path[PATH_MAX_BYTES];
    const char *why;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = input_open_own(path, &why);
    if (!file) {
        snprintf(error, RECORDED_ERROR, "%s: cannot be read: %s, expected the folder of a recording (warplock run --record)", path, why);
        return NULL;
    }
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got; text && size < BYTES_MAX && (got = fread(text + size, 1, room - size - 1, file)) > 0; size += got)
        if (size + got + 1 == room)
            text = realloc(text, room *= 2);
    fclose(file);
    if (!text)
        abort();
    text[size] = 0;
    if (size < BYTES_MAX && strlen(text) == size)
        return text;
    snprintf(error, RECORDED_ERROR, "%s: byte %zu: seen 0, or more than %d bytes, expected text", path, strlen(text), BYTES_MAX);
    free(text);
    return NULL;
}

// --- blocks

// "name=values ..." of outputs, all elements, hexadecimal.
static bool read_outputs_line(const reader *in, const block_ops *ops, const char *at, unsigned char *out)
{
    while (*at == ' ') {
        const block_field *f = ops->fields;
        const size_t length = strcspn(++at, "= \n");
        while (f->name && !(f->kind == FIELD_OUT && strlen(f->name) == length && strncmp(f->name, at, length) == 0))
            f++;
        if (!f->name || at[length] != '=')
            return refuse(in, "`%s`, expected name=values of an output of %s", said(at).text, ops->block);
        at += length;
        for (unsigned element = 0; element < f->count; element++) {
            uint64_t value;
            at++;
            if (!read_number(&at, 16, &value) || value & ~MASK(f->width) || (element + 1 < f->count ? *at != ',' : *at == ','))
                return refuse(in, "`%s`, expected %u hexadecimal values of at most %u bits for %s", said(at).text, f->count,
                              f->width, f->name);
            field_set(f, out, element, value);
        }
    }
    return line_ends(at) || refuse(in, "`%s`, expected a blank", said(at).text);
}

static bool read_outputs(recorded_block *b, const char *name, const char *text, char *error)
{
    const block_ops *ops = b->inputs.ops;
    reader in = {.name = name, .at = text, .error = error};
    char word[64];
    size_t steps = 0;
    if (!read_head(&in, "outputs", 1))
        return false;
    if (!read_named(&in, "block", word, sizeof word))
        return false;
    if (strcmp(word, ops->block) != 0)
        return refuse(&in, "block %s, expected %s", word, ops->block);
    if (!read_named(&in, "config", word, sizeof word) || !read_named(&in, "instance", word, sizeof word))
        return false;
    b->outputs = calloc(b->inputs.count + 1, ops->out_size);
    if (!b->outputs)
        abort();
    while (next_line(&in) && strncmp(in.at, "end", 3) != 0) {
        unsigned char *out = b->outputs + steps * ops->out_size;
        const char *at = in.at + 5;
        uint64_t cycle;
        if (strncmp(in.at, "step ", 5) != 0 || !read_number(&at, 10, &cycle) || cycle != steps || steps == b->inputs.count)
            return refuse(&in, "`%s`, expected `step %zu` of %zu, or end", said(in.at).text, steps, b->inputs.count);
        if (steps++)
            memcpy(out, out - ops->out_size, ops->out_size);
        if (!read_outputs_line(&in, ops, at, out))
            return false;
    }
    if (strncmp(in.at, "end", 3) != 0 || steps != b->inputs.count)
        return refuse(&in, "%zu steps, expected as many as inputs, %zu, and a line end", steps, b->inputs.count);
    return true;
}

// Its tuple fits the machine; every cycle has a step.
static bool block_fits(const recorded *r, const recorded_block *b, const char *path, char *error)
{
    block_param params[BLOCK_PARAMS + 1];
    reader in = {.name = path, .line = 3, .error = error};
    block_params_of_machine(&r->m, params);
    for (const block_param *own = b->inputs.ops->params; own->name; own++)
        for (const block_param *p = params; p->name; p++)
            if (strcmp(p->name, own->name) == 0 && p->value != own->value)
                return refuse(&in, "config %s, expected %s=%u, as machine.ini has it", b->inputs.ops->config, p->name, p->value);
    for (size_t i = 0; i < b->inputs.count; i++) {
        const stimulus_step *step = stimulus_at(&b->inputs, i);
        in.line = i + 7;
        if (step->cycle != i || step->edges != 1)
            return refuse(&in, "cycle %" PRIu64 ", %" PRIu64 " edges, expected one step of cycle %zu", step->cycle, step->edges, i);
    }
    return true;
}

static bool read_block(recorded *r, const char *folder, const char *name, char *error)
{
    char path[PATH_MAX_BYTES], file[160], *text;
    if (r->blocks == RECORDED_MAX) {
        snprintf(error, RECORDED_ERROR, "%s: more than %d blocks, expected those of one place", folder, RECORDED_MAX);
        return false;
    }
    recorded_block *b = &r->block[r->blocks];
    snprintf(b->name, sizeof b->name, "%s", name);
    snprintf(path, sizeof path, "%s/%s.txt", folder, name);
    if (!stimulus_read_own(&b->inputs, path, false, error, RECORDED_ERROR))
        return false;
    r->blocks++;
    const size_t length = strlen(b->inputs.ops->block);
    if (strncmp(name, b->inputs.ops->block, length) != 0 || (name[length] && name[length] != '.')) {
        snprintf(error, RECORDED_ERROR, "%s:2: block %s, expected that of the file's name", path, b->inputs.ops->block);
        return false;
    }
    if (!block_fits(r, b, path, error))
        return false;
    snprintf(file, sizeof file, "%s.outputs.txt", name);
    if (!(text = read_file(folder, file, error)))
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, file);
    const bool good = read_outputs(b, path, text, error);
    free(text);
    if (r->blocks == 1 || b->inputs.count < r->cycles)
        r->cycles = b->inputs.count;
    return good;
}

static int is_outputs(const struct dirent *entry)
{
    const size_t length = strlen(entry->d_name), end = strlen(".outputs.txt");
    return length > end && length < 100 && strcmp(entry->d_name + length - end, ".outputs.txt") == 0;
}

// Each block with its file of outputs, by name.
static bool read_blocks(recorded *r, const char *folder, char *error)
{
    struct dirent **entries = NULL;
    const int count = scandir(folder, &entries, is_outputs, alphasort);
    bool good = true;
    for (int i = 0; i < count; i++) {
        entries[i]->d_name[strlen(entries[i]->d_name) - strlen(".outputs.txt")] = 0;
        good = good && read_block(r, folder, entries[i]->d_name, error);
        free(entries[i]);
    }
    free(entries);
    if (good && !r->blocks) {
        snprintf(error, RECORDED_ERROR, "%s: no recording: it has no BLOCK.txt and BLOCK.outputs.txt", folder);
        return false;
    }
    return good;
}

// --- a recording

static bool read_machine(recorded *r, const char *folder, char *error)
{
    machine_error why;
    char path[PATH_MAX_BYTES], *text = read_file(folder, "machine.ini", error);
    if (!text)
        return false;
    snprintf(path, sizeof path, "%s/machine.ini", folder);
    const bool good = machine_parse(&r->m, path, text, strlen(text), &why);
    if (!good)
        snprintf(error, RECORDED_ERROR, "%s", why.text);
    free(text);
    return good;
}

typedef bool text_reader(recorded *, const char *, const char *, char *);
static bool read_text(recorded *r, const char *folder, const char *name, text_reader *take, char *error)
{
    char path[PATH_MAX_BYTES], *text = read_file(folder, name, error);
    if (!text)
        return false;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const bool good = take(r, path, text, error);
    free(text);
    return good;
}

// Which place's file exists.
static bool find_place(recorded *r, const char *folder, char file[FILE_BYTES], char *error)
{
    static const place_kind places[] = {PLACE_SM, PLACE_CONTROLLER, PLACE_GPU};
    char path[PATH_MAX_BYTES];
    const char *why;
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(file, FILE_BYTES, "%s.txt", recorded_word(places[i]));
        snprintf(path, sizeof path, "%s/%s", folder, file);
        FILE *there = input_open(path, &why);
        if (!there)
            continue;
        fclose(there);
        r->place = places[i];
        return true;
    }
    snprintf(error, RECORDED_ERROR, "%s: no recording: seen neither sm.txt nor controller.txt nor gpu.txt, expected the folder of "
             "warplock run --record", folder);
    return false;
}

bool recorded_open(recorded *r, const char *folder, char error[RECORDED_ERROR])
{
    char file[FILE_BYTES];
    memset(r, 0, sizeof *r);
    snprintf(error, RECORDED_ERROR, "%s: cannot be read", folder);
    if (strlen(folder) < 1024 && find_place(r, folder, file, error) && read_machine(r, folder, error) &&
        read_text(r, folder, file, recorded_read_events, error) && read_text(r, folder, "levels.txt", recorded_read_levels, error) &&
        read_blocks(r, folder, error))
        return true;
    recorded_close(r);
    return false;
}

void recorded_close(recorded *r)
{
    for (unsigned b = 0; b < r->blocks; b++) {
        stimulus_close(&r->block[b].inputs);
        free(r->block[b].outputs);
    }
    for (unsigned i = 0; i < r->kinds; i++)
        free(r->kind[i]);
    free(r->event);
    free(r->number);
    free(r->levels);
    memset(r, 0, sizeof *r);
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
