// The FST of block instances, through the FST writer that ships with Verilator; see tb/wave.h.
#include "tb/wave.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "fstapi.h"
#include "tb/field.h"

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

enum { FST_FILE, SAVE_FILE, HIERARCHY_FILE };       // the last one is the FST writer's while it writes
static const char *const names[] = {"wave.fst", "wave.gtkw", "wave.fst.hier", NULL};

void wave_file_name(const char *path, int i, char name[static OUTPUT_PATH])
{
    size_t length = strlen(path);
    bool replaces = i == SAVE_FILE && length > 4 && strcmp(path + length - 4, ".fst") == 0;

    snprintf(name, OUTPUT_PATH, "%.*s%s", (int)(length - (replaces ? 4 : 0)), path, i == SAVE_FILE ? ".gtkw" : "");
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

    if (strlen(path) + sizeof ".gtkw" > OUTPUT_PATH) {
        snprintf(message, size, "seen a path of %zu characters, expected fewer than %zu", strlen(path), OUTPUT_PATH - sizeof ".gtkw");
        return false;
    }
    for (int i = 0; i < WAVE_FILES; i++) {
        wave_file_name(path, i, name);
        if (!output_allowed(name, message, size))
            return false;
        if (stat(name, &status) == 0 && !S_ISREG(status.st_mode)) {
            snprintf(message, size, "%.160s: is a device or a pipe, expected a file or none", name);
            return false;
        }
        if (i == FST_FILE ? !begins_with(name, fst, sizeof fst, "an FST wave", message, size)
                          : !begins_with(name, WAVE_SAVE_MARK, strlen(WAVE_SAVE_MARK), "a save file that warplock wrote", message, size))
            return false;
    }
    return true;
}

static bool cannot_write(const wave *w, char *message, size_t size)
{
    snprintf(message, size, "%.160s: cannot be written: %s", w->path, errno ? strerror(errno) : "it is not whole");
    return false;
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
    fstWriterSetUpscope(w->fst);
    if (w->last)
        w->last->next = instance;
    else
        w->first = instance;
    w->last = instance;
    return instance;
}

// The FST writer wants the hierarchy complete before the first value.
static void end_hierarchy(wave *w)
{
    if (!w->opened)
        fstWriterSetUpscope(w->fst);
    w->opened = true;
}

// Edges of other clocks: those between two core cycles, each with room for what it leaves behind it.
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
    w->end_ticks = wave_ticks(w, time);
    fstWriterEmitTimeChange(w->fst, w->end_ticks);
    return true;
}

static void put(wave_instance *instance, size_t index, unsigned width, uint64_t value)
{
    uint32_t handle = instance->handles[index];
    if (handle && (!instance->written || instance->shown[index] != value)) {
        fstWriterEmitValueChange64(instance->owner->fst, handle, width, value);
        instance->shown[index] = value;
    }
}

// All fields for which `wanted` holds; structures of a side that is absent are the other side's.
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

static bool is_output(const block_field *f) { return f->kind == FIELD_OUT; }

void wave_put_inputs(wave_instance *instance, const void *in) { put_fields(instance, field_is_input, in, in); }

void wave_put_outputs(wave_instance *instance, const void *model, const void *rtl)
{
    put_fields(instance, is_output, model ? model : rtl, rtl ? rtl : model);
}

void wave_put_registers(wave_instance *instance, const void *model, const void *rtl)
{
    put_fields(instance, field_is_state, model ? model : rtl, rtl ? rtl : model);
    instance->written = true;
}

void wave_set_mark(wave *w, const wave_mark *mark) { w->mark = *mark; }

// --- its end

// The writer does not say when a write has failed: a wave that is not whole cannot be opened, or ends too early.
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

bool wave_save(wave *w, char *message, size_t size)
{
    char file[OUTPUT_PATH], name[OUTPUT_PATH];

    errno = 0;
    end_writing(w);
    output_folder_file(&w->files, names[FST_FILE], file);
    if (!is_whole(w, file))
        return cannot_write(w, message, size);
    output_folder_file(&w->files, names[SAVE_FILE], file);
    if (!wave_write_save_file(w, file, message, size))
        return false;
    for (int i = 0; i < WAVE_FILES; i++) {
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
        free(instance);
    }
    free(w);
}
