// The GTKWave save file of a wave: a marked field on top, then a group per instance with its registers, outputs and
// inputs. Vectors are closed groups; rows of form ANALOG are drawn as steps; ENUM rows carry their meaning as a comment
// line.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tb/field.h"
#include "tb/wave.h"

// GTKWave's trace flags (analyzer.h of GTKWave 3.3).
enum {
    HEXADECIMAL = 0x22,
    DECIMAL = 0x24,
    BINARY = 0x28,
    ANALOG_STEP = 0x8000,
    BLANK = 0x200,
    ANALOG_STRETCH = 0x20000
};
enum { GROUP_BEGIN = 0x800200, GROUP_END = 0x1000200, CLOSED_BEGIN = 0xc00200, CLOSED_END = 0x1401200 };
enum { ANALOG_ROWS = 3, CONTEXT_CYCLES = 16, CYCLES_AT_ZOOM_0 = 3, OPEN_END_SHOWN = 50000 };
#define MARKED_ZOOM 2.6

static void group(FILE *file, bool begin, bool closed, const char *name)
{
    unsigned flags = begin ? closed ? CLOSED_BEGIN : GROUP_BEGIN : closed ? CLOSED_END : GROUP_END;
    fprintf(file, "@%x\n-%s\n", flags, name);
}

static void write_signal(FILE *file, const wave_instance *instance, const block_field *field, unsigned element,
                         int column)
{
    char name[WAVE_NAME];
    bool analog = field->form == FORM_ANALOG && column != 2;
    unsigned flags = column == 2 || field->form == FORM_HEX ? HEXADECIMAL : field->form == FORM_BOOL ? BINARY : DECIMAL;

    wave_signal_name(field, element, column, name);
    fprintf(file, "@%x\nlockstep.%s.%s", flags | (analog ? ANALOG_STEP : 0), instance->scope, name);
    if (field->width > 1)
        fprintf(file, "[%d:0]", field->width - 1);
    fputc('\n', file);
    if (analog) {
        fprintf(file, "@%x\n", ANALOG_STRETCH);
        for (int row = 0; row < ANALOG_ROWS; row++)
            fputs("-\n", file);
    }
}

static void write_element(FILE *file, const wave *w, const wave_instance *instance, const block_field *field,
                          unsigned element)
{
    for (int column = 0; column < WAVE_COLUMNS; column++)
        if (wave_has_column(w, field, column))
            write_signal(file, instance, field, element, column);
}

static void write_field(FILE *file, const wave *w, const wave_instance *instance, const block_field *field)
{
    if (field->form == FORM_ENUM)
        fprintf(file, "@%x\n-%s: %s\n", BLANK, field->name, field->words);
    if (field->is_vector)
        group(file, true, true, field->name);
    for (unsigned element = 0; element < field->count; element++)
        write_element(file, w, instance, field, element);
    if (field->is_vector)
        group(file, false, true, field->name);
}

static void write_kind(FILE *file, const wave *w, const wave_instance *instance, field_kind kind, const char *title)
{
    group(file, true, false, title);
    for (const block_field *f = instance->ops->fields; f->name; f++)
        if (f->kind == kind || (kind == FIELD_IN && f->kind == FIELD_IN_LATE))
            write_field(file, w, instance, f);
    group(file, false, false, title);
}

static void write_instance(FILE *file, const wave *w, const wave_instance *instance, bool closed)
{
    char title[WAVE_NAME];

    snprintf(title, sizeof title, "%s %s (%s)", instance->ops->block, instance->block->name, instance->ops->config);
    group(file, true, closed, title);
    write_kind(file, w, instance, FIELD_REG, "registers");
    write_kind(file, w, instance, FIELD_OUT, "outputs");
    write_kind(file, w, instance, FIELD_IN, "inputs");
    group(file, false, closed, title);
}

static void write_mark(FILE *file, const wave *w)
{
    char title[2 * WAVE_NAME], name[FIELD_TEXT];

    field_element_name(w->mark.field, w->mark.element, name);
    snprintf(title, sizeof title, "first divergence: cycle %" PRIu64 ", %s %s", w->mark.cycle,
             field_kind_word(w->mark.field), name);
    group(file, true, false, title);
    if (w->mark.field->kind != FIELD_MEM)
        write_element(file, w, w->mark.instance, w->mark.field, w->mark.element);
    group(file, false, false, title);
}

// GTKWave's zoom, a power of two, at which the window fills about the width of a picture; that of an open end shows a
// part.
static double whole_zoom(const wave *w)
{
    uint64_t cycles = w->end - w->start < OPEN_END_SHOWN ? w->end - w->start : OPEN_END_SHOWN;
    double zoom = 0;
    for (uint64_t shown = CYCLES_AT_ZOOM_0; shown < cycles; shown *= 2)
        zoom++;
    return zoom;
}

// A scheduler belongs to its SM.
static bool same_place(const wave_instance *instance, const wave_instance *first)
{
    place_kind kind = instance->block->place.kind == PLACE_SCHEDULER ? PLACE_SM : instance->block->place.kind;
    place_kind wanted = first->block->place.kind == PLACE_SCHEDULER ? PLACE_SM : first->block->place.kind;
    return kind == wanted && instance->block->place.index == first->block->place.index;
}

static bool cannot_write(const wave *w, char *message, size_t size)
{
    snprintf(message, size, "%.160s: its save file cannot be written: %s", w->path, strerror(errno));
    return false;
}

bool wave_write_save_file(const wave *w, const char *path, char *message, size_t size)
{
    FILE *file = fopen(path, "w");
    const char *base = strrchr(w->path, '/');
    bool marked = w->mark.instance != NULL;
    uint64_t left = w->start;
    double divided = w->divided ? 10 : 0;           // zoom: 2 to the 10 ticks a core cycle

    if (!file)
        return cannot_write(w, message, size);
    if (marked)
        left = w->mark.time.cycle > CONTEXT_CYCLES ? w->mark.time.cycle - CONTEXT_CYCLES : 0;
    fprintf(file, "%s\n[dumpfile] \"%s\"\n[timestart] %" PRIu64 "\n[size] 1360 800\n[pos] -1 -1\n",
            WAVE_SAVE_MARK, base ? base + 1 : w->path, wave_ticks(w, (wave_time){left, 0}));
    fprintf(file, "*-%f %" PRIu64, marked ? MARKED_ZOOM + divided : whole_zoom(w) + divided, marked ? wave_ticks(w, w->mark.time) : wave_ticks(w, (wave_time){w->start, 0}));
    for (int marker = 0; marker < 26; marker++)
        fputs(" -1", file);
    fputs("\n[sst_width] 120\n[signals_width] 460\n[sst_expanded] 0\n", file);
    if (marked)
        write_mark(file, w);
    for (const wave_instance *instance = w->first; instance; instance = instance->next)
        write_instance(file, w, instance, marked ? instance != w->mark.instance : !same_place(instance, w->first));
    bool good = !ferror(file);
    return (fclose(file) == 0 && good) || cannot_write(w, message, size);
}
