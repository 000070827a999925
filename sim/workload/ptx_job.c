// SPDX-License-Identifier: BSD-3-Clause
// A job from --entry, --grid, --block, --arg and --dump: written as a job file in memory, so that it is checked by the
// same reader.
#include "sim/workload/ptx_job.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include <jansson.h>

#include "sim/report/number.h"
#include "sim/workload/job_file.h"
#include "tb/whole_number.h"

typedef struct { json_t *root, *buffers, *args; job_error *error; } builder;

__attribute__((format(printf, 2, 3)))
static bool fail(builder *p, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(p->error->text, sizeof p->error->text, format, arguments);
    va_end(arguments);
    return false;
}

// The next word of text up to a separator; text moves past it.
static bool next_word(const char **text, char separator, char word[static 256])
{
    const char *end = strchr(*text, separator);
    size_t length = end ? (size_t)(end - *text) : strlen(*text);

    snprintf(word, 256, "%.*s", (int)(length < 255 ? length : 255), *text);
    *text += length + (end != NULL);
    return length > 0;
}

static bool add_extent(builder *p, json_t *launch, const char *key, const char *text)
{
    json_t *list = json_array();
    const char *at = text;
    char word[256];
    bool more = true;

    json_object_set_new(launch, key, list);
    if (!*text)
        return fail(p, "--%s: is missing, expected X[,Y[,Z]]", key);
    while (more) {
        more = strchr(at, ',') != NULL;
        json_t *value = next_word(&at, ',', word) ? number_json(word) : NULL;

        if (!json_is_integer(value) || json_array_size(list) == 3) {
            json_decref(value);
            return fail(p, "--%s: seen `%.40s`, expected X[,Y[,Z]]", key, text);
        }
        json_array_append_new(list, value);
    }
    return true;
}

// lcg[,SEED,LO,HI] and iota[,START,STEP], else a word that the job reader knows or refuses.
static bool add_init(builder *p, json_t *buffer, const char *text, unsigned index)
{
    const char *at = text;
    char word[256];
    json_t *values[3] = { json_integer(index + 1), json_integer(0), json_integer(1) };
    bool is_iota, good = true;
    unsigned given = 0, most;

    next_word(&at, ',', word);
    is_iota = strcmp(word, "iota") == 0;
    most = is_iota ? 2 : 3;
    if (is_iota)
        json_integer_set(values[0], 0), json_integer_set(values[1], 1);
    if (!is_iota && strcmp(word, "lcg") != 0) {
        json_object_set_new(buffer, "init", json_string(text));
    } else {
        while (*at && good) {
            next_word(&at, ',', word);
            good = given < most;
            if (good) {
                json_decref(values[given]);
                values[given] = number_json(word);
                good = values[given++] != NULL;
            }
        }
        if (!good || (given && given != most))
            good = fail(p, "--arg %u: seen `%.60s`, expected %s", index, text,
                        is_iota ? "iota,START,STEP" : "lcg,SEED,LO,HI");
        else if (is_iota)
            json_object_set_new(buffer, "init", json_pack("{s:[OO]}", "iota", values[0], values[1]));
        else
            json_object_set_new(buffer, "init", json_pack("{s:{s:O,s:O,s:O}}", "lcg", "seed", values[0],
                                                          "lo", values[1], "hi", values[2]));
    }
    for (int i = 0; i < 3; i++)
        json_decref(values[i]);
    return good;
}

static bool add_buffer(builder *p, const char *text, unsigned index)
{
    char type[256], count[256], name[32];
    const char *at = text;
    json_t *buffer = json_object(), *elements;

    json_array_append_new(p->buffers, buffer);
    snprintf(name, sizeof name, "arg%u", index);
    json_object_set_new(buffer, "name", json_string(name));
    json_array_append_new(p->args, json_pack("{s:s}", "buf", name));
    if (!next_word(&at, ':', type) || !next_word(&at, ':', count) || !(elements = number_json(count)))
        return fail(p, "--arg %u: seen `buf:%.60s`, expected buf:TYPE:COUNT[:INIT]", index, text);
    json_object_set_new(buffer, "type", json_string(type));
    json_object_set_new(buffer, "count", elements);
    if (strncmp(at, "file=", 5) == 0)
        return json_object_set_new(buffer, "file", json_string(at + 5)) == 0 || fail(p, "--arg %u: not UTF-8", index);
    return add_init(p, buffer, *at ? at : "zero", index);
}

static bool add_argument(builder *p, const char *text, unsigned index)
{
    const char *at = text;
    char type[256];
    json_t *value;

    if (strncmp(text, "buf:", 4) == 0)
        return add_buffer(p, text + 4, index);
    if (strncmp(text, "bytes:", 6) == 0 || strncmp(text, "hex:", 4) == 0) {          // a structure by value
        next_word(&at, ':', type);
        value = json_pack("{s:s}", type, at);
        return json_array_append_new(p->args, value) == 0 || fail(p, "--arg %u: not UTF-8", index);
    }
    if (!next_word(&at, ':', type) || !(value = number_json(at)))
        return fail(p, "--arg %u: seen `%.60s`, expected TYPE:VALUE, buf:TYPE:COUNT[:INIT], bytes:FILE or hex:DIGITS", index, text);
    json_array_append_new(p->args, json_pack("{s:o}", type, value));
    return true;
}

static bool add_dump(builder *p, json_t *dumps, const char *text)
{
    const char *equals = strchr(text, '=');
    const char *at = text;
    uint64_t index;
    char name[64];

    if (!whole_number_at(&at, 0, UINT64_MAX, &index) || at != equals || !equals[1])
        return fail(p, "--dump: seen `%.60s`, expected N=FILE", text);
    snprintf(name, sizeof name, "arg%" PRIu64, index);
    json_array_append_new(dumps, json_pack("{s:s,s:s}", "buf", name, "file", equals + 1));
    return true;
}

static bool build(builder *p, const ptx_words *words, const char *path)
{
    json_t *launch = json_object(), *dumps = json_array();

    json_object_set_new(p->root, "ptx", json_string_nocheck(path));   // a name need not be UTF-8
    json_object_set_new(p->root, "buffers", p->buffers);
    json_object_set_new(p->root, "steps", json_pack("[o]", launch));
    json_object_set_new(p->root, "dump", dumps);
    json_object_set_new(launch, "launch", json_string(words->entry));
    json_object_set_new(launch, "dynamic_shared", json_integer((json_int_t)words->shared));
    json_object_set_new(launch, "args", p->args);
    if (!add_extent(p, launch, "grid", words->grid) || !add_extent(p, launch, "block", words->block))
        return false;
    for (unsigned i = 0; i < words->n_args; i++)
        if (!add_argument(p, words->args[i], i))
            return false;
    for (unsigned i = 0; i < words->n_dumps; i++)
        if (!add_dump(p, dumps, words->dumps[i]))
            return false;
    return true;
}

job *ptx_job(const ptx_words *words, const char *path, job_error *error)
{
    builder p = { json_object(), json_array(), json_array(), error };
    const char *slash = strrchr(path, '/');
    job *j = NULL;

    if (build(&p, words, path))
        j = job_from_json(slash ? slash + 1 : path, p.root, error);
    json_decref(p.root);
    return j;
}
