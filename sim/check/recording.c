// SPDX-License-Identifier: BSD-3-Clause
// Reads a recording; see sim/check/recording.h. Whatever the bytes, an answer or a message: nothing of a file is trusted.
#include "sim/check/recording.h"

#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/block_params.h"
#include "tb/field.h"
#include "tb/input_file.h"

enum { PATH_MAX_BYTES = 1400, BYTES_MAX = 1 << 30, WORD_BYTES = 24 };

typedef struct { const char *name, *pattern; place_kind place; } line_row;
static const line_row line_rows[] = {
#define LINE(place, name, pattern, words) {#name, pattern, PLACE_##place},
#include "sim/events/lines.def"
#undef LINE
};

// A text and where in it the reader is: a line, ended by NUL or by a newline.
typedef struct {
    const char *name, *at;
    size_t      line;
    char       *error;
} reader;

static bool refuse(const reader *in, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(const reader *in, const char *format, ...)
{
    int length = snprintf(in->error, RECORDED_ERROR, "%s:%zu: ", in->name, in->line);
    va_list arguments;
    va_start(arguments, format);
    if (length > 0 && length < RECORDED_ERROR)
        vsnprintf(in->error + length, RECORDED_ERROR - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

// The line, for a message: no more than 40 printable bytes.
typedef struct { char text[44]; } excerpt;
static excerpt said(const char *at)
{
    excerpt e = {""};
    for (unsigned i = 0; i < 40 && at[i] && at[i] != '\n'; i++)
        e.text[i] = isprint((unsigned char)at[i]) ? at[i] : '?';
    return e;
}

static bool line_ends(const char *at) { return !*at || *at == '\n'; }

static bool next_line(reader *in)
{
    in->at += strcspn(in->at, "\n");
    in->at += *in->at == '\n';
    in->line++;
    return *in->at;
}

// "warplock sm 2" and the like; then *at is the line behind it.
static bool read_head(reader *in, const char *what, unsigned version)
{
    char expected[48];
    int length = snprintf(expected, sizeof expected, "warplock %s ", what), end = 0;
    unsigned seen;
    in->line = 1;
    if (strncmp(in->at, expected, (size_t)length) != 0 || sscanf(in->at + length, "%u%n", &seen, &end) != 1 ||
        !line_ends(in->at + length + end))
        return refuse(in, "`%s`, expected `%s%u`", said(in->at).text, expected, version);
    if (seen != version)
        return refuse(in, "version %u, expected %u: recorded by another version of warplock", seen, version);
    return true;
}

// "instance sm 1": the rest of a line that begins with a word.
static bool read_named(reader *in, const char *word, char *value, size_t size)
{
    size_t length = strlen(word), got;
    if (!next_line(in) || strncmp(in->at, word, length) != 0 || in->at[length] != ' ')
        return refuse(in, "`%s`, expected `%s ...`", said(in->at).text, word);
    got = strcspn(in->at + length + 1, "\n");
    if (got >= size)
        return refuse(in, "%zu characters behind `%s`, expected less than %zu", got, word, size);
    snprintf(value, size, "%.*s", (int)got, in->at + length + 1);
    return true;
}

// --- files

// Whole, to be freed; NULL after a message.
static char *read_file(const char *folder, const char *name, char *error)
{
    char path[PATH_MAX_BYTES];
    const char *why;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = input_open(path, &why);
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

// --- lines of what happened

static void add_number(recorded *r, size_t *room, uint64_t value)
{
    if (r->numbers == *room && !(r->number = realloc(r->number, (*room = 2 * *room + 4096) * sizeof *r->number)))
        abort();
    r->number[r->numbers++] = value;
}

// The word, kept once; NULL: too many, or too long a one.
static const char *kept_word(recorded *r, const char *at, size_t length)
{
    for (unsigned i = 0; i < r->kinds; i++)
        if (strlen(r->kind[i]) == length && memcmp(r->kind[i], at, length) == 0)
            return r->kind[i];
    if (r->kinds == RECORDED_KINDS || length >= WORD_BYTES || !length)
        return NULL;
    char *word = strndup(at, length);
    if (!word)
        abort();
    return r->kind[r->kinds++] = word;
}

static bool read_number(const char **at, int base, uint64_t *value)
{
    char *end;
    if (!(base == 16 ? isxdigit((unsigned char)**at) : isdigit((unsigned char)**at)))
        return false;
    *value = strtoull(*at, &end, base);
    if (!line_ends(end) && *end != ' ' && *end != ',')
        return false;
    *at = end;
    return true;
}

typedef struct { recorded *r; recorded_event event; size_t room; const char *at; } taker;

// One item of a pattern, a letter, at the beginning of a word of the line.
static bool take_item(taker *t, char letter)
{
    recorded *r = t->r;
    uint64_t value;
    if (letter == 't') {
        const size_t length = strcspn(t->at, " \n");
        const char *word = t->event.words < RECORDED_WORDS ? kept_word(r, t->at, length) : NULL;
        if (!word)
            return false;
        t->event.word[t->event.words++] = word;
        t->at += length;
        return true;
    }
    if (!read_number(&t->at, letter == 'x' ? 16 : 10, &value))
        return false;
    if ((letter == 'w' && value >= r->m.core.warps) || (letter == 's' && value >= r->m.core.schedulers) ||
        (letter == 'c' && value >= C_MAX) || (letter == 'b' && value >= r->m.dram.banks) || (letter == 'p' && value >= r->m.l2.sub_partitions) ||
        (letter == 'm' && value >= r->m.gpu.sms))
        return false;
    add_number(r, &t->room, value);
    t->event.numbers++;
    return true;
}

static bool is_letter(const char *item, size_t length) { return length == 1 && strchr("nwscxtbpm", *item); }

// A blank, but before the first item.
static bool pass_blank(taker *t)
{
    if (*t->at != ' ')
        return false;
    t->at++;
    return true;
}

// The line against the pattern up to its end or a bracket; *rest is what of the pattern is left.
static bool take_pattern(taker *t, const char *pattern, const char **rest)
{
    while (*pattern && *pattern != '[' && *pattern != '|') {
        const size_t length = strcspn(pattern, " |[");
        if (*pattern == '*') {
            const bool insns = pattern[1] == 'i';
            while (*t->at == ' ') {
                t->at++;
                if (!take_item(t, insns ? 'x' : pattern[1]) || (insns && !(pass_blank(t) && take_item(t, 't'))))
                    return false;
            }
        } else if (*pattern == 'i' && length == 1) {
            if (!pass_blank(t) || !take_item(t, 'x') || !pass_blank(t) || !take_item(t, 't'))
                return false;
        } else if (is_letter(pattern, length)) {
            if (!pass_blank(t) || !take_item(t, *pattern))
                return false;
        } else if (!pass_blank(t) || strncmp(t->at, pattern, length) != 0) {
            return false;
        } else {
            t->at += length;
        }
        pattern += length;
        pattern += *pattern == ' ';
    }
    *rest = pattern;
    return *pattern == '[' || line_ends(t->at);
}

// What may be missing at the end has two forms, the second with a word of its own; which is tried first.
static bool take_line(taker *t, const char *pattern)
{
    const char *rest, *other;
    if (!take_pattern(t, pattern, &rest))
        return false;
    if (!*rest || line_ends(t->at))
        return line_ends(t->at);
    const taker before = *t;
    const size_t numbers = t->r->numbers;
    other = strchr(rest, '|');
    const char *behind;
    if (other && take_pattern(t, other + 2, &behind))
        return true;
    const size_t room = t->room;
    *t = before;
    t->room = room;
    t->r->numbers = numbers;
    return take_pattern(t, rest + 1, &behind);
}

static int by_cycle(const void *a, const void *b)
{
    const recorded_event *one = a, *other = b;
    if (one->cycle != other->cycle)
        return one->cycle < other->cycle ? -1 : 1;
    return one->line < other->line ? -1 : one->line > other->line;
}

static const line_row *row_of_line(const recorded *r, const char *at)
{
    const size_t length = strcspn(at, " \n");
    for (const line_row *row = line_rows; row < line_rows + LINES; row++)
        if (row->place == r->place && strlen(row->name) == length && strncmp(row->name, at, length) == 0)
            return row;
    return NULL;
}

static bool read_event(recorded *r, reader *in, size_t *room, size_t *numbers_room)
{
    const char *at = in->at;
    uint64_t cycle;
    if (!read_number(&at, 10, &cycle) || *at++ != ' ')
        return refuse(in, "`%s`, expected the number of a cycle and an event", said(in->at).text);
    const line_row *row = row_of_line(r, at);
    if (!row)
        return refuse(in, "`%s`, expected an event of docs/events.md", said(at).text);
    if (r->events == *room && !(r->event = realloc(r->event, (*room = 2 * *room + 1024) * sizeof *r->event)))
        abort();
    taker t = {.r = r, .room = *numbers_room, .at = at + strlen(row->name),
               .event = {.cycle = cycle, .line = in->line, .kind = (uint8_t)(row - line_rows), .first = r->numbers}};
    const bool good = take_line(&t, row->pattern);
    *numbers_room = t.room;
    if (!good)
        return refuse(in, "`%s`, expected `%s %s` of this machine", said(in->at).text, row->name, row->pattern);
    r->event[r->events++] = t.event;
    return true;
}

static bool read_place(recorded *r, reader *in)
{
    if (strcmp(r->instance, "gpu") == 0)
        return true;
    const size_t length = strcspn(r->instance, " ");
    const char *at = r->instance + length;
    uint64_t index;
    if (*at++ != ' ' || !read_number(&at, 10, &index) || *at || index >= SMS_MAX)
        return refuse(in, "instance `%s`, expected an SM, a controller or gpu", said(r->instance).text);
    r->index = (unsigned)index;
    return true;
}

static const struct { place_kind place; const char *word, *file; } places[] = {
    {PLACE_SM, "sm", "sm.txt"}, {PLACE_CONTROLLER, "controller", "controller.txt"}, {PLACE_GPU, "gpu", "gpu.txt"}};

bool recorded_read_events(recorded *r, const char *name, const char *text, char error[RECORDED_ERROR])
{
    reader in = {.name = name, .at = text, .error = error};
    size_t room = 0, numbers_room = 0;
    unsigned p = 0;
    while (places[p].place != r->place)
        p++;
    if (!read_head(&in, places[p].word, RECORDING_VERSION) || !read_named(&in, "instance", r->instance, sizeof r->instance) ||
        !read_place(r, &in) || !read_named(&in, "policy", r->policy, sizeof r->policy))
        return false;
    while (next_line(&in))
        if (!read_event(r, &in, &room, &numbers_room))
            return false;
    if (r->events)
        qsort(r->event, r->events, sizeof *r->event, by_cycle);    // a sleep is written when it is over
    return true;
}

// --- levels

static bool read_level(const recorded *r, const reader *in, const char **at, shown_levels *shown)
{
    const size_t length = strcspn(*at, "= \n");
    const level_row *row = level_rows;
    while (row->name && !(row->place == r->place && strlen(row->name) == length && strncmp(row->name, *at, length) == 0))
        row++;
    if (!row->name || (*at)[length] != '=')
        return refuse(in, "`%s`, expected name=values of a level of docs/events.md", said(*at).text);
    uint64_t *values = level_at(row, shown);
    memset(values, 0, row->count * sizeof *values);
    *at += length + 1;
    for (unsigned i = 0;; i++, ++*at) {
        if (i == row->count || !read_number(at, 16, &values[i]))
            return refuse(in, "`%s`, expected at most %u hexadecimal values of %s", said(*at).text, row->count, row->name);
        if (**at != ',')
            return true;
    }
}

bool recorded_read_levels(recorded *r, const char *name, const char *text, char error[RECORDED_ERROR])
{
    reader in = {.name = name, .at = text, .error = error};
    char instance[32];
    size_t room = 0;
    recorded_levels now;
    memset(&now, 0, sizeof now);
    if (!read_head(&in, "levels", 1) || !read_named(&in, "instance", instance, sizeof instance))
        return false;
    while (next_line(&in)) {
        const char *at = in.at;
        const uint64_t before = now.cycle;
        if (!read_number(&at, 10, &now.cycle) || (r->level_lines && now.cycle <= before))
            return refuse(&in, "`%s`, expected the number of a cycle behind %" PRIu64, said(in.at).text, before);
        while (*at == ' ') {
            at++;
            if (!read_level(r, &in, &at, &now.shown))
                return false;
        }
        if (!line_ends(at))
            return refuse(&in, "`%s`, expected a blank", said(at).text);
        if (r->level_lines == room && !(r->levels = realloc(r->levels, (room = 2 * room + 256) * sizeof *r->levels)))
            abort();
        r->levels[r->level_lines++] = now;
    }
    return true;
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

// Its tuple is that of the machine; every cycle has a step.
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
    if (!stimulus_read(&b->inputs, path, false, error, RECORDED_ERROR))
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

// Each with a file of outputs, by name.
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

// Which of the places' files is there.
static bool find_place(recorded *r, const char *folder, const char **file, char *error)
{
    char path[PATH_MAX_BYTES];
    const char *why;
    for (unsigned i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, places[i].file);
        FILE *there = input_open(path, &why);
        if (!there)
            continue;
        fclose(there);
        r->place = places[i].place;
        *file = places[i].file;
        return true;
    }
    snprintf(error, RECORDED_ERROR, "%s: no recording: seen neither sm.txt nor controller.txt nor gpu.txt, expected the folder of "
             "warplock run --record", folder);
    return false;
}

bool recorded_open(recorded *r, const char *folder, char error[RECORDED_ERROR])
{
    const char *file;
    memset(r, 0, sizeof *r);
    snprintf(error, RECORDED_ERROR, "%s: cannot be read", folder);
    if (strlen(folder) < 1024 && find_place(r, folder, &file, error) && read_machine(r, folder, error) &&
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
