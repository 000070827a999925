// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/engine/slurm_batch.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tb/input_file.h"
#include "tb/output_file.h"
#include "tb/shell.h"
#include "tb/whole_number.h"

enum { NAME = 64 };

slurm_batch *slurm_batch_new(unsigned number, unsigned slices, unsigned entries)
{
    slurm_batch *b = calloc(1, sizeof *b);

    if (!b || !(b->slices = calloc(slices + 1, sizeof *b->slices)) ||
        !(b->entries = calloc(entries + 1, sizeof *b->entries)))
        abort();
    b->number = number;
    for (unsigned i = 0; i < slices; i++)
        b->slices[i].current = NO_RUN;
    return b;
}

void slurm_batch_free(slurm_batch *b)
{
    for (unsigned i = 0; i < b->n_entries; i++)
        free(b->entries[i].words);
    free(b->slices);
    free(b->entries);
    free(b);
}

void slurm_batch_name(const slurm_folder *f, unsigned number, char name[static SLURM_NAME])
{
    snprintf(name, SLURM_NAME, "%.32s%06u", f->prefix, number);
}

bool slurm_batch_number(const char *name, unsigned *number)
{
    const char *digits = name + strspn(name, "0");
    uint64_t value = 0;
    char again[16];

    if (*digits && !whole_number(digits, 1, UINT32_MAX - 1, &value))
        return false;
    *number = (unsigned)value;
    snprintf(again, sizeof again, "%06u", *number);
    return strcmp(again, name) == 0;
}

static void file_of(unsigned number, const char *what, char name[static NAME])
{
    snprintf(name, NAME, "batches/%06u%s%.40s", number, what[0] ? "/" : "", what);
}

static void file_of_task(unsigned number, unsigned task, char name[static NAME])
{
    char words[16];

    snprintf(words, sizeof words, "%04u", task);
    file_of(number, words, name);
}

static json_t *pack_slice(const slurm_batch *b, const slurm_slice *slice, char *message, size_t size)
{
    json_t *runs = json_array();

    for (const slurm_entry *e = b->entries + slice->first; e < b->entries + slice->first + slice->n; e++) {
        json_t *words = json_array();

        for (const char **word = e->words; *word; word++) {
            if (json_array_append_new(words, json_string(*word)) != 0) {
                snprintf(message, size, "seen `%.80s`, expected a name in UTF-8 for a run on a cluster", *word);
                json_decref(words);
                json_decref(runs);
                return NULL;
            }
        }
        json_array_append_new(runs, json_pack("{s:s, s:i, s:i, s:o}", "key", e->key, "tries", (int)e->tries,
                                              "losses", (int)e->losses, "words", words));
    }
    return json_pack("{s:o}", "runs", runs);
}

static bool write_script(const slurm_folder *f, const slurm_batch *b, const char *program, char *message, size_t size)
{
    char name[NAME], path[SLURM_PATH], number[16];
    output_file file;

    file_of(b->number, "script", name);
    slurm_path(f, path, "%s", name);
    if (!output_open(&file, path, message, size))
        return false;
    snprintf(number, sizeof number, "%u", b->number);
    fputs("#!/bin/sh\nexec", file.stream);
    for (const char *const *word = (const char *const[]){ program, "campaign", "task", f->path, number, NULL }; *word;
         word++) {
        fputc(' ', file.stream);
        shell_print(file.stream, *word);
    }
    fputc('\n', file.stream);
    return output_close(&file, message, size);
}

bool slurm_batch_write(const slurm_folder *f, const slurm_batch *b, const char *program, char *message, size_t size)
{
    char name[NAME], path[SLURM_PATH];
    bool good = true;

    file_of(b->number, "", name);
    slurm_path(f, path, "%s", name);
    if (mkdir(path, 0777) != 0) {                       // without locks it may be another process's: keep it
        snprintf(message, size, "%.200s: cannot be made: %m", path);
        return false;
    }
    for (unsigned i = 0; good && i < b->n_slices; i++) {
        json_t *slice = pack_slice(b, &b->slices[i], message, size);

        file_of_task(b->number, i, name);
        good = slice && slurm_write(f, name, slice, message, size);
        json_decref(slice);
    }
    good = good && write_script(f, b, program, message, size);
    if (!good)
        slurm_batch_remove(f, b->number);
    return good;
}

bool slurm_batch_write_job(const slurm_folder *f, const slurm_batch *b, char *message, size_t size)
{
    char name[NAME];
    json_t *job = json_pack("{s:i}", "job", (int)b->job);
    bool good;

    file_of(b->number, "job", name);
    good = slurm_write(f, name, job, message, size);
    json_decref(job);
    return good;
}

json_t *slurm_slice_read(const slurm_folder *f, unsigned number, unsigned task, sealed_state *state)
{
    char name[NAME];

    file_of_task(number, task, name);
    return slurm_read(f, name, state);
}

static void take_slice(slurm_batch *b, const json_t *runs)
{
    slurm_slice *slice = &b->slices[b->n_slices++];
    size_t n = json_array_size(runs);

    *slice = (slurm_slice){ .first = b->n_entries, .n = (unsigned)n, .current = NO_RUN };
    b->entries = realloc(b->entries, (b->n_entries + n + 1) * sizeof *b->entries);
    if (!b->entries)
        abort();
    for (size_t i = 0; i < n; i++) {
        slurm_entry *e = &b->entries[b->n_entries++];
        const char *key = "";
        int tries = 0, losses = 0;

        if (json_unpack(json_array_get(runs, i), "{s:s, s:i, s:i}", "key", &key, "tries", &tries, "losses",
                        &losses) != 0)
            key = "";
        *e = (slurm_entry){ .tries = (unsigned)tries, .losses = (unsigned)losses, .run = NO_RUN,
                              .slice = b->n_slices - 1 };
        snprintf(e->key, sizeof e->key, "%s", key);
    }
}

slurm_batch *slurm_batch_read(const slurm_folder *f, unsigned number)
{
    slurm_batch *b = slurm_batch_new(number, SLURM_MOST_TASKS, 0);
    char name[NAME];
    sealed_state state;
    json_t *object;

    file_of(number, "script", name);                    // the last file written before submission
    if (!slurm_exists(f, name)) {
        slurm_batch_free(b);
        return NULL;
    }
    file_of(number, "job", name);
    object = slurm_read(f, name, &state);
    b->job = (unsigned)json_integer_value(json_object_get(object, "job"));
    json_decref(object);
    while (b->n_slices < SLURM_MOST_TASKS) {
        object = slurm_slice_read(f, number, b->n_slices, &state);
        if (state == SEALED_ABSENT)
            break;
        take_slice(b, json_object_get(object, "runs"));
        json_decref(object);
    }
    return b;
}

typedef struct { const slurm_folder *folder; unsigned number; } removal;

static bool remove_one(void *context, const char *file)
{
    const removal *r = context;
    char name[NAME];

    file_of(r->number, file, name);
    slurm_remove(r->folder, name);
    return true;
}

void slurm_batch_remove(const slurm_folder *f, unsigned number)
{
    removal r = { f, number };
    char name[NAME];

    file_of(number, "", name);
    slurm_visit(f, name, remove_one, &r);
    slurm_remove(f, name);
}

void slurm_batch_said(const slurm_folder *f, unsigned number, char said[static 200])
{
    char name[NAME], path[SLURM_PATH], line[200];
    const char *why;
    FILE *file;

    said[0] = 0;
    file_of(number, "said", name);
    slurm_path(f, path, "%s", name);
    file = input_open(path, &why);
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (line[0])
            snprintf(said, 200, "%s", line);
    }
    if (file)
        fclose(file);
}
