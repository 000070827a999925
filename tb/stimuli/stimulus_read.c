// SPDX-License-Identifier: BSD-3-Clause
// Reads a recorded stimulus; see tb/stimuli/stimulus.h. It may come from anywhere: a line is taken as written or refused, and no
// control character gets from it to a terminal.
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"
#include "tb/input_file.h"
#include "tb/plain.h"
#include "tb/stimuli/stimulus.h"
#include "tb/tuples.h"
#include "tb/whole_number.h"

typedef struct {
    FILE       *file;
    const char *path;
    unsigned    line;
    char       *text;          // the current line, without its end
    size_t      size;
    char       *error;
    size_t      error_size;
} reader;

static bool refuse(reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(reader *r, const char *format, ...)
{
    va_list arguments;
    int length = snprintf(r->error, r->error_size, "%s:%u: ", r->path, r->line);
    va_start(arguments, format);
    if (length > 0 && (size_t)length < r->error_size)
        vsnprintf(r->error + length, r->error_size - (size_t)length, format, arguments);
    va_end(arguments);
    plain_line(r->error);
    return false;
}

// Not by getline(): a line without an end would take unlimited memory.
static bool next_line(reader *r)
{
    size_t length = 0;
    int c;

    r->line++;
    while ((c = getc_unlocked(r->file)) != EOF && c != '\n') {
        if (length + 1 >= r->size)
            r->text = realloc(r->text, r->size = 2 * r->size + 1024);
        r->text[length++] = (char)c;
        if (c == 0)
            return refuse(r, "seen a byte 0, expected text");
        if (length == STIMULUS_LINE)
            return refuse(r, "seen a line of %d bytes or more, expected a shorter one", STIMULUS_LINE);
    }
    if (c == EOF && length == 0)
        return refuse(r, "the file ends here, expected a line 'end'");
    if (length == 0)
        r->text = r->text ? r->text : calloc(1, r->size = 1024);
    r->text[length] = 0;
    return true;
}

// The rest of a line that must begin with a word and a blank, or NULL.
static const char *after(reader *r, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(r->text, word, length) == 0 && (r->text[length] == ' ' || !r->text[length]))
        return r->text + length + (r->text[length] == ' ');
    refuse(r, "'%.40s', expected a line '%s ...'", r->text, word);
    return NULL;
}

static const char *named_line(reader *r, const char *word) { return next_line(r) ? after(r, word) : NULL; }

static bool read_values(reader *r, const block_field *field, const char **cursor, void *structure)
{
    for (unsigned element = 0; element < field->count; element++) {
        const char *end = *cursor;
        uint64_t value;
        if (!hexadecimal_at(&end, &value))
            return refuse(r, "'%.20s' in field %s, expected %u hexadecimal values", *cursor, field->name, field->count);
        if (value & ~MASK(field->width))
            return refuse(r, "value %" PRIx64 " in field %s, expected at most %u bits", value, field->name,
                          field->width);
        if (value & ~field_mask(field, element))
            return refuse(r, "value %" PRIx64 " in field %s, expected no bits but %" PRIx64, value, field->name,
                          field_mask(field, element));
        field_set(field, structure, element, value);
        *cursor = end;
        if (element + 1 < field->count && *(*cursor)++ != ',')
            return refuse(r, "field %s ends after %u values, expected %u", field->name, element + 1, field->count);
    }
    return true;
}

// "name=values name=values ..." of inputs or of registers.
static bool read_fields(reader *r, const block_ops *ops, bool inputs, const char *cursor, void *structure)
{
    for (; *cursor == ' '; cursor++) {
    }
    while (*cursor) {
        size_t length = strcspn(cursor, "= ");
        const block_field *f = ops->fields;
        while (f->name && !(strlen(f->name) == length && strncmp(f->name, cursor, length) == 0 &&
                            (inputs ? field_is_input(f) : field_is_state(f))))
            f++;
        if (!f->name || cursor[length] != '=')
            return refuse(r, "'%.*s', expected name=values of %s of %s", (int)length, cursor,
                          inputs ? "an input" : "a register", ops->block);
        cursor += length + 1;
        if (!read_values(r, f, &cursor, structure))
            return false;
        if (*cursor && *cursor != ' ')
            return refuse(r, "'%.20s' after field %s, expected a blank", cursor, f->name);
        while (*cursor == ' ')
            cursor++;
    }
    return true;
}

// Before a blank or the line's end.
static bool read_number(reader *r, const char *expected, uint64_t low, uint64_t high, const char **cursor, uint64_t *number)
{
    const char *from = *cursor;

    return (whole_number_at(cursor, low, high, number) && (!**cursor || **cursor == ' ')) ||
           refuse(r, "'%.24s', expected %s from %" PRIu64 " to %" PRIu64, from, expected, low, high);
}

static bool read_only_number(reader *r, const char *expected, uint64_t high, const char *text, uint64_t *number)
{
    return read_number(r, expected, 0, high, &text, number) && (!*text || refuse(r, "'%.24s' behind %s, expected nothing", text, expected));
}

static bool read_head(reader *r, stimulus *s, bool verilog)
{
    const char *text;
    char block[64];
    uint64_t late;

    if (!next_line(r))
        return false;
    if (strcmp(r->text, "warplock stimulus 1") != 0)
        return refuse(r, "'%.40s', expected 'warplock stimulus 1'", r->text);
    if (!(text = named_line(r, "block")))
        return false;
    snprintf(block, sizeof block, "%s", text);
    if (!(text = named_line(r, "config")))
        return false;
    char why[TUPLE_ERROR];
    const block_ops *ops = tuple_named(block, text, verilog, why, sizeof why);
    if (!ops)
        return refuse(r, "%s", why);
    if (!(text = named_line(r, "instance")))
        return false;
    if (!plain_is(text) || strlen(text) >= STIMULUS_NAME)
        return refuse(r, "instance '%.40s', expected a name of fewer than %d bytes, none a control character", text, STIMULUS_NAME);
    stimulus_open(s, ops, text, 64);
    if (!(text = named_line(r, "seed")) || !read_only_number(r, "a seed", UINT64_MAX, text, &s->seed))
        return false;
    if (!(text = named_line(r, "check_late")) || !read_only_number(r, "check_late", 1, text, &late))
        return false;
    s->check_late = late;
    return true;
}

static bool read_start(reader *r, stimulus *s)
{
    const char *text = named_line(r, "start");
    if (!text)
        return false;
    s->from_reset = strcmp(text, "reset") == 0;
    if (s->from_reset)
        return true;
    if (strncmp(text, "state", 5) != 0 || (text[5] && text[5] != ' '))
        return refuse(r, "start '%.20s', expected reset or state", text);
    if (!read_fields(r, s->ops, false, text + 5, s->q))
        return false;
    text = named_line(r, "before");
    return text && read_fields(r, s->ops, true, text, s->before);
}

// Its number, and how many edges: in the order of time, few enough that a replay, which makes each, ends.
static bool read_step(reader *r, bool look, bool sleep, const char **cursor, uint64_t *next, uint64_t *cycles, stimulus_step *step)
{
    step->edges = !look;
    if (!read_number(r, "a cycle number", 0, INT64_MAX - STIMULUS_CYCLES, cursor, &step->cycle))
        return false;
    *cursor += sleep && **cursor == ' ';
    if (sleep && !read_number(r, "a number of cycles", 1, STIMULUS_CYCLES, cursor, &step->edges))
        return false;
    if (step->cycle < *next)
        return refuse(r, "cycle %" PRIu64 ", expected %" PRIu64 " or a later one", step->cycle, *next);
    *next = step->cycle + step->edges;
    *cycles += step->edges;
    return *cycles <= STIMULUS_CYCLES || refuse(r, "seen %" PRIu64 " cycles so far, expected at most %d", *cycles, STIMULUS_CYCLES);
}

static bool read_steps(reader *r, stimulus *s)
{
    unsigned char *in = calloc(1, s->ops->in_size);
    uint64_t next = 0, cycles = 0;
    bool good = true;

    memcpy(in, s->before, s->ops->in_size);
    while ((good = next_line(r)) && strcmp(r->text, "end") != 0) {
        bool look = strncmp(r->text, "look ", 5) == 0, sleep = strncmp(r->text, "sleep ", 6) == 0;
        const char *cursor = r->text + (sleep ? 6 : 5);
        stimulus_step step;
        if (!look && !sleep && strncmp(r->text, "step ", 5) != 0) {
            good = refuse(r, "'%.20s', expected step, look, sleep or end", r->text);
            break;
        }
        if (!(good = read_step(r, look, sleep, &cursor, &next, &cycles, &step) && read_fields(r, s->ops, true, cursor, in)))
            break;
        stimulus_append(s, step.cycle, step.edges, in);
    }
    free(in);
    return good;
}

static bool read_opened(stimulus *s, FILE *file, const char *why, const char *path, bool verilog, char *error, size_t error_size)
{
    reader r = {.file = file, .path = path, .error = error, .error_size = error_size};
    bool good;

    memset(s, 0, sizeof *s);
    if (!file) {
        snprintf(error, error_size, "%s: %s", path, why);
        plain_line(error);
        return false;
    }
    good = read_head(&r, s, verilog) && read_start(&r, s) && read_steps(&r, s);
    if (!good)
        stimulus_close(s);
    fclose(r.file);
    free(r.text);
    return good;
}

bool stimulus_read(stimulus *s, const char *path, bool verilog, char *error, size_t error_size)
{
    const char *why;
    FILE *file = input_open(path, &why);
    return read_opened(s, file, why, path, verilog, error, error_size);
}

bool stimulus_read_own(stimulus *s, const char *path, bool verilog, char *error, size_t error_size)
{
    const char *why;
    FILE *file = input_open_own(path, &why);
    return read_opened(s, file, why, path, verilog, error, error_size);
}
