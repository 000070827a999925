// SPDX-License-Identifier: BSD-3-Clause
// The GTKWave save file of a wave. On top, after a failure: the field that differs, and the inputs that led to it,
// those that had just changed first; otherwise the overview, rates and the rows of rtl_c/shown.def of the first place
// of each kind. Below, a group per instance with its registers, outputs and inputs. Vectors are closed groups; ANALOG
// rows and the overview's counts are drawn as steps; values of ENUM rows have their names, from translation files. The
// model is green, the RTL yellow, their difference red, inputs and rates orange.
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tb/wave/wave.h"

// GTKWave's trace flags (analyzer.h of GTKWave 3.3).
enum {
    HEXADECIMAL = 0x22,
    DECIMAL = 0x24,
    BINARY = 0x28,
    TRANSLATED = 0x2000,
    ANALOG_STEP = 0x8000,
    BLANK = 0x200,
    ANALOG_STRETCH = 0x20000
};
enum { GROUP_BEGIN = 0x800200, GROUP_END = 0x1000200, CLOSED_BEGIN = 0xc00200, CLOSED_END = 0x1401200 };
enum { ANALOG_ROWS = 3, FEW_CURVES = 10, CONTEXT_CYCLES = 16, NAMED_MARKERS = 26 };
// GTKWave's colours of traces; inputs and rates, which have no side, are orange.
enum { RED = 1, ORANGE = 2, YELLOW = 3, GREEN = 4 };
static const int colours[WAVE_COLUMNS] = {GREEN, YELLOW, RED};
#define MARKED_ZOOM 2.6
#define CYCLES_AT_ZOOM_0 3.2             // that the window shows

typedef struct {
    FILE       *file;
    const wave *wave;
    char        stem[OUTPUT_PATH];              // of the files beside the save file
    int         overview_rows;                  // beside its own, of each curve
} writer;

static void group(const writer *to, bool begin, bool closed, const char *name)
{
    unsigned flags = begin ? closed ? CLOSED_BEGIN : GROUP_BEGIN : closed ? CLOSED_END : GROUP_END;
    fprintf(to->file, "@%x\n-%s\n", flags, name);
}

static void colour(const writer *to, int colour)
{
    fprintf(to->file, "[color] %d\n", colour);
}

// Further rows for the curve of the signal before.
static void stretch(const writer *to, int rows)
{
    fprintf(to->file, "@%x\n", ANALOG_STRETCH);
    for (int row = 0; row < rows; row++)
        fputs("-\n", to->file);
}

static unsigned field_flags(const block_field *field)
{
    return field->form == FORM_HEX ? HEXADECIMAL : field->form == FORM_BOOL ? BINARY : DECIMAL;
}

static void write_signal(const writer *to, const wave_instance *instance, const block_field *field, unsigned element,
                         int column)
{
    int names = column == 2 ? -1 : wave_enum_of(instance->ops, field);
    bool analog = field->form == FORM_ANALOG && column != 2;
    char name[WAVE_NAME], file[WAVE_NAME];

    wave_signal_name(field, element, column, name);
    colour(to, field_is_input(field) ? ORANGE : colours[column]);
    fprintf(to->file, "@%x\n", (column == 2 ? HEXADECIMAL : field_flags(field)) | (analog ? ANALOG_STEP : 0) |
                                  (names < 0 ? 0 : TRANSLATED));
    if (names >= 0) {
        wave_enum_name((unsigned)names, file);
        fprintf(to->file, "^1 %s.%s\n", to->stem, file);
    }
    fprintf(to->file, "lockstep.%s.%s", instance->scope, name);
    if (field->width > 1)
        fprintf(to->file, "[%d:0]", field->width - 1);
    fputc('\n', to->file);
    if (analog)
        stretch(to, ANALOG_ROWS);
}

static void write_element(const writer *to, const wave_instance *instance, const block_field *field, unsigned element)
{
    for (int column = 0; column < WAVE_COLUMNS; column++)
        if (wave_has_column(to->wave, field, column))
            write_signal(to, instance, field, element, column);
}

static void write_field(const writer *to, const wave_instance *instance, const block_field *field)
{
    if (field->is_vector)
        group(to, true, true, field->name);
    for (unsigned element = 0; element < field->count; element++)
        write_element(to, instance, field, element);
    if (field->is_vector)
        group(to, false, true, field->name);
}

static void write_kind(const writer *to, const wave_instance *instance, field_kind kind, const char *title)
{
    group(to, true, false, title);
    for (const block_field *f = instance->ops->fields; f->name; f++)
        if (f->kind == kind || (kind == FIELD_IN && f->kind == FIELD_IN_LATE))
            write_field(to, instance, f);
    group(to, false, false, title);
}

static void write_instance(const writer *to, const wave_instance *instance, bool closed)
{
    char title[WAVE_NAME];

    snprintf(title, sizeof title, "%s %s (%s)", instance->ops->block, instance->block->name, instance->ops->config);
    group(to, true, closed, title);
    write_kind(to, instance, FIELD_REG, "registers");
    write_kind(to, instance, FIELD_OUT, "outputs");
    write_kind(to, instance, FIELD_IN, "inputs");
    group(to, false, closed, title);
}

// --- the overview

static bool same_place(block_place one, block_place other)
{
    char first[PLACE_NAME], second[PLACE_NAME];

    wave_place_scope(one, first);
    wave_place_scope(other, second);
    return strcmp(first, second) == 0;
}

static void write_shown(const writer *to, const wave_instance *instance, const wave_shown *shown)
{
    const block_field *field = shown->field;
    unsigned width = shown->handle ? shown_width(shown->row, field) : field->width;
    bool curve = width > 1;
    char name[WAVE_NAME], row[FIELD_TEXT];

    wave_shown_name(to->wave, shown, name);
    shown_name(shown->row, row);
    colour(to, colours[!(to->wave->sides & WAVE_MODEL)]);
    fprintf(to->file, "@%x\n+{%s: %s} lockstep.%s.%s", curve ? DECIMAL | ANALOG_STEP : BINARY, row, shown->row->words,
            instance->scope, name);
    if (curve)
        fprintf(to->file, "[%u:0]", width - 1);
    fputc('\n', to->file);
    if (curve)
        stretch(to, to->overview_rows);
}

static void write_rate(const writer *to, const wave_rate *rate)
{
    char scope[PLACE_NAME];

    wave_place_scope(rate->place, scope);
    colour(to, ORANGE);
    fprintf(to->file, "@%x\n+{%s %s: %s} lockstep.%s.%s\n", DECIMAL | ANALOG_STEP,
            scope, rate->name, rate->words, scope, rate->name);
    stretch(to, to->overview_rows);
}

static bool is_first_of_kind(const wave *w, block_place place)
{
    for (const wave_instance *instance = w->first; instance; instance = instance->next) {
        block_place seen = instance->block->place;
        bool alike = seen.kind == place.kind || (seen.kind == PLACE_SM && place.kind == PLACE_SCHEDULER) ||
                     (seen.kind == PLACE_SCHEDULER && place.kind == PLACE_SM);
        if (alike)
            return same_place(seen, place);
    }
    return true;                                // no block is in such a place
}

// Curves of the overview on top.
static unsigned count_shown(const wave *w)
{
    unsigned count = 0;
    for (const wave_rate *rate = w->first_rate; rate; rate = rate->next)
        count += is_first_of_kind(w, rate->place);
    for (const wave_instance *instance = w->first; instance; instance = instance->next)
        count += is_first_of_kind(w, instance->block->place) ? instance->n_overview : 0;
    return count;
}

static void write_overview(const writer *to)
{
    group(to, true, false, "overview");
    for (const wave_rate *rate = to->wave->first_rate; rate; rate = rate->next)
        if (is_first_of_kind(to->wave, rate->place))
            write_rate(to, rate);
    for (const wave_instance *instance = to->wave->first; instance; instance = instance->next)
        for (unsigned i = 0; i < instance->n_overview && is_first_of_kind(to->wave, instance->block->place); i++)
            write_shown(to, instance, &instance->overview[i]);
    group(to, false, false, "overview");
}

// The same of another place, before its first block.
static void write_place_overview(const writer *to, block_place place)
{
    char title[WAVE_NAME], scope[PLACE_NAME];

    wave_place_scope(place, scope);
    snprintf(title, sizeof title, "overview %s", scope);
    group(to, true, true, title);
    for (const wave_rate *rate = to->wave->first_rate; rate; rate = rate->next)
        if (same_place(rate->place, place))
            write_rate(to, rate);
    for (const wave_instance *instance = to->wave->first; instance; instance = instance->next)
        for (unsigned i = 0; i < instance->n_overview && same_place(instance->block->place, place); i++)
            write_shown(to, instance, &instance->overview[i]);
    group(to, false, true, title);
}

// --- a failure

// Inputs of the block in the cycle that led to it: elements that changed in that cycle, or those that did not.
static void write_causes(const writer *to, const wave_instance *instance, uint64_t ticks, bool changed)
{
    size_t index = 0;

    for (const block_field *f = instance->ops->fields; f->name; f++) {
        bool any = false;
        for (unsigned element = 0; element < f->count; element++, index += WAVE_COLUMNS) {
            bool now = field_is_input(f) && instance->changed[index] == ticks;
            any |= now;
            if (now && changed)
                write_element(to, instance, f, element);
        }
        if (field_is_input(f) && !changed && (f->is_vector || !any))
            write_field(to, instance, f);
    }
}

static void write_mark(const writer *to)
{
    const wave_mark *mark = &to->wave->mark;
    uint64_t ticks = wave_ticks(to->wave, mark->cause);
    char title[2 * WAVE_NAME], name[FIELD_TEXT];

    field_element_name(mark->field, mark->element, name);
    snprintf(title, sizeof title, "first divergence: cycle %" PRIu64 ", %s %s", mark->cycle, field_kind_word(mark->field), name);
    group(to, true, false, title);
    if (mark->field->kind != FIELD_MEM)
        write_element(to, mark->instance, mark->field, mark->element);
    group(to, false, false, title);
    group(to, true, false, "inputs that had just changed (marker A)");
    write_causes(to, mark->instance, ticks, true);
    group(to, false, false, "inputs that had just changed (marker A)");
    group(to, true, false, "the other inputs");
    write_causes(to, mark->instance, ticks, false);
    group(to, false, false, "the other inputs");
}

// --- the file

// GTKWave's zoom, a power of two, at which the wave fills the window.
static double whole_zoom(const wave *w)
{
    double ticks = (double)w->end_ticks - (double)wave_ticks(w, (wave_time){w->start, 0});
    return ticks > CYCLES_AT_ZOOM_0 ? log2(ticks / CYCLES_AT_ZOOM_0) : 0;
}

static bool cannot_write(const wave *w, char *message, size_t size)
{
    snprintf(message, size, "%.160s: its save file cannot be written: %s", w->path, strerror(errno));
    return false;
}

static void write_head(const writer *to, const char *base)
{
    const wave *w = to->wave;
    bool marked = w->mark.instance != NULL;
    double divided = w->divided ? 10 : 0;           // zoom: 2 to the 10 ticks a core cycle
    uint64_t left = w->start;

    if (marked)
        left = w->mark.time.cycle > CONTEXT_CYCLES ? w->mark.time.cycle - CONTEXT_CYCLES : 0;
    // GTKWave finds translation files relative to the save file, wherever both are moved to.
    fprintf(to->file, "%s\n[dumpfile] \"%s\"\n[savefile] \"%s.gtkw\"\n[timestart] %" PRIu64 "\n[size] 1360 800\n[pos] -1 -1\n",
            WAVE_SAVE_MARK, base, to->stem, wave_ticks(w, (wave_time){left, 0}));
    fprintf(to->file, "*-%f %" PRIu64, marked ? MARKED_ZOOM + divided : whole_zoom(w),
            wave_ticks(w, marked ? w->mark.time : (wave_time){w->start, 0}));
    for (int marker = 0; marker < NAMED_MARKERS; marker++) {
        if (marked && marker == 0)
            fprintf(to->file, " %" PRIu64, wave_ticks(w, w->mark.cause));
        else
            fputs(" -1", to->file);
    }
    fputs("\n[sst_width] 120\n[signals_width] 460\n[sst_expanded] 0\n", to->file);
}

bool wave_write_save_file(const wave *w, const char *path, char *message, size_t size)
{
    writer to = {.file = fopen(path, "w"), .wave = w};
    const char *slash = strrchr(w->path, '/'), *base = slash ? slash + 1 : w->path;
    const wave_instance *before = NULL;
    bool marked = w->mark.instance != NULL, shown = count_shown(w) != 0;
    size_t length = strlen(base);

    to.overview_rows = count_shown(w) > FEW_CURVES ? 1 : 2;
    if (!to.file)
        return cannot_write(w, message, size);
    bool named = length > 4 && strcmp(base + length - 4, ".fst") == 0;
    snprintf(to.stem, sizeof to.stem, "%.*s", (int)(named ? length - 4 : length), base);
    write_head(&to, base);
    if (marked)
        write_mark(&to);
    else if (shown)
        write_overview(&to);
    for (const wave_instance *instance = w->first; instance; before = instance, instance = instance->next) {
        block_place place = instance->block->place;
        if (!marked && shown && !is_first_of_kind(w, place) && (!before || !same_place(before->block->place, place)))
            write_place_overview(&to, place);
        write_instance(&to, instance, marked ? instance != w->mark.instance : w->first != w->last);
    }
    bool good = !ferror(to.file);
    return (fclose(to.file) == 0 && good) || cannot_write(w, message, size);
}
