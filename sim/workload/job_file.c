// Reads a job file with jansson and checks all of it before anything runs. Integers are those of JSON in 64 signed
// bits, so a u64 above 2^63 - 1 cannot be written. What can be left out: expect, dump, buffers, dynamic_shared (0), abs
// and rel (0), trailing dimensions of grid and block (1).
#include "sim/workload/job_file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/job_reader.h"
#include "sim/workload/job_symbols.h"
#include "tb/input_file.h"
#include "tb/output_file.h"

enum { JOB_FILE_BYTES_MAX = 1 << 24 };

bool reader_fail(job_reader *r, const char *format, ...)
{
    char words[360];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (r->text)
        snprintf(r->error->text, sizeof r->error->text, "%.300s:%u: %.200s%s%s", r->path,
                 json_place_line(r->text, r->length, r->place), r->place, r->place[0] ? ": " : "", words);
    else
        snprintf(r->error->text, sizeof r->error->text, "%.200s%s%s", r->place, r->place[0] ? ": " : "", words);
    return false;
}

size_t reader_enter(job_reader *r, const char *format, ...)
{
    size_t before = strlen(r->place);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(r->place + before, sizeof r->place - before, format, arguments);
    va_end(arguments);
    return before;
}

void reader_leave(job_reader *r, size_t before)
{
    r->place[before] = 0;
}

bool reader_keys(job_reader *r, json_t *object, const char *const *known)
{
    const char *key;
    json_t *value;

    if (!json_is_object(object))
        return reader_fail(r, "expected an object");
    json_object_foreach(object, key, value) {
        nearest_search search = { .wanted = key };
        size_t before;

        for (const char *const *name = known; *name; name++)
            nearest_offer(&search, *name);
        if (search.distance == 0)
            continue;
        before = reader_enter(r, "%s%.40s", r->place[0] ? "." : "", key);
        reader_fail(r, "unknown key `%.40s`; the nearest is `%s`", key, search.best);
        reader_leave(r, before);
        return false;
    }
    return true;
}

json_t *reader_get(job_reader *r, json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);

    if (!value)
        reader_fail(r, "has no `%s`", key);
    return value;
}

const char *reader_text(job_reader *r, json_t *object, const char *key)
{
    json_t *value = reader_get(r, object, key);

    if (!value)
        return NULL;
    if (!json_is_string(value))
        return reader_fail(r, "`%s`: expected a string", key), NULL;
    return json_string_value(value);
}

bool reader_integer(job_reader *r, json_t *value, const char *what, int64_t low, int64_t high, int64_t *number)
{
    if (!json_is_integer(value))
        return reader_fail(r, "%s: expected a whole number from %" PRId64 " to %" PRId64, what, low, high);
    *number = json_integer_value(value);
    if (*number < low || *number > high)
        return reader_fail(r, "%s: seen %" PRId64 ", expected %" PRId64 " to %" PRId64, what, *number, low, high);
    return true;
}

bool reader_buffer(job_reader *r, json_t *value, const char *what, unsigned *index)
{
    nearest_search search = { .wanted = "" };
    int found;

    if (!json_is_string(value))
        return reader_fail(r, "%s: expected the name of a buffer", what);
    search.wanted = json_string_value(value);
    found = job_find_buffer(r->job, search.wanted);
    if (found < 0) {
        for (unsigned i = 0; i < r->job->n_buffers; i++)
            nearest_offer(&search, r->job->buffers[i].name);
        return reader_fail(r, "%s: there is no buffer `%.40s`%s%s", what, search.wanted,
                           search.best ? "; the nearest is " : "", search.best ? search.best : "");
    }
    *index = (unsigned)found;
    return true;
}

// The path of a file that the job names: relative to the job file.
static void resolve(const job_reader *r, const char *name, char path[static 2048])
{
    const char *slash = strrchr(r->path, '/');

    if (name[0] == '/' || !slash)
        snprintf(path, 2048, "%s", name);
    else
        snprintf(path, 2048, "%.*s%s", (int)(slash + 1 - r->path), r->path, name);
}

bool reader_file(job_reader *r, const char *name, void *data, size_t room, size_t *seen)
{
    char path[2048];
    const char *why;
    FILE *file;

    resolve(r, name, path);
    file = input_open(path, &why);
    if (!file)
        return reader_fail(r, "%.100s: cannot be read: %s", path, why);
    output_protect(path);
    *seen = fread(data, 1, room, file);
    *seen += *seen == room && fgetc(file) != EOF;
    fclose(file);
    return true;
}

// Exactly the bytes of the buffer.
static bool read_elements(job_reader *r, const char *name, const job_buffer *buffer, void *data)
{
    uint64_t bytes = buffer->count * scalar_size(buffer->type);
    char path[2048];
    size_t seen = 0;

    if (!reader_file(r, name, data, bytes, &seen))
        return false;
    resolve(r, name, path);
    if (seen != bytes)
        return reader_fail(r, "%.100s: seen %s%zu bytes, expected %" PRIu64 " (%" PRIu64 " of %s)", path,
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
    int type;

    if (!reader_keys(r, item, known) || !(name = reader_text(r, item, "name")) ||
        !(type_name = reader_text(r, item, "type")) || !(count = reader_get(r, item, "count")))
        return false;
    type = scalar_find(type_name);
    if (type < 0)
        return reader_fail(r, "type: seen `%.40s`, expected one of %s", type_name, scalar_names);
    if (!reader_integer(r, count, "count", 1, (int64_t)(JOB_BYTES_MAX / scalar_size((scalar_type)type)), &elements))
        return false;
    if (!file == !init)
        return reader_fail(r, "expected either `file` or `init`");
    if (file && !json_is_string(file))
        return reader_fail(r, "`file`: expected a string");
    if (json_object_get(item, "symbol") && !(symbol = reader_text(r, item, "symbol")))
        return false;
    buffer = job_add_buffer(r->job, name, (scalar_type)type, (uint64_t)elements,
                            file ? HOST_DATA : job_init_host(init), &error);
    if (!buffer || (symbol && !job_bind_symbol(r->job, buffer, symbol, &error)))
        return reader_fail(r, "%s", error.text);
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

    if (!reader_keys(r, item, known) || !(name = reader_get(r, item, "buf")) ||
        !reader_buffer(r, name, "buf", &index) || (!values && !(file = reader_text(r, item, "file"))))
        return false;
    if (values && json_object_get(item, "file"))
        return reader_fail(r, "expected either `file` or `values`");
    for (int i = 0; i < 2; i++) {
        json_t *value = json_object_get(item, bounds[i]);

        if (value && (!json_is_number(value) || !(json_number_value(value) >= 0)))
            return reader_fail(r, "%s: expected a number of at least 0", bounds[i]);
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
    return job_add_expect(r->job, index, want, bound[0], bound[1], &error) || reader_fail(r, "%s", error.text);
}

static bool read_dump(job_reader *r, json_t *item)
{
    static const char *const known[] = { "buf", "file", NULL };
    json_t *name;
    const char *file;
    char path[2048];
    unsigned index;
    job_error error;

    if (!reader_keys(r, item, known) || !(name = reader_get(r, item, "buf")) ||
        !reader_buffer(r, name, "buf", &index) || !(file = reader_text(r, item, "file")))
        return false;
    resolve(r, file, path);
    return job_add_dump(r->job, index, path, &error) || reader_fail(r, "%s", error.text);
}

// Each item of an optional array.
static bool read_list(job_reader *r, json_t *root, const char *key, bool (*read_item)(job_reader *, json_t *))
{
    json_t *list = json_object_get(root, key);
    size_t before;

    if (!list)
        return true;
    if (!json_is_array(list))
        return reader_fail(r, "%s: expected an array", key);
    for (size_t i = 0; i < json_array_size(list); i++) {
        before = reader_enter(r, "%s[%zu]", key, i);
        if (!read_item(r, json_array_get(list, i)))
            return false;
        reader_leave(r, before);
    }
    return true;
}

static bool read_program(job_reader *r, json_t *root)
{
    const char *name = reader_text(r, root, "ptx");
    char path[2048];
    ptx_error error;

    if (!name)
        return false;
    resolve(r, name, path);
    r->job->program = program_load(path, &error);
    if (!r->job->program) {
        snprintf(r->error->text, sizeof r->error->text, "%s", error.text);
        return false;
    }
    output_protect(path);
    return true;
}

static bool read_job(job_reader *r, json_t *root)
{
    static const char *const known[] = { "ptx", "buffers", "steps", "expect", "dump", NULL };
    json_t *steps;

    if (!reader_keys(r, root, known) || !read_program(r, root) || !read_list(r, root, "buffers", read_buffer) ||
        !(steps = reader_get(r, root, "steps")))
        return false;
    return job_read_steps(r, steps, &r->job->steps, 0) && read_list(r, root, "expect", read_expect) &&
           read_list(r, root, "dump", read_dump);
}

static job *read_new_job(job_reader *r, const char *name, json_t *root)
{
    r->job = job_new(name);
    if (read_job(r, root))
        return r->job;
    job_free(r->job);
    return NULL;
}

job *job_from_json(const char *name, json_t *root, job_error *error)
{
    job_reader r = { .path = "", .error = error };

    return read_new_job(&r, name, root);
}

job *job_parse(const char *path, const char *text, size_t length, job_error *error)
{
    job_reader r = { .path = path, .text = text, .length = length, .error = error };
    const char *slash = strrchr(path, '/');
    json_error_t syntax;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &syntax);
    job *j;

    if (!root) {
        snprintf(error->text, sizeof error->text, "%.200s:%d: %.160s", path, syntax.line, syntax.text);
        return NULL;
    }
    j = read_new_job(&r, slash ? slash + 1 : path, root);
    if (j)
        j->folder = slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
    json_decref(root);
    return j;
}

job *job_load(const char *path, job_error *error)
{
    const char *why;
    FILE *file = input_open(path, &why);
    char *text;
    size_t length;
    job *j = NULL;

    if (!file) {
        snprintf(error->text, sizeof error->text, "%.200s: cannot be read: %s", path, why);
        return NULL;
    }
    output_protect(path);
    text = malloc(JOB_FILE_BYTES_MAX + 1);
    if (!text)
        abort();
    length = fread(text, 1, JOB_FILE_BYTES_MAX + 1, file);
    if (ferror(file) || length > JOB_FILE_BYTES_MAX)
        snprintf(error->text, sizeof error->text, "%.200s: %s", path,
                 ferror(file) ? strerror(errno) : "seen more than 16 MiB, expected a job file");
    else
        j = job_parse(path, text, length, error);
    free(text);
    fclose(file);
    return j;
}
