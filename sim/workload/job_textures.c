// SPDX-License-Identifier: BSD-3-Clause
// Textures of a job: like those a host makes of its buffers with cudaBindTexture and cudaCreateTextureObject.
#include "sim/workload/job_textures.h"

#include <inttypes.h>
#include <string.h>

int job_find_texture(const job *j, const char *name)
{
    for (unsigned i = 0; i < j->n_textures; i++)
        if (strcmp(j->textures[i].name, name) == 0)
            return (int)i;
    return -1;
}

// Bytes from its address on.
static uint64_t bytes_of(const texture *t)
{
    return t->width * (uint64_t)t->channels * t->bits / 8 + (t->height ? t->height - 1 : 0) * t->pitch;
}

bool job_add_texture(job *j, const char *name, unsigned buffer, const texture *what, job_error *error)
{
    const job_buffer *of = &j->buffers[buffer];
    const uint64_t bytes = of->count * scalar_size(of->type);
    const char *mistake = texture_mistake(what);
    job_texture *added = &j->textures[j->n_textures];

    if (j->n_textures == JOB_TEXTURES_MAX)
        return job_fail(error, "seen more than %d textures, expected at most that", JOB_TEXTURES_MAX);
    if (!name[0] || strlen(name) >= sizeof added->name)
        return job_fail(error, "seen a texture name of %zu characters, expected 1 to %zu", strlen(name), sizeof added->name - 1);
    if (job_find_texture(j, name) >= 0)
        return job_fail(error, "texture `%s` is defined twice", name);
    if (mistake)
        return job_fail(error, "texture `%s`: %s", name, mistake);
    if (what->address > bytes || bytes_of(what) > bytes - what->address)
        return job_fail(error, "texture `%s`: seen %" PRIu64 " bytes, expected at most the %" PRIu64 " of buffer `%s`", name,
                        what->address + bytes_of(what), bytes, of->name);
    *added = (job_texture){ .buffer = buffer, .what = *what };
    strcpy(added->name, name);
    j->n_textures++;
    return true;
}

void job_make_textures(const job *j, device_memory *m, const uint64_t *addresses, uint64_t *handles)
{
    for (unsigned i = 0; i < j->n_textures; i++) {
        texture made = j->textures[i].what;

        made.address += addresses[j->textures[i].buffer];
        handles[i] = device_texture_new(m, &made);
        device_texture_bind(m, j->program, j->textures[i].name, handles[i]);
    }
}

// --- in a job file

static bool find_word(job_reader *r, json_t *value, const char *key, const char *const *words, uint8_t *found)
{
    const char *word = json_string_value(value);

    for (uint8_t i = 0; word && words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return *found = i, true;
    return reader_fail(&r->json, "%s: seen `%.20s`, expected a word such as %s", key, word ? word : "no text", words[0]);
}

static bool read_edges(job_reader *r, json_t *value, texture *t)
{
    static const char *const words[] = { "wrap", "clamp", "mirror", "border", NULL };
    const bool pair = json_is_array(value) && json_array_size(value) == 2;

    t->edge[0] = t->edge[1] = EDGE_CLAMP;
    for (unsigned i = 0; value && i < 2; i++)
        if (!find_word(r, pair ? json_array_get(value, i) : value, "edge", words, &t->edge[i]))
            return false;
    return true;
}

static bool read_flag(job_reader *r, json_t *item, const char *key, bool *flag)
{
    json_t *value = json_object_get(item, key);

    *flag = json_is_true(value);
    return !value || json_is_boolean(value) || reader_fail(&r->json, "%s: expected true or false", key);
}

static bool read_size(job_reader *r, json_t *item, const char *key, int64_t least, int64_t *size)
{
    json_t *value = json_object_get(item, key);

    return !value || reader_integer(&r->json, value, key, least, UINT32_MAX, size);
}

static bool read_border(job_reader *r, json_t *value, texture *t)
{
    if (value && (!json_is_array(value) || json_array_size(value) > 4))
        return reader_fail(&r->json, "border: expected an array of at most 4 numbers");
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!json_is_number(json_array_get(value, i)))
            return reader_fail(&r->json, "border: expected numbers");
        t->border[i] = (float)json_number_value(json_array_get(value, i));
    }
    return true;
}

// A channel is an element of the buffer, or of the named type.
static bool set_texels(job_reader *r, json_t *item, scalar_type type, int64_t channels, texture *t)
{
    json_t *named = json_object_get(item, "type");
    char nearest[NEAREST_WORD];
    unsigned bytes;

    if (named && !json_is_string(named))
        return reader_fail(&r->json, "type: expected one of %s", scalar_names);
    const int found = named ? scalar_find(json_string_value(named)) : (int)type;

    if (found < 0)
        return reader_fail(&r->json, "type: seen `%.40s`; the nearest is %s; expected one of %s", json_string_value(named),
                           nearest_of(json_string_value(named), scalar_names, ", ", nearest), scalar_names);
    type = (scalar_type)found;
    bytes = scalar_size(type);
    t->kind = scalar_is_float(type) ? TEXEL_FLOAT : scalar_name(type)[0] == 's' ? TEXEL_SIGNED : TEXEL_UNSIGNED;
    t->channels = (uint8_t)channels;
    t->bits = (uint8_t)(8 * bytes);
    return bytes <= 4 || reader_fail(&r->json, "type: seen %s, expected one of at most 32 bits", scalar_name(type));
}

bool job_read_texture(job_reader *r, json_t *item)
{
    static const char *const known[] = { "name", "buf", "type", "offset", "channels", "width", "height", "pitch", "edge", "filter",
                                         "normalized", "normalized_float", "linear_memory", "border", NULL };
    static const char *const filters[] = { "point", "linear", NULL };
    json_t *buffer = json_object_get(item, "buf"), *filter = json_object_get(item, "filter");
    int64_t channels = 1, width = 0, height = 0, pitch = 0, offset = 0;
    const char *name;
    unsigned index;
    uint8_t filtered = 0;
    texture t = { .width = 0 };
    job_error error;

    if (!reader_keys(&r->json, item, known) || !(name = reader_text(&r->json, item, "name")) ||
        !(buffer = reader_get(&r->json, item, "buf")) || !reader_buffer(r, buffer, "buf", &index) ||
        !read_size(r, item, "channels", 1, &channels) || channels > 4 ||
        !set_texels(r, item, r->job->buffers[index].type, channels, &t))
        return channels > 4 ? reader_fail(&r->json, "channels: seen %" PRId64 ", expected 1, 2 or 4", channels) : false;
    width = (int64_t)(r->job->buffers[index].count * scalar_size(r->job->buffers[index].type) * 8 / (uint64_t)(channels * t.bits));
    if (!read_size(r, item, "width", 1, &width) || !read_size(r, item, "height", 1, &height) ||
        !read_size(r, item, "offset", 0, &offset))
        return false;
    pitch = width * channels * t.bits / 8;
    if (!read_size(r, item, "pitch", 1, &pitch) || !read_edges(r, json_object_get(item, "edge"), &t) ||
        (filter && !find_word(r, filter, "filter", filters, &filtered)) ||
        !read_flag(r, item, "normalized", &t.normalised) || !read_flag(r, item, "normalized_float", &t.as_float) ||
        !read_flag(r, item, "linear_memory", &t.linear_memory) || !read_border(r, json_object_get(item, "border"), &t))
        return false;
    t.width = (uint32_t)width;
    t.height = (uint32_t)height;
    t.pitch = (uint64_t)pitch;
    t.address = (uint64_t)offset;
    t.filtered = filtered;
    return job_add_texture(r->job, name, index, &t, &error) || reader_fail(&r->json, "%s", error.text);
}
