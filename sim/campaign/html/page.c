// SPDX-License-Identifier: BSD-3-Clause
// Builds the page: page.html with its parts in place of their marks, @name@; see sim/campaign/html/html.h.
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/html/html.h"

static const struct { const char *mark, *paths[8]; } parts[] = {
    { "style", { "page.css" } },
    { "library", { "library/echarts.js" } },
    { "script",
      { "page_data.js", "page_charts.js", "page_table.js", "page_sections.js", "page_source.js", "page_main.js" } },
    { "licences", { "library/NOTICE", "library/LICENSE", "library/LICENSE-d3", "library/LICENSE-zrender" } },
};

static carried_file part(const char *name)
{
    char path[96];
    carried_file file;

    snprintf(path, sizeof path, "sim/campaign/html/%s", name);
    file = carried_find(path);
    if (!file.path) {
        fprintf(stderr, "warplock: bug: %s is not in the program\n", path);
        abort();
    }
    return file;
}

static void write_text(const char *text, size_t length, FILE *file)
{
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '<' || text[i] == '>' || text[i] == '&' || text[i] == '"')
            fprintf(file, "&#%d;", text[i]);
        else
            putc(text[i], file);
    }
}

// Scripts and style are copied as they are; licences are escaped.
static void write_part(const char *mark, size_t length, FILE *file)
{
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strlen(parts[i].mark) != length || strncmp(parts[i].mark, mark, length) != 0)
            continue;
        for (const char *const *path = parts[i].paths; *path; path++) {
            const carried_file own = part(*path);

            if (strcmp(parts[i].mark, "licences") == 0)
                write_text(own.begin, (size_t)(own.end - own.begin), file);
            else
                fwrite(own.begin, 1, (size_t)(own.end - own.begin), file);
        }
        return;
    }
    fprintf(stderr, "warplock: bug: page.html has an unknown mark %.*s\n", (int)length, mark);
    abort();
}

void html_write(const json_t *data, FILE *file)
{
    const carried_file page = part("page.html");
    const char *at = page.begin, *mark;

    while ((mark = strchr(at, '@'))) {
        size_t length = strcspn(mark + 1, "@\n");

        fwrite(at, 1, (size_t)(mark - at), file);
        if (strncmp(mark + 1, "data@", 5) == 0) {
            html_json(data, file);
        } else if (strncmp(mark + 1, "title@", 6) == 0) {
            const char *words = json_string_value(json_object_get(data, "title"));

            write_text(words, strlen(words), file);
        } else {
            write_part(mark + 1, length, file);
        }
        at = mark + 1 + length + 1;
    }
    fputs(at, file);
}
