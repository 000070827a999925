// SPDX-License-Identifier: BSD-3-Clause
// The FST of block instances, through the FST writer that ships with Verilator; see tb/wave/wave.h.
#include "tb/wave/wave.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fstapi.h"
#include "tb/field.h"
#include "tb/plain.h"

const char *const wave_column_names[WAVE_COLUMNS] = {"model", "rtl", "difference"};

bool wave_has_column(const wave *w, const block_field *field, int column)
{
    if (field_is_input(field))
        return column == 0;
    if (column == 2)
        return w->sides == (WAVE_MODEL | WAVE_RTL);
    return w->sides >> column & 1;
}

void wave_signal_name(const block_field *field, unsigned element, int column, char name[WAVE_NAME])
{
    const char *suffix = field_is_input(field) ? "i" : field->kind == FIELD_OUT ? "o" : "q";
    int length = snprintf(name, WAVE_NAME, "%s_%s", field->name, suffix);

    if (field->is_vector)
        length += snprintf(name + length, WAVE_NAME - (size_t)length, "_%u", element);
    if (!field_is_input(field))
        snprintf(name + length, WAVE_NAME - (size_t)length, "_%s", wave_column_names[column]);
}

// --- its files

// In their private folder; the last one is the FST writer's while it writes.
enum { FST_FILE, SAVE_FILE, ENUM_FILES };
static const char *const names[] = {"wave.fst", "wave.gtkw", "0.txt", "1.txt", "2.txt", "3.txt", "4.txt", "5.txt", "6.txt", "7.txt",
                                    "8.txt", "9.txt", "10.txt", "11.txt", "wave.fst.hier", NULL};
_Static_assert(sizeof names / sizeof *names == ENUM_FILES + WAVE_ENUMS + 2 && sizeof names / sizeof *names <= OUTPUT_NAMES + 1,
               "names of the files of a wave");

unsigned wave_file_count(void) { return ENUM_FILES + wave_enum_count(); }

void wave_file_name(const char *path, unsigned i, char name[static OUTPUT_PATH])
{
    size_t length = strlen(path);
    bool replaces = i != FST_FILE && length > 4 && strcmp(path + length - 4, ".fst") == 0;
    char suffix[WAVE_NAME] = "gtkw";

    if (i >= ENUM_FILES)
        wave_enum_name(i - ENUM_FILES, suffix);
    snprintf(name, OUTPUT_PATH, "%.*s%s%s", (int)(length - (replaces ? 4 : 0)), path, i == FST_FILE ? "" : ".",
             i == FST_FILE ? "" : suffix);
}

// An existing file is overwritten only if it begins with these bytes.
static bool begins_with(const char *path, const void *wanted, size_t length, const char *kind, char *message, size_t size)
{
    char seen[WAVE_MARK];
    FILE *file = fopen(path, "rb");

    if (!file)
        return true;
    size_t got = fread(seen, 1, length, file);
    fclose(file);
    if (got == 0 || (got == length && memcmp(seen, wanted, length) == 0))
        return true;
    snprintf(message, size, "%.160s: exists and is not %s; it is not overwritten", path, kind);
    return false;
}

bool wave_allowed(const char *path, char *message, size_t size)
{
    static const char fst[9] = {0, 0, 0, 0, 0, 0, 0, 1, 0x49};     // a header block of 329 bytes
    char name[OUTPUT_PATH];
    struct stat status;

    if (strlen(path) + WAVE_NAME > OUTPUT_PATH) {
        snprintf(message, size, "seen a path of %zu characters, expected fewer than %d", strlen(path), OUTPUT_PATH - WAVE_NAME + 1);
        return false;
    }
    if (strchr(path, '"') || !plain_is(path)) {
        snprintf(message, size, "seen a quote or a control character in the name, expected none, as GTKWave's save file has none for them");
        return false;
    }
    for (unsigned i = 0; i < wave_file_count(); i++) {
        const char *mark = i == SAVE_FILE ? WAVE_SAVE_MARK : WAVE_ENUM_MARK;
        wave_file_name(path, i, name);
        if (!output_allowed(name, message, size))
            return false;
        if (stat(name, &status) == 0 && !S_ISREG(status.st_mode)) {
            snprintf(message, size, "%.160s: is a device or a pipe, expected a file or none", name);
            return false;
        }
        if (i == FST_FILE ? !begins_with(name, fst, sizeof fst, "an FST wave", message, size)
                          : !begins_with(name, mark, strlen(mark), i == SAVE_FILE ? "a save file that warplock wrote"
                                                                              : "a translation file that warplock wrote", message, size))
            return false;
    }
    return true;
}

static bool cannot_write(const wave *w, char *message, size_t size)
{
    snprintf(message, size, "%.160s: cannot be written: %s", w->path, errno ? strerror(errno) : "it is not whole");
    return false;
}

// The FST writer goes on after a failed write: of its last errno only what a write says is the reason.
static bool is_not_whole(const wave *w, int said, char *message, size_t size)
{
    errno = said == ENOSPC || said == EDQUOT || said == EFBIG || said == EIO ? said : 0;
    return cannot_write(w, message, size);
}

wave *wave_open(const char *path, unsigned sides, uint64_t start, uint64_t cycles, char *message, size_t size)
{
    char file[OUTPUT_PATH];
    wave *w;

    if (!wave_allowed(path, message, size))
        return NULL;
    w = calloc(1, sizeof *w);
    if (!w)
        abort();
    strcpy(w->path, path);
    if (!output_folder_open(&w->files, path, names, message, size)) {
        free(w);
        return NULL;
    }
    output_folder_file(&w->files, names[FST_FILE], file);
    w->fst = fstWriterCreate(file, 1);
    if (!w->fst) {
        cannot_write(w, message, size);
        output_folder_close(&w->files);
        free(w);
        return NULL;
    }
    w->sides = sides;
    w->start = start;
    w->end = cycles ? start + cycles : UINT64_MAX;
    fstWriterSetPackType(w->fst, FST_WR_PT_LZ4);
    fstWriterSetTimescale(w->fst, -9);
    fstWriterSetDate(w->fst, "none");             // same run, same bytes; fst2vcd needs a word
    fstWriterSetVersion(w->fst, "warplock");
    fstWriterSetComment(w->fst, "1 ns is one core cycle");
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, "lockstep", NULL);
    return w;
}

// --- what it shows

static size_t signal_count(const block_ops *ops)
{
    size_t count = 0;
    for (const block_field *f = ops->fields; f->name; f++)
        count += (size_t)f->count * WAVE_COLUMNS;
    return count;
}

// What shown.def shows of a block; a row that is not a plain field is a signal of its own.
void wave_shown_name(const wave *w, const wave_shown *shown, char name[WAVE_NAME])
{
    char row[FIELD_TEXT];

    shown_name(shown->row, row);
    if (shown->handle)
        snprintf(name, WAVE_NAME, "%s_%s", row, wave_column_names[!(w->sides & WAVE_MODEL)]);
    else
        wave_signal_name(shown->field, 0, !(w->sides & WAVE_MODEL), name);
}

static void add_shown(wave *w, wave_instance *instance)
{
    char name[WAVE_NAME], row_name[FIELD_TEXT];

    for (const shown_row *row = shown_rows; row->name && instance->n_overview < WAVE_SHOWN; row++) {
        const block_field *field = shown_field(row, instance->ops);
        if (!field)
            continue;
        wave_shown *shown = &instance->overview[instance->n_overview++];
        *shown = (wave_shown){.row = row, .field = field};
        if (row->as == SHOWN_VALUE && !field->is_vector)
            continue;
        shown_name(row, row_name);
        snprintf(name, sizeof name, "%s_%s [%u:0]", row_name, wave_column_names[!(w->sides & WAVE_MODEL)],
                 shown_width(row, field) - 1);
        shown->handle = fstWriterCreateVar(w->fst, FST_VT_VCD_WIRE, FST_VD_IMPLICIT, shown_width(row, field), name, 0);
    }
}

wave_instance *wave_add(wave *w, const block *b, bool other_clock)
{
    const block_ops *ops = b->ops;
    wave_instance *instance = calloc(1, sizeof *instance);
    size_t index = 0;
    char name[WAVE_NAME];

    instance->owner = w;
    if (other_clock && !w->divided) {
        w->divided = true;
        fstWriterSetTimescale(w->fst, -12);
    }
    instance->ops = ops;
    instance->block = b;
    instance->handles = calloc(signal_count(ops), sizeof *instance->handles);
    instance->shown = calloc(signal_count(ops), sizeof *instance->shown);
    instance->changed = calloc(signal_count(ops), sizeof *instance->changed);
    unsigned twin = 1;                            // an observer may bring the block that the policy has
    for (const wave_instance *other = w->first; other; other = other->next)
        twin += other->ops == ops && strcmp(other->block->name, b->name) == 0;
    snprintf(instance->scope, sizeof instance->scope, "%s_%s", ops->block, b->name);
    if (twin > 1)
        snprintf(instance->scope + strlen(instance->scope), sizeof instance->scope - strlen(instance->scope), "_%u", twin);
    for (char *c = instance->scope; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, instance->scope, ops->config);
    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned element = 0; element < f->count; element++)
            for (int column = 0; column < WAVE_COLUMNS; column++, index++) {
                if (f->kind == FIELD_MEM || !wave_has_column(w, f, column))
                    continue;
                wave_signal_name(f, element, column, name);
                if (f->width > 1)
                    snprintf(name + strlen(name), sizeof name - strlen(name), " [%d:0]", f->width - 1);
                instance->handles[index] = fstWriterCreateVar(
                    w->fst, field_is_state(f) ? FST_VT_VCD_REG : FST_VT_VCD_WIRE, FST_VD_IMPLICIT, f->width, name, 0);
            }
    add_shown(w, instance);
    fstWriterSetUpscope(w->fst);
    if (w->last)
        w->last->next = instance;
    else
        w->first = instance;
    w->last = instance;
    return instance;
}

// "sm_0", of an SM or its schedulers.
void wave_place_scope(block_place place, char scope[PLACE_NAME])
{
    if (place.kind == PLACE_SCHEDULER)
        place.kind = PLACE_SM;
    block_place_name(place, scope);
    for (char *c = scope; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
}

void wave_add_rate(wave *w, block_place place, const char *name, const char *words, const uint64_t *counter)
{
    wave_rate *rate = calloc(1, sizeof *rate);
    char scope[PLACE_NAME];

    if (!rate)
        abort();
    wave_place_scope(place, scope);
    *rate = (wave_rate){.place = place, .name = name, .words = words, .counter = counter};
    fstWriterSetScope(w->fst, FST_ST_VCD_MODULE, scope, NULL);
    rate->handle = fstWriterCreateVar(w->fst, FST_VT_VCD_REAL, FST_VD_IMPLICIT, 64, name, 0);
    fstWriterSetUpscope(w->fst);
    if (w->last_rate)
        w->last_rate->next = rate;
    else
        w->first_rate = rate;
    w->last_rate = rate;
}

static void put_rates(wave *w, uint64_t cycle)
{
    for (wave_rate *rate = w->first_rate; rate; rate = rate->next) {
        uint64_t now = *rate->counter;
        double value = cycle > w->rates_since ? (double)(now - rate->before) / (double)(cycle - w->rates_since) : 0;
        fstWriterEmitValueChange(w->fst, rate->handle, &value);
        rate->before = now;
    }
    w->rates_since = cycle;
}

// Each interval that has ended since: nothing was counted in cycles that were skipped.
static void end_rates(wave *w, uint64_t cycle)
{
    while (w->rates_since / WAVE_RATE_CYCLES < cycle / WAVE_RATE_CYCLES) {
        uint64_t end = (w->rates_since / WAVE_RATE_CYCLES + 1) * WAVE_RATE_CYCLES;
        fstWriterEmitTimeChange(w->fst, wave_ticks(w, (wave_time){end, 0}));
        put_rates(w, end);
    }
}

// The FST writer wants the hierarchy complete before the first value.
static void end_hierarchy(wave *w)
{
    if (!w->opened)
        fstWriterSetUpscope(w->fst);
    w->opened = true;
}

// Edges of other clocks: those between two core cycles, each with room for its results.
wave_time wave_after(wave_time time)
{
    return time.nth ? (wave_time){time.cycle, time.nth + EDGES_IN_CYCLE} : (wave_time){time.cycle + 1, 0};
}

uint64_t wave_ticks(const wave *w, wave_time time)
{
    unsigned nth = time.nth % EDGES_IN_CYCLE, after = time.nth / EDGES_IN_CYCLE, step = WAVE_STEPS / EDGES_IN_CYCLE;
    return w->divided ? time.cycle * WAVE_STEPS + nth * step + after * step / 2 : time.cycle;
}

bool wave_at(wave *w, wave_time time, bool *opens)
{
    *opens = false;
    if (time.cycle < w->start || time.cycle >= w->end)
        return false;
    *opens = !w->opened;
    end_hierarchy(w);
    if (!*opens && w->first_rate)
        end_rates(w, time.cycle);
    w->end_ticks = wave_ticks(w, time);
    fstWriterEmitTimeChange(w->fst, w->end_ticks);
    if (*opens) {
        w->rates_since = time.cycle;
        put_rates(w, time.cycle);
    }
    return true;
}

static void put(wave_instance *instance, size_t index, unsigned width, uint64_t value)
{
    uint32_t handle = instance->handles[index];
    if (handle && (!instance->written || instance->shown[index] != value)) {
        fstWriterEmitValueChange64(instance->owner->fst, handle, width, value);
        instance->shown[index] = value;
        instance->changed[index] = instance->owner->end_ticks;
    }
}

// All fields for which `wanted` holds; an absent side shows the other side's structures.
static void put_fields(wave_instance *instance, bool (*wanted)(const block_field *), const void *model, const void *rtl)
{
    size_t index = 0;
    for (const block_field *f = instance->ops->fields; f->name; f++)
        for (unsigned element = 0; element < f->count; element++, index += WAVE_COLUMNS) {
            if (!wanted(f) || f->kind == FIELD_MEM)
                continue;
            uint64_t model_value = field_get(f, model, element), rtl_value = field_get(f, rtl, element);
            put(instance, index, f->width, model_value);
            put(instance, index + 1, f->width, rtl_value);
            put(instance, index + 2, f->width, model_value ^ rtl_value);
        }
}

static void put_shown(wave_instance *instance, bool outputs, const void *structure)
{
    for (unsigned i = 0; i < instance->n_overview; i++) {
        wave_shown *shown = &instance->overview[i];
        if (!shown->handle || (shown->field->kind == FIELD_OUT) != outputs)
            continue;
        uint64_t value = shown_value(shown->row, shown->field, structure);
        if (!instance->written || value != shown->value)
            fstWriterEmitValueChange64(instance->owner->fst, shown->handle, shown_width(shown->row, shown->field), value);
        shown->value = value;
    }
}

static bool is_output(const block_field *f) { return f->kind == FIELD_OUT; }

void wave_put_inputs(wave_instance *instance, const void *in) { put_fields(instance, field_is_input, in, in); }

void wave_put_outputs(wave_instance *instance, const void *model, const void *rtl)
{
    put_fields(instance, is_output, model ? model : rtl, rtl ? rtl : model);
    put_shown(instance, true, model ? model : rtl);
}

void wave_put_registers(wave_instance *instance, const void *model, const void *rtl)
{
    put_fields(instance, field_is_state, model ? model : rtl, rtl ? rtl : model);
    put_shown(instance, false, model ? model : rtl);
    instance->written = true;
}

void wave_set_mark(wave *w, const wave_mark *mark) { w->mark = *mark; }

// --- its end

// The writer does not report a failed write: an incomplete wave cannot be opened, or ends too early.
static bool is_whole(const wave *w, const char *file)
{
    void *reader = fstReaderOpen(file);
    bool whole = reader && fstReaderGetEndTime(reader) == w->end_ticks;

    if (reader)
        fstReaderClose(reader);
    return whole;
}

static void end_writing(wave *w)
{
    end_hierarchy(w);
    if (w->mark.instance) {
        w->end_ticks = wave_ticks(w, (wave_time){w->mark.time.cycle + WAVE_TAIL, 0});      // room to see the last cycle
        fstWriterEmitTimeChange(w->fst, w->end_ticks);
    }
    fstWriterClose(w->fst);
    w->fst = NULL;
}

// Writes the ENUM rows that a block in the wave has.
static bool write_enums(wave *w, bool wanted[static WAVE_ENUMS], char *message, size_t size)
{
    char path[OUTPUT_PATH];

    for (const wave_instance *instance = w->first; instance; instance = instance->next)
        for (const block_field *f = instance->ops->fields; f->name; f++)
            if (wave_enum_of(instance->ops, f) >= 0)
                wanted[wave_enum_of(instance->ops, f)] = true;
    for (unsigned i = 0; i < wave_enum_count(); i++) {
        output_folder_file(&w->files, names[ENUM_FILES + i], path);
        FILE *file = wanted[i] ? fopen(path, "w") : NULL;
        if (wanted[i] && (!file || !wave_enum_write(i, file)))
            return cannot_write(w, message, size);
    }
    return true;
}

bool wave_save(wave *w, char *message, size_t size)
{
    char file[OUTPUT_PATH], name[OUTPUT_PATH];
    bool enums[WAVE_ENUMS] = {false};
    int said;

    errno = 0;
    end_writing(w);
    said = errno;                       // is_whole overwrites errno
    output_folder_file(&w->files, names[FST_FILE], file);
    if (!is_whole(w, file))
        return is_not_whole(w, said, message, size);
    output_folder_file(&w->files, names[SAVE_FILE], file);
    if (!wave_write_save_file(w, file, message, size) || !write_enums(w, enums, message, size))
        return false;
    for (unsigned i = 0; i < wave_file_count(); i++) {
        if (i >= ENUM_FILES && !enums[i - ENUM_FILES])
            continue;
        wave_file_name(w->path, i, name);
        if (!output_folder_place(&w->files, names[i], name, message, size))
            return false;
    }
    return true;
}

void wave_close(wave *w)
{
    if (w->fst)
        end_writing(w);
    output_folder_close(&w->files);
    for (wave_instance *instance = w->first, *next; instance; instance = next) {
        next = instance->next;
        free(instance->handles);
        free(instance->shown);
        free(instance->changed);
        free(instance);
    }
    for (wave_rate *rate = w->first_rate, *next; rate; rate = next) {
        next = rate->next;
        free(rate);
    }
    free(w);
}
