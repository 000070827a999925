// SPDX-License-Identifier: BSD-3-Clause
// `warplock sweep`: a campaign from the command line. It writes a campaign file's JSON in memory and reads it like any other.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/cli/campaign.h"
#include "sim/workload/job_trace.h"
#include "tb/whole_number.h"

static bool has_suffix(const char *word, const char *suffix)
{
    size_t length = strlen(word), tail = strlen(suffix);

    return length > tail && strcmp(word + length - tail, suffix) == 0;
}

// A comma-separated list of names.
static json_t *names(const char *list)
{
    json_t *array = json_array();
    char *copy = strdup(list), *rest;

    if (!copy)
        abort();
    for (char *name = strtok_r(copy, ",", &rest); name; name = strtok_r(NULL, ",", &rest))
        json_array_append_new(array, json_string_nocheck(name));
    free(copy);
    return array;
}

static json_t *words(const cli_list *list)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < list->count; i++)
        json_array_append_new(array, json_string_nocheck(list->words[i]));
    return array;
}

static void put(json_t *object, const char *key, json_t *value)
{
    if (value)
        json_object_set_new(object, key, value);
}

static void put_text(json_t *object, const char *key, const char *text)
{
    if (*text)
        put(object, key, json_string_nocheck(text));
}

static bool put_sets(json_t *root, const cli_list *list)
{
    json_t *sets = json_object();

    json_object_set_new(root, "set", sets);
    for (unsigned i = 0; i < list->count; i++) {
        const char *word = list->words[i], *equals = strchr(word, '=');
        char key[128];

        if (!equals || (size_t)(equals - word) >= sizeof key)
            return cli_mistake("--set %.60s: expected section.key=value", word);
        snprintf(key, sizeof key, "%.*s", (int)(equals - word), word);
        if (json_object_get(sets, key))
            return cli_mistake("--set: seen %.60s twice, expected each key once", key);
        json_object_set_new(sets, key, names(equals + 1));
    }
    return true;
}

static json_t *kernel_json(const cli_options *o, const char *word)
{
    json_t *kernel;

    if (o->unknown_opcode && job_is_trace(word))
        return json_pack("{s:s, s:s}", "kernel", word, "unknown_opcode", "int");
    if (!has_suffix(word, ".ptx"))
        return json_string_nocheck(word);
    kernel = json_pack("{s:s, s:o}", "kernel", word, "args", words(&o->arg));
    if (!kernel)
        return NULL;
    put_text(kernel, "entry", o->entry);
    put_text(kernel, "grid", o->grid);
    put_text(kernel, "block", o->block);
    if (o->shared)
        put(kernel, "shared", json_integer((json_int_t)o->shared));
    return kernel;
}

json_t *cli_seeds(const cli_options *o)
{
    char range[64];
    uint64_t count;

    if (!o->seeds[0])
        return json_integer((json_int_t)o->seed);
    if (!whole_number(o->seeds, 0, UINT64_MAX, &count))
        return names(o->seeds);
    snprintf(range, sizeof range, "0..%" PRIu64, count - 1);
    return json_string_nocheck(count > 0 ? range : "no seed");
}

static json_t *build(const cli_options *o)
{
    json_t *root = json_object(), *kernels = json_array();

    for (unsigned i = 0; i < o->operands.count; i++)
        json_array_append_new(kernels, kernel_json(o, o->operands.words[i]));
    put(root, "kernels", kernels);
    put(root, "machines", names(o->machine));
    put(root, "policies", names(o->policy));
    put(root, "plot", names(o->plot[0] ? o->plot : "ipc"));
    put(root, "seeds", cli_seeds(o));
    put_text(root, "baseline", o->baseline);
    put_text(root, "size", o->size);
    return root;
}

run_status cli_sweep(const cli_options *options)
{
    campaign_session *s;
    campaign_error error;
    json_t *root;
    run_status status;

    if (!options->operands.count) {
        cli_mistake("sweep: expected a kernel: a bundled one, a .json job, a .ptx file or a trace");
        return STATUS_MISTAKE;
    }
    root = build(options);
    if (!put_sets(root, &options->set)) {
        json_decref(root);
        return STATUS_MISTAKE;
    }
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    s->options = options;
    s->command = CLI_SWEEP;
    s->file = campaign_file_from_json(root, &error);
    json_decref(root);
    if (!s->file) {
        cli_mistake("sweep: %s", error.text);
        free(s);
        return STATUS_MISTAKE;
    }
    strcpy(s->file->name, "sweep");
    s->pictures = true;
    snprintf(s->folder, sizeof s->folder, "%s", options->folder[0] ? options->folder : options->plot[0] ? "warplock-sweep" : "");
    status = cli_session_run(s);
    free(s);
    return status;
}
