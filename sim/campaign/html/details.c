// SPDX-License-Identifier: BSD-3-Clause
// Time lines, PTX lines and other details of runs, and the sources of kernels; see sim/campaign/html/html.h.
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/html/html.h"
#include "tb/input_file.h"

enum { SOURCE_BYTES = 1 << 20 };

static json_t *part_of_run(unsigned kernel, unsigned system)
{
    return json_pack("{s:i, s:i}", "kernel", (int)kernel, "system", (int)system);
}

void html_add_times(const json_t *result, unsigned kernel, unsigned system, json_t *times)
{
    json_t *kept = json_object_get(result, "per_interval"), *own;

    if (!kept)
        return;
    own = part_of_run(kernel, system);
    json_object_set(own, "columns", json_object_get(kept, "columns"));
    json_object_set(own, "rows", json_object_get(kept, "rows"));
    json_array_append_new(times, own);
}

static json_t *line_row(json_t *line)
{
    json_t *counts = json_object(), *value;
    const char *key;

    json_object_foreach(line, key, value)
        if (json_is_integer(value) && strcmp(key, "line") != 0 && strcmp(key, "pc") != 0)
            json_object_set(counts, key, value);
    return json_pack("{s:O, s:O, s:O, s:o}", "kernel", json_object_get(line, "kernel"), "line",
                     json_object_get(line, "line"), "text", json_object_get(line, "text"), "counts", counts);
}

void html_add_lines(const json_t *result, unsigned kernel, unsigned system, json_t *lines)
{
    json_t *kept = json_object_get(result, "per_line"), *own, *rows, *line;
    size_t i;

    if (!kept)
        return;
    own = part_of_run(kernel, system);
    rows = json_array();
    json_array_foreach(kept, i, line)
        json_array_append_new(rows, line_row(line));
    json_object_set_new(own, "rows", rows);
    json_array_append_new(lines, own);
}

json_t *html_time_words(void)
{
    json_t *words = json_object();
    char name[SIMULATOR_SHOWN];
    const char *meaning;

    for (unsigned i = 0; simulator_shown_at(i, name, &meaning); i++)
        json_object_set_new(words, name, json_string(meaning));
    return words;
}

static void add_source(const char *name, const char *language, const char *text, size_t length, unsigned kernel,
                       json_t *sources)
{
    json_array_append_new(sources, json_pack("{s:i, s:s, s:o, s:o}", "kernel", (int)kernel, "language", language,
                                             "name", html_words(name), "text", html_string(text, length)));
}

static void add_bundled(const char *kernel, const char *suffix, const char *language, unsigned index, json_t *sources)
{
    carried_file file;
    char path[128];

    snprintf(path, sizeof path, "sim/workload/kernels/%.64s%s", kernel, suffix);
    file = carried_find(path);
    if (file.path)
        add_source(path, language, file.begin, (size_t)(file.end - file.begin), index, sources);
}

// A missing or very long file is left out.
static void add_file(const char *path, const char *language, unsigned index, json_t *sources)
{
    const char *why;
    FILE *file = input_open(path, &why);
    char *text = file ? malloc(SOURCE_BYTES) : NULL;
    size_t length = text ? fread(text, 1, SOURCE_BYTES, file) : 0;

    if (length && length < SOURCE_BYTES)
        add_source(path, language, text, length, index, sources);
    free(text);
    if (file)
        fclose(file);
}

// The PTX that a job file names. False when there is none.
static bool ptx_of_job(const char *path, char ptx[static SIMULATOR_PATH])
{
    const char *why, *name;
    FILE *file = input_open(path, &why);
    json_t *root = file ? json_loadf(file, 0, NULL) : NULL;

    if (file)
        fclose(file);
    name = json_string_value(json_object_get(root, "ptx"));
    if (name)
        source_resolve(path, name, ptx);
    json_decref(root);
    return name != NULL;
}

void html_add_sources(const campaign_kernel *kernel, unsigned index, json_t *sources)
{
    char ptx[SIMULATOR_PATH];
    size_t length;

    if (kernel->kind == KERNEL_BUNDLED) {
        add_bundled(kernel->word, ".ptx", "PTX", index, sources);
        add_bundled(kernel->word, ".cu", "CUDA C++", index, sources);
        return;
    }
    if (kernel->kind == KERNEL_TRACE)
        return;
    if (kernel->kind == KERNEL_PTX)
        snprintf(ptx, sizeof ptx, "%s", kernel->word);
    else if (!ptx_of_job(kernel->word, ptx))
        return;
    add_file(ptx, "PTX", index, sources);
    length = strlen(ptx);
    if (length > 4 && strcmp(ptx + length - 4, ".ptx") == 0) {          // x.cu, the source of x.ptx
        strcpy(ptx + length - 4, ".cu");
        add_file(ptx, "CUDA C++", index, sources);
    }
}
