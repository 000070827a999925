// SPDX-License-Identifier: BSD-3-Clause
// Shared by all readers of a campaign file: texts, numbers, words and lists under a key.
#include "sim/campaign/file/campaign_reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/plain.h"

const char *file_keep(campaign_file *file, char *text)
{
    if ((file->n_texts & (file->n_texts - 1)) == 0) {           // full: at each power of two
        file->texts = realloc(file->texts, (file->n_texts ? 2 * (size_t)file->n_texts : 1) * sizeof *file->texts);
        if (!file->texts)
            abort();
    }
    return file->texts[file->n_texts++] = text;
}

static const char *joined_text(campaign_reader *r, json_t *list, const char *joint)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good = true;

    if (!out)
        abort();
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *line = json_string_value(json_array_get(list, i));

        good = good && line;
        fprintf(out, "%s%s", i ? joint : "", line ? line : "");
    }
    fclose(out);
    file_keep(r->file, text);
    return good ? text : NULL;
}

const char *file_text(campaign_reader *r, json_t *object, const char *key, const char *joint, const char *initial)
{
    json_t *value = json_object_get(object, key);
    const char *text = !value ? initial
                     : json_is_array(value) ? joined_text(r, value, joint) : json_string_value(value);
    size_t before;

    if (text)
        return plain_is(text) ? text : file_keep(r->file, plain_copy(text));
    before = source_enter_key(&r->json, key);
    source_fail(&r->json, "expected a text, or a list of texts");
    source_leave(&r->json, before);
    return NULL;
}

bool file_number(campaign_reader *r, json_t *object, const char *key, int64_t low, int64_t high, int64_t initial,
                 int64_t *number)
{
    json_t *value = json_object_get(object, key);

    *number = initial;
    return !value || source_integer(&r->json, value, key, low, high, number);
}

bool file_real(campaign_reader *r, json_t *object, const char *key, double initial, double *number)
{
    json_t *value = json_object_get(object, key);

    *number = value ? json_number_value(value) : initial;
    return !value || (json_is_number(value) && isfinite(*number)) ||
           source_fail(&r->json, "%s: expected a number", key);
}

bool file_choice(campaign_reader *r, json_t *object, const char *key, const char *const *words, unsigned initial,
                 unsigned *index)
{
    const char *text = file_text(r, object, key, " ", words[initial]);
    word_search search = { .wanted = text };

    if (!text)
        return false;
    for (*index = 0; words[*index]; ++*index) {
        if (strcmp(words[*index], text) == 0)
            return true;
        word_offer(&search, words[*index]);
    }
    return source_fail(&r->json, "%s: seen `%.40s`; the nearest is `%s`", key, text, search.best);
}

bool file_items(campaign_reader *r, json_t *object, const char *key, unsigned most,
                bool (*read)(campaign_reader *, json_t *item))
{
    json_t *value = json_object_get(object, key);
    size_t outer = value ? source_enter_key(&r->json, key) : 0;

    if (!value)
        return true;
    if (json_is_array(value) && json_array_size(value) > most)
        return source_fail(&r->json, "seen %zu, expected at most %u", json_array_size(value), most);
    if (json_is_array(value) && !json_array_size(value))
        return source_fail(&r->json, "seen an empty list, expected at least one");
    if (!json_is_array(value) && !read(r, value))
        return false;
    for (size_t i = 0; i < json_array_size(value); i++) {
        size_t before = source_enter(&r->json, "[%zu]", i);

        if (!read(r, json_array_get(value, i)))
            return false;
        source_leave(&r->json, before);
    }
    source_leave(&r->json, outer);
    return true;
}

static bool read_detail(campaign_reader *r, json_t *item)
{
    static const char *const options[] = { "--per-launch", "--per-line", "--per-age", "--per-degree", "--per-slice",
                                           "--per-row",
                                           "--per-link", "--per-interval", "--locality", "--belady", NULL };
    const char *text = json_string_value(item), **to = r->details;
    word_search search = { .wanted = text ? text : "" };

    for (const char *const *option = options; *option; option++) {
        word_offer(&search, *option + 2);
        if (!text || strcmp(text, *option + 2) != 0)
            continue;
        while (*to && *to != *option)
            to++;
        *to = *option;
        return true;
    }
    return source_fail(&r->json, "seen `%.40s`; the nearest is `%s`", search.wanted, search.best);
}

bool file_details(campaign_reader *r, json_t *object, const char **to)
{
    r->details = to;
    return file_items(r, object, "details", CAMPAIGN_DETAILS, read_detail);
}

int campaign_file_kernel(const campaign_file *file, const char *name)
{
    for (unsigned i = 0; i < file->n_kernels; i++)
        if (strcmp(file->kernels[i].name, name) == 0)
            return (int)i;
    return -1;
}
