// SPDX-License-Identifier: BSD-3-Clause
// The folder of a recording appears when it is complete; see tb/lockstep/record.h and docs/lockstep.md.
#include "tb/lockstep/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/lockstep/internal.h"

struct recording {
    stimulus inputs;
    FILE    *outputs;                       // their text
    char    *text;
    size_t   size;
    void    *last;                          // outputs of the step before
};

struct record_text {
    const char *name;
    FILE       *stream;
    char       *text;
    size_t      size;
    record_text *next;
};

enum { FOLDER_MAX = 1024, PATH_EXTRA = 160, FIRST_CAPACITY = 1024 };

bool record_possible(const char *folder, char *error, size_t error_size)
{
    char parent[FOLDER_MAX] = ".";
    const char *slash = strrchr(folder, '/');

    if (strlen(folder) >= FOLDER_MAX - 1) {
        snprintf(error, error_size, "the folder's name has %zu characters, expected less than %d", strlen(folder),
                 FOLDER_MAX - 1);
        return false;
    }
    if (access(folder, F_OK) == 0) {
        snprintf(error, error_size, "%s: exists and is not overwritten, expected a new folder", folder);
        return false;
    }
    if (slash)
        snprintf(parent, sizeof parent, "%.*s", slash == folder ? 1 : (int)(slash - folder), folder);
    if (access(parent, W_OK | X_OK) != 0) {
        snprintf(error, error_size, "%s: cannot be made: %s", folder, strerror(errno));
        return false;
    }
    return true;
}

// The SM's recording includes the blocks that the GPU has one of: they run on the same clock and drive the SM's.
static bool is_recorded(const lockstep_options *options, block_place place)
{
    const place_kind wanted = options->record_place.kind, kind = place.kind == PLACE_SCHEDULER ? PLACE_SM : place.kind;
    if (!options->record_dir)
        return false;
    return (wanted == PLACE_SM && kind == PLACE_GPU) || (kind == wanted && place.index == options->record_place.index);
}

// Texts are wanted only of the place itself.
static bool is_wanted(const lockstep_options *options, block_place place)
{
    return is_recorded(options, place) && place.kind == options->record_place.kind;
}

recording *record_open(const block *b)
{
    if (!is_recorded(&b->owner->options, b->place))
        return NULL;
    recording *r = calloc(1, sizeof *r);
    if (!r)
        abort();
    stimulus_open(&r->inputs, b->ops, b->name, FIRST_CAPACITY);
    r->last = calloc(1, b->ops->out_size);
    r->outputs = open_memstream(&r->text, &r->size);
    if (!r->last || !r->outputs)
        abort();
    record_clear(r);
    return r;
}

void record_clear(recording *r)
{
    stimulus_clear(&r->inputs);
    memset(r->last, 0, r->inputs.ops->out_size);
    rewind(r->outputs);
    fprintf(r->outputs, "warplock outputs 1\nblock %s\nconfig %s\ninstance %s\n", r->inputs.ops->block,
            r->inputs.ops->config, r->inputs.instance);
}

// The outputs that differ from the line before.
static void write_outputs(recording *r, uint64_t cycle, const void *out)
{
    fprintf(r->outputs, "step %" PRIu64, cycle);
    for (const block_field *f = r->inputs.ops->fields; f->name; f++)
        if (f->kind == FIELD_OUT && !stimulus_field_same(f, out, r->last))
            stimulus_write_field(r->outputs, f, out);
    fputc('\n', r->outputs);
    memcpy(r->last, out, r->inputs.ops->out_size);
}

void record_step(recording *r, const lockstep_options *options, uint64_t cycle, const void *in, const void *out)
{
    if (r->inputs.count >= options->record_cycles)
        return;
    stimulus_append(&r->inputs, cycle, 1, in);
    write_outputs(r, cycle, out);
}

void record_close(recording *r)
{
    if (!r)
        return;
    stimulus_close(&r->inputs);
    fclose(r->outputs);
    free(r->text);
    free(r->last);
    free(r);
}

// --- texts of the simulator

bool lockstep_records(const lockstep *run, block_place place, uint64_t *cycles)
{
    *cycles = run->options.record_cycles;
    return is_wanted(&run->options, place);
}

FILE *lockstep_attach(lockstep *run, const char *file_name)
{
    if (!run->options.record_dir)
        return NULL;
    record_text *t = calloc(1, sizeof *t);
    if (!t)
        abort();
    t->name = file_name;
    t->stream = open_memstream(&t->text, &t->size);
    if (!t->stream)
        abort();
    t->next = run->texts;
    run->texts = t;
    return t->stream;
}

void record_close_texts(record_text *t)
{
    for (record_text *next; t; t = next) {
        next = t->next;
        fclose(t->stream);
        free(t->text);
        free(t);
    }
}

// --- the folder

// "oaws_dlc.txt", "warp_arbiter.1.outputs.txt".
static void name_file(char path[FOLDER_MAX + PATH_EXTRA], const stimulus *s, const char *folder, const char *ending)
{
    const char *scheduler = strstr(s->instance, " sched ");

    snprintf(path, FOLDER_MAX + PATH_EXTRA, "%s/%s%s%s%s", folder, s->ops->block, scheduler ? "." : "",
             scheduler ? scheduler + 7 : "", ending);
}

static bool finish(FILE *file)
{
    bool good = !ferror(file);
    return fclose(file) == 0 && good;
}

static bool write_text(const char *path, FILE *stream, char *const *text, const size_t *size)
{
    FILE *file = fopen(path, "wx");
    if (!file)
        return false;
    fflush(stream);
    fwrite(*text, 1, *size, file);
    return finish(file);
}

static bool write_one(recording *r, const char *folder)
{
    char path[FOLDER_MAX + PATH_EXTRA];

    name_file(path, &r->inputs, folder, ".txt");
    FILE *file = fopen(path, "wx");         // an observer's second instance is not recorded
    if (!file)
        return errno == EEXIST;
    stimulus_write(&r->inputs, file);
    if (!finish(file))
        return false;
    name_file(path, &r->inputs, folder, ".outputs.txt");
    fputs("end\n", r->outputs);
    return write_text(path, r->outputs, &r->text, &r->size);
}

static bool write_attached(const record_text *t, const char *folder)
{
    char path[FOLDER_MAX + PATH_EXTRA];

    snprintf(path, sizeof path, "%s/%s", folder, t->name);
    return write_text(path, t->stream, &t->text, &t->size);
}

static void remove_folder(const lockstep *run, const char *folder)
{
    static const char *const endings[] = {".txt", ".outputs.txt"};
    char path[FOLDER_MAX + PATH_EXTRA];

    for (const block *b = run->first; b; b = b->next)
        for (int i = 0; b->monitor && b->monitor->recorded && i < 2; i++) {
            name_file(path, &b->monitor->recorded->inputs, folder, endings[i]);
            unlink(path);
        }
    for (const record_text *t = run->texts; t; t = t->next) {
        snprintf(path, sizeof path, "%s/%s", folder, t->name);
        unlink(path);
    }
    rmdir(folder);
}

bool lockstep_save_recording(lockstep *run, char *error, size_t error_size)
{
    char folder[FOLDER_MAX + 8];
    bool made, good;

    if (!run->options.record_dir)
        return true;
    snprintf(folder, sizeof folder, "%s.XXXXXX", run->options.record_dir);
    made = mkdtemp(folder) != NULL;
    good = made && chmod(folder, 0755) == 0;
    for (const block *b = run->first; b && good; b = b->next)
        if (b->monitor && b->monitor->recorded)
            good = write_one(b->monitor->recorded, folder);
    for (const record_text *t = run->texts; t && good; t = t->next)
        good = write_attached(t, folder);
    good = good && rename(folder, run->options.record_dir) == 0;
    if (!good) {
        snprintf(error, error_size, "%s: cannot be written: %s", run->options.record_dir, strerror(errno));
        if (made)
            remove_folder(run, folder);
    }
    return good;
}
