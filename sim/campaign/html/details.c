// What runs have kept beside their sums, time lines and PTX lines, and the sources of kernels; see
// sim/campaign/html/html.h.
#include <string.h>

#include "sim/campaign/html/html.h"
#include "sim/machine/bundled.h"
#include "tb/shown.h"

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
    char name[FIELD_TEXT];

    for (const shown_row *row = shown_rows; row->name; row++) {
        shown_name(row, name);
        json_object_set_new(words, name, json_string(row->words));
    }
    return words;
}

static void add_source(const char *path, const char *language, unsigned kernel, json_t *sources)
{
    const bundled_file *file = bundled_find(path);

    if (file)
        json_array_append_new(sources, json_pack("{s:i, s:s, s:o, s:o}", "kernel", (int)kernel, "language", language,
                                                 "name", html_words(path), "text",
                                                 html_string(file->begin, (size_t)(file->end - file->begin))));
}

void html_add_sources(const char *kernel, unsigned index, json_t *sources)
{
    char path[128];

    snprintf(path, sizeof path, "sim/workload/kernels/%.64s.ptx", kernel);
    add_source(path, "PTX", index, sources);
    snprintf(path, sizeof path, "sim/workload/kernels/%.64s.cu", kernel);
    add_source(path, "CUDA C++", index, sources);
}
