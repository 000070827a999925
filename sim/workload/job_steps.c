// SPDX-License-Identifier: BSD-3-Clause
// The steps of a job file: fill, launch, repeat.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/job_reader.h"

static bool read_dimensions(job_reader *r, json_t *launch, const char *key, uint32_t dimensions[static 3])
{
    json_t *list = reader_get(&r->json, launch, key);

    if (!list)
        return false;
    if (!json_is_array(list) || json_array_size(list) < 1 || json_array_size(list) > 3)
        return reader_fail(&r->json, "%s: expected an array of 1 to 3 numbers", key);
    for (size_t i = 0; i < 3; i++) {
        int64_t number = 1;

        if (i < json_array_size(list) && !reader_integer(&r->json, json_array_get(list, i), key, 1, INT32_MAX, &number))
            return false;
        dimensions[i] = (uint32_t)number;
    }
    return true;
}

// A structure by value. Its size is the parameter's, which is checked with the launch.
static bool read_bytes(job_reader *r, const char *name, job_arg *arg)
{
    size_t seen;

    arg->data = malloc(KERNEL_PARAMS_MAX);
    if (!arg->data)
        abort();
    if (!reader_file(&r->json, name, arg->data, KERNEL_PARAMS_MAX, &seen))
        return false;
    if (seen > KERNEL_PARAMS_MAX)
        return reader_fail(&r->json, "bytes: `%.100s`: seen more than %d bytes, expected a structure", name,
                           KERNEL_PARAMS_MAX);
    arg->n_data = (uint32_t)seen;
    return true;
}

static bool read_hex(job_reader *r, const char *text, job_arg *arg)
{
    size_t digits = strlen(text);
    unsigned char *to = malloc(KERNEL_PARAMS_MAX);

    if (!to)
        abort();
    arg->data = to;
    if (strspn(text, "0123456789abcdefABCDEF") != digits || digits % 2 || digits > 2 * KERNEL_PARAMS_MAX)
        return reader_fail(&r->json, "hex: seen `%.40s`, expected two digits a byte, at most %d bytes", text,
                           KERNEL_PARAMS_MAX);
    for (size_t i = 0; i < digits / 2; i++)
        to[i] = (unsigned char)strtoul((char[3]){ text[2 * i], text[2 * i + 1] }, NULL, 16);
    arg->n_data = (uint32_t)(digits / 2);
    return true;
}

static bool fail_at_tag(job_reader *r, const char *tag)
{
    char words[128], nearest[NEAREST_WORD];

    snprintf(words, sizeof words, "buf, tex, bytes, hex, %s", scalar_names);
    return reader_fail(&r->json, "seen `%.40s`; the nearest is %s; expected buf, tex, bytes, hex or one of %s", tag,
                       nearest_of(tag, words, ", ", nearest), scalar_names);
}

static bool read_arg(job_reader *r, json_t *item, job_arg *arg)
{
    const char *tag;
    json_t *value;
    int type;

    if (!json_is_object(item) || json_object_size(item) != 1)
        return reader_fail(&r->json, "expected an object with one key: buf, tex, bytes, hex or a type");
    tag = json_object_iter_key(json_object_iter(item));
    value = json_object_get(item, tag);
    if (strcmp(tag, "buf") == 0) {
        arg->kind = ARG_BUFFER;
        return reader_buffer(r, value, "buf", &arg->buffer);
    }
    if (strcmp(tag, "tex") == 0) {
        int found = json_is_string(value) ? job_find_texture(r->job, json_string_value(value)) : -1;

        arg->kind = ARG_TEXTURE;
        arg->buffer = (unsigned)found;
        return found >= 0 || reader_fail(&r->json, "tex: expected the name of a texture");
    }
    if (strcmp(tag, "bytes") == 0 || strcmp(tag, "hex") == 0) {
        arg->kind = ARG_BYTES;
        if (!json_is_string(value))
            return reader_fail(&r->json, "%s: expected a string", tag);
        return tag[0] == 'b' ? read_bytes(r, json_string_value(value), arg)
                             : read_hex(r, json_string_value(value), arg);
    }
    type = scalar_find(tag);
    if (type < 0)
        return fail_at_tag(r, tag);
    arg->type = (scalar_type)type;
    return job_read_scalar(r, value, arg->type, &arg->bits);
}

static bool read_args(job_reader *r, json_t *launch, job_step *step)
{
    json_t *list = reader_get(&r->json, launch, "args");

    if (!list)
        return false;
    if (!json_is_array(list) || json_array_size(list) > JOB_ARGS_MAX)
        return reader_fail(&r->json, "args: expected an array of at most %d arguments", JOB_ARGS_MAX);
    step->n_args = (unsigned)json_array_size(list);
    step->args = calloc(step->n_args + 1, sizeof *step->args);
    if (!step->args)
        abort();
    for (unsigned i = 0; i < step->n_args; i++) {
        size_t before = reader_enter(&r->json, ".args[%u]", i);

        if (!read_arg(r, json_array_get(list, i), &step->args[i]))
            return false;
        reader_leave(&r->json, before);
    }
    return true;
}

static bool read_launch(job_reader *r, json_t *item, job_steps *steps)
{
    static const char *const known[] = { "launch", "grid", "block", "dynamic_shared", "args", NULL };
    json_t *dynamic = json_object_get(item, "dynamic_shared");
    const char *name = reader_text(&r->json, item, "launch");
    int64_t bytes = 0;
    job_error error;
    ptx_error missing;
    job_step *step;

    if (!name || !reader_keys(&r->json, item, known))
        return false;
    step = job_add_step(r->job, steps, STEP_LAUNCH, &error);
    if (!step)
        return reader_fail(&r->json, "%s", error.text);
    if (!name[0] && program_kernels(r->job->program) == 1)
        name = kernel_name(program_kernel(r->job->program, 0));
    if (!name[0])
        return reader_fail(&r->json, "no entry is named, and the file has %zu", program_kernels(r->job->program));
    step->kernel = program_find(r->job->program, name, &missing);
    if (!step->kernel)
        return reader_fail(&r->json, "launch: %s", missing.text);
    if (dynamic && !reader_integer(&r->json, dynamic, "dynamic_shared", 0, 1 << 24, &bytes))
        return false;
    step->dynamic_shared = (uint32_t)bytes;
    if (!read_dimensions(r, item, "grid", step->grid) || !read_dimensions(r, item, "block", step->block) ||
        !read_args(r, item, step))
        return false;
    return job_check_launch(step, &error) || reader_fail(&r->json, "%s", error.text);
}

static bool read_fill(job_reader *r, json_t *item, job_steps *steps)
{
    static const char *const known[] = { "fill", "value", NULL };
    json_t *value = reader_get(&r->json, item, "value");
    job_error error;
    job_step *step;

    if (!value || !reader_keys(&r->json, item, known))
        return false;
    step = job_add_step(r->job, steps, STEP_FILL, &error);
    if (!step)
        return reader_fail(&r->json, "%s", error.text);
    return reader_buffer(r, json_object_get(item, "fill"), "fill", &step->buffer) &&
           job_read_scalar(r, value, r->job->buffers[step->buffer].type, &step->bits);
}

static bool read_repeat(job_reader *r, json_t *item, job_steps *steps, unsigned depth)
{
    static const char *const known_outside[] = { "repeat", NULL };
    static const char *const known[] = { "while_nonzero", "max", "steps", NULL };
    json_t *repeat = json_object_get(item, "repeat"), *watched, *max_value, *list;
    unsigned buffer = 0;
    int64_t max = 0;
    job_error error;
    job_step *step;
    size_t before, at;

    if (!reader_keys(&r->json, item, known_outside))
        return false;
    before = reader_enter(&r->json, ".repeat");
    if (!reader_keys(&r->json, repeat, known) || !(watched = reader_get(&r->json, repeat, "while_nonzero")) ||
        !reader_buffer(r, watched, "while_nonzero", &buffer) || !(max_value = reader_get(&r->json, repeat, "max")) ||
        !reader_integer(&r->json, max_value, "max", 1, INT32_MAX, &max) || !(list = reader_get(&r->json, repeat, "steps")))
        return false;
    step = job_add_step(r->job, steps, STEP_REPEAT, &error);
    if (!step)
        return reader_fail(&r->json, "%s", error.text);
    step->buffer = buffer;
    step->max = (uint32_t)max;
    at = steps->count - 1;
    if (!job_read_steps(r, list, &steps->items[at].steps, depth + 1))
        return false;
    reader_leave(&r->json, before);
    return true;
}

bool job_read_steps(job_reader *r, json_t *list, job_steps *steps, unsigned depth)
{
    if (!json_is_array(list))
        return reader_fail(&r->json, "steps: expected an array");
    if (depth > JOB_DEPTH_MAX)
        return reader_fail(&r->json, "seen more than %d repeats in each other, expected at most that", JOB_DEPTH_MAX);
    for (size_t i = 0; i < json_array_size(list); i++) {
        json_t *item = json_array_get(list, i);
        size_t before = reader_enter(&r->json, "%ssteps[%zu]", depth ? "." : "", i);
        bool good;

        if (json_object_get(item, "launch"))
            good = read_launch(r, item, steps);
        else if (json_object_get(item, "fill"))
            good = read_fill(r, item, steps);
        else if (json_object_get(item, "repeat"))
            good = read_repeat(r, item, steps, depth);
        else
            good = reader_fail(&r->json, "expected an object with `launch`, `fill` or `repeat`");
        if (!good)
            return false;
        reader_leave(&r->json, before);
    }
    return true;
}
