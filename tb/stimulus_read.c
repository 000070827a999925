// SPDX-License-Identifier: BSD-3-Clause
// Reading a recorded stimulus; see tb/stimulus.h.
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tb/field.h"
#include "tb/input_file.h"
#include "tb/stimulus.h"
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
    return false;
}

static bool next_line(reader *r)
{
    ssize_t length = getline(&r->text, &r->size, r->file);
    r->line++;
    if (length < 0)
        return refuse(r, "the file ends here, expected a line 'end'");
    if (length > 0 && r->text[length - 1] == '\n')
        r->text[length - 1] = 0;
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

static bool read_head(reader *r, stimulus *s, bool verilog)
{
    const char *text;
    char block[64];

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
    stimulus_open(s, ops, text, 64);
    if (!(text = named_line(r, "seed")))
        return false;
    if (!whole_number(text, 0, UINT64_MAX, &s->seed))
        return refuse(r, "seed '%.30s', expected a whole number", text);
    if (!(text = named_line(r, "check_late")))
        return false;
    s->check_late = *text == '1';
    return strcmp(text, "0") == 0 || strcmp(text, "1") == 0 || refuse(r, "check_late '%.20s', expected 0 or 1", text);
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

// Behind it there is a blank, or the line ends.
static bool read_number(reader *r, const char *expected, const char **cursor, uint64_t *number)
{
    const char *from = *cursor;
    return (whole_number_at(cursor, 0, UINT64_MAX, number) && (!**cursor || **cursor == ' ')) ||
           refuse(r, "'%.30s', expected %s", from, expected);
}

// What happens in a cycle is said with its number: there must be one for the last of them.
static bool read_cycles(reader *r, bool sleep, const char **cursor, uint64_t *cycle, uint64_t *edges)
{
    uint64_t end;

    if (!read_number(r, "a cycle number", cursor, cycle))
        return false;
    if (sleep && **cursor)
        ++*cursor;
    if (sleep && !read_number(r, "a number of cycles", cursor, edges))
        return false;
    return !__builtin_add_overflow(*cycle, *edges, &end) ||
           refuse(r, "%" PRIu64 " cycles from %" PRIu64 " on, expected no cycle behind 2^64 - 1", *edges, *cycle);
}

static bool read_steps(reader *r, stimulus *s)
{
    unsigned char *in = calloc(1, s->ops->in_size);
    bool good = true;

    memcpy(in, s->before, s->ops->in_size);
    while ((good = next_line(r)) && strcmp(r->text, "end") != 0) {
        bool look = strncmp(r->text, "look ", 5) == 0, sleep = strncmp(r->text, "sleep ", 6) == 0;
        uint64_t edges = !look;
        const char *cursor = r->text + (sleep ? 6 : 5);
        if (!look && !sleep && strncmp(r->text, "step ", 5) != 0) {
            good = refuse(r, "'%.20s', expected step, look, sleep or end", r->text);
            break;
        }
        uint64_t cycle;
        if (!(good = read_cycles(r, sleep, &cursor, &cycle, &edges)))
            break;
        if (!(good = read_fields(r, s->ops, true, cursor, in)))
            break;
        stimulus_append(s, cycle, edges, in);
    }
    free(in);
    return good;
}

bool stimulus_read(stimulus *s, const char *path, bool verilog, char *error, size_t error_size)
{
    reader r = {.path = path, .error = error, .error_size = error_size};
    const char *why;
    bool good;

    memset(s, 0, sizeof *s);
    r.file = input_open(path, &why);
    if (!r.file) {
        snprintf(error, error_size, "%s: %s", path, why);
        return false;
    }
    good = read_head(&r, s, verilog) && read_start(&r, s) && read_steps(&r, s);
    if (!good)
        stimulus_close(s);
    fclose(r.file);
    free(r.text);
    return good;
}
