// SPDX-License-Identifier: BSD-3-Clause
// Reads a job file with jansson and checks all of it before anything runs. Integers are JSON's in 64 signed bits, so a u64 above
// 2^63 - 1 cannot be written. Optional: expect, dump, buffers, textures, dynamic_shared (0), abs and rel (0), trailing dimensions
// of grid and block (1).
#include "sim/workload/job_file.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/job_reader.h"
#include "sim/workload/job_symbols.h"
#include "sim/workload/job_textures.h"
#include "tb/hash.h"
#include "tb/output_file.h"

enum { JOB_FILE_BYTES_MAX = 1 << 24 };

bool reader_buffer(job_reader *r, json_t *value, const char *what, unsigned *index)
{
    nearest_search search = { .wanted = "" };
    int found;

    if (!json_is_string(value))
        return reader_fail(&r->json, "%s: expected the name of a buffer", what);
    search.wanted = json_string_value(value);
    found = job_find_buffer(r->job, search.wanted);
    if (found < 0) {
        for (unsigned i = 0; i < r->job->n_buffers; i++)
            nearest_offer(&search, r->job->buffers[i].name);
        return reader_fail(&r->json, "%s: there is no buffer `%.40s`%s%s", what, search.wanted,
                           search.best ? "; the nearest is " : "", search.best ? search.best : "");
    }
    *index = (unsigned)found;
    return true;
}

// Exactly the bytes of the buffer.
static bool read_elements(job_reader *r, const char *name, const job_buffer *buffer, void *data)
{
    uint64_t bytes = buffer->count * scalar_size(buffer->type);
    char path[READER_PATH];
    size_t seen = 0;

    if (!reader_file(&r->json, name, data, bytes, &seen))
        return false;
    reader_resolve(&r->json, name, path);
    if (seen != bytes)
        return reader_fail(&r->json, "%.100s: seen %s%zu bytes, expected %" PRIu64 " (%" PRIu64 " of %s)", path,
                           seen > bytes ? "more than " : "", seen > bytes ? bytes : seen, bytes, buffer->count,
                           scalar_name(buffer->type));
    return true;
}

static bool read_buffer(job_reader *r, json_t *item)
{
    static const char *const known[] = { "name", "type", "count", "file", "init", "symbol", NULL };
    json_t *count, *file = json_object_get(item, "file"), *init = json_object_get(item, "init");
    const char *name, *type_name, *symbol = NULL;
    job_buffer *buffer;
    job_error error;
    int64_t elements = 0;
    char nearest[NEAREST_WORD];
    int type;

    if (!reader_keys(&r->json, item, known) || !(name = reader_text(&r->json, item, "name")) ||
        !(type_name = reader_text(&r->json, item, "type")) || !(count = reader_get(&r->json, item, "count")))
        return false;
    type = scalar_find(type_name);
    if (type < 0)
        return reader_fail(&r->json, "type: seen `%.40s`; the nearest is %s; expected one of %s", type_name,
                           nearest_of(type_name, scalar_names, ", ", nearest), scalar_names);
    if (!reader_integer(&r->json, count, "count", 1, (int64_t)(JOB_BYTES_MAX / scalar_size((scalar_type)type)), &elements))
        return false;
    if (!file == !init)
        return reader_fail(&r->json, "expected either `file` or `init`");
    if (file && !json_is_string(file))
        return reader_fail(&r->json, "`file`: expected a string");
    if (json_object_get(item, "symbol") && !(symbol = reader_text(&r->json, item, "symbol")))
        return false;
    buffer = job_add_buffer(r->job, name, (scalar_type)type, (uint64_t)elements,
                            file ? HOST_DATA : job_init_host(init), &error);
    if (!buffer || (symbol && !job_bind_symbol(r->job, buffer, symbol, &error)))
        return reader_fail(&r->json, "%s", error.text);
    return file ? read_elements(r, json_string_value(file), buffer, buffer->data) : job_read_init(r, init, buffer);
}

static bool read_expect(job_reader *r, json_t *item)
{
    static const char *const known[] = { "buf", "file", "values", "rel", "abs", NULL };
    static const char *const bounds[] = { "abs", "rel" };
    const job_buffer *buffer;
    json_t *name, *values = json_object_get(item, "values");
    const char *file = NULL;
    double bound[2] = { 0, 0 };
    unsigned index;
    job_error error;
    void *want;

    if (!reader_keys(&r->json, item, known) || !(name = reader_get(&r->json, item, "buf")) ||
        !reader_buffer(r, name, "buf", &index) || (!values && !(file = reader_text(&r->json, item, "file"))))
        return false;
    if (values && json_object_get(item, "file"))
        return reader_fail(&r->json, "expected either `file` or `values`");
    for (int i = 0; i < 2; i++) {
        json_t *value = json_object_get(item, bounds[i]);

        if (value && (!json_is_number(value) || !(json_number_value(value) >= 0)))
            return reader_fail(&r->json, "%s: expected a number of at least 0", bounds[i]);
        bound[i] = value ? json_number_value(value) : 0;
    }
    buffer = &r->job->buffers[index];
    want = malloc(buffer->count * scalar_size(buffer->type));
    if (!want)
        abort();
    if (!(values ? job_read_values(r, values, buffer, want) : read_elements(r, file, buffer, want))) {
        free(want);
        return false;
    }
    return job_add_expect(r->job, index, want, bound[0], bound[1], &error) || reader_fail(&r->json, "%s", error.text);
}

static bool read_dump(job_reader *r, json_t *item)
{
    static const char *const known[] = { "buf", "file", NULL };
    json_t *name;
    const char *file;
    char path[READER_PATH];
    unsigned index;
    job_error error;

    if (!reader_keys(&r->json, item, known) || !(name = reader_get(&r->json, item, "buf")) ||
        !reader_buffer(r, name, "buf", &index) || !(file = reader_text(&r->json, item, "file")))
        return false;
    reader_resolve(&r->json, file, path);
    return job_add_dump(r->job, index, path, &error) || reader_fail(&r->json, "%s", error.text);
}

// Each item of an optional array.
static bool read_list(job_reader *r, json_t *root, const char *key, bool (*read_item)(job_reader *, json_t *))
{
    json_t *list = json_object_get(root, key);
    size_t before;

    if (!list)
        return true;
    if (!json_is_array(list))
        return reader_fail(&r->json, "%s: expected an array", key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        before = reader_enter(&r->json, "%s[%zu]", key, i);
        if (!read_item(r, json_array_get(list, i)))
            return false;
        reader_leave(&r->json, before);
    }
    return true;
}

static bool read_program(job_reader *r, json_t *root)
{
    const char *name = reader_text(&r->json, root, "ptx");
    char path[READER_PATH];
    ptx_error error;
    FILE *file;

    if (!name)
        return false;
    reader_resolve(&r->json, name, path);
    r->job->program = program_load(path, &error);
    if (!r->job->program) {
        snprintf(r->json.error, r->json.error_size, "%s", error.text);
        return false;
    }
    output_protect(path);
    file = fopen(path, "rb");
    if (file) {
        r->job->source = hash_stream(r->job->source, file);
        fclose(file);
    }
    return true;
}

static bool has_any(json_t *root, const char *const *keys)
{
    for (; *keys; keys++)
        if (json_object_get(root, *keys))
            return true;
    return false;
}

static bool read_job(job_reader *r, json_t *root)
{
    static const char *const known[] = { "ptx", "buffers", "textures", "steps", "expect", "dump", NULL };
    json_t *steps;

    if (!has_any(root, known))
        return reader_fail(&r->json, "seen JSON that is no job, expected an object with `ptx` and `steps` (docs/workloads.md)");
    if (!reader_keys(&r->json, root, known) || !read_program(r, root) || !read_list(r, root, "buffers", read_buffer) ||
        !read_list(r, root, "textures", job_read_texture) ||
        !(steps = reader_get(&r->json, root, "steps")))
        return false;
    return job_read_steps(r, steps, &r->job->steps, 0) && read_list(r, root, "expect", read_expect) &&
           read_list(r, root, "dump", read_dump);
}

static job *read_new_job(job_reader *r, const char *name, json_t *root)
{
    r->job = job_new(name);
    r->job->source = hash_bytes(HASH_START, r->json.text, r->json.length);
    r->json.hash = &r->job->source;
    if (read_job(r, root))
        return r->job;
    job_free(r->job);
    return NULL;
}

job *job_from_json(const char *name, json_t *root, job_error *error)
{
    job_reader r = { .json = { .path = "", .error = error->text, .error_size = sizeof error->text } };

    return read_new_job(&r, name, root);
}

static job *parse(const char *path, const char *text, size_t length, bool reads_anywhere, job_error *error)
{
    job_reader r = { .json = { .path = path, .text = text, .length = length, .in_folder = !reads_anywhere, .error = error->text,
                                .error_size = sizeof error->text } };
    const char *slash = strrchr(path, '/');
    json_t *root = reader_parse(&r.json);
    job *j;

    if (!root)
        return NULL;
    j = read_new_job(&r, slash ? slash + 1 : path, root);
    if (j)
        j->folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    json_decref(root);
    return j;
}

job *job_parse(const char *path, const char *text, size_t length, job_error *error)
{
    return parse(path, text, length, false, error);
}

job *job_load(const char *path, bool reads_anywhere, job_error *error)
{
    size_t length;
    char *text = reader_load(path, "a job file", JOB_FILE_BYTES_MAX, &length, error->text, sizeof error->text);
    job *j = text ? parse(path, text, length, reads_anywhere, error) : NULL;

    free(text);
    return j;
}
