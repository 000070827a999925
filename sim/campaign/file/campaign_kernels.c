// SPDX-License-Identifier: BSD-3-Clause
// Machines and kernels of a campaign file.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/file/campaign_reader.h"
#include "tb/output_file.h"
#include "tb/plain.h"

static bool has_suffix(const char *word, const char *suffix)
{
    size_t length = strlen(word), tail = strlen(suffix);

    return length > tail && strcmp(word + length - tail, suffix) == 0;
}

static const char *keep_copy(campaign_file *file, const char *text)
{
    char *copy = strdup(text);

    if (!copy)
        abort();
    return file_keep(file, copy);
}

// A name used in lists of systems and in tables.
static bool is_name(campaign_reader *r, const char *name)
{
    size_t length = strlen(name);

    return (length && length < 64 && !strpbrk(name, " ,;@=*\"") && plain_is(name)) ||
           source_fail(&r->json, "seen the name `%.60s`, expected 1 to 63 printable characters without blanks , ; @ = * "
                       "and \"", name);
}

// The base name of a path without its suffix.
static const char *name_of(campaign_file *file, const char *path, const char *suffix)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    char *name = strndup(base, strlen(base) - strlen(suffix));

    if (!name)
        abort();
    return file_keep(file, name);
}

static const char *name_of_trace(campaign_file *file, const char *path)
{
    char name[SIMULATOR_TRACE];

    simulator_trace_name(path, name);
    return file_keep(file, strdup(name));
}

static const char *resolved(campaign_reader *r, const char *name)
{
    char path[SIMULATOR_PATH];

    source_resolve(r->json.path, name, path);
    return keep_copy(r->file, path);
}

bool file_read_machine(campaign_reader *r, json_t *item)
{
    campaign_file *file = r->file;
    file_machine *m = &file->machines[file->n_machines];
    const char *word = json_string_value(item), *name = NULL;
    bool own;
    machine *loaded;
    simulator_error error;

    if (file->n_machines == CAMPAIGN_MACHINES)
        return source_fail(&r->json, "seen more than %d machines, expected at most that", CAMPAIGN_MACHINES);
    if (!word && (!source_keys(&r->json, item, campaign_keys_machine) ||
                  !(word = source_text(&r->json, item, "machine")) ||
                  !(name = file_text(r, item, "name", " ", "")) || !file_sets(r, item, &m->sets, &m->n_sets, NULL) ||
                  !file_details(r, item, m->details)))
        return false;
    own = strchr(word, '/') || has_suffix(word, ".ini");
    m->word = own ? resolved(r, word) : word;
    loaded = simulator_machine(m->word, &error);
    if (!loaded)
        return source_fail(&r->json, "%.400s",
                           strncmp(error.text, "--machine: ", 11) == 0 ? error.text + 11 : error.text);
    if (own)
        output_protect(m->word);
    for (unsigned i = 0; i < m->n_sets; i++)
        if (!simulator_machine_set(loaded, m->sets[i], &error))      // each was checked when read
            abort();
    m->name = name && *name ? name : keep_copy(file, simulator_machine_name(loaded));
    free(loaded);
    if (!is_name(r, m->name))
        return false;
    for (unsigned i = 0; i < file->n_machines; i++)
        if (strcmp(file->machines[i].name, m->name) == 0)
            return source_fail(&r->json, "seen two machines of the name %s, expected a `name` of its own for each",
                               m->name);
    file->n_machines++;
    return true;
}

static bool fail_at_kernel(campaign_reader *r, const char *word)
{
    word_search search = { .wanted = word };

    for (unsigned i = 0; simulator_kernel_at(i); i++)
        word_offer(&search, simulator_kernel_at(i));
    return source_fail(&r->json, "there is no bundled kernel `%.60s`; the nearest is %s (a job file ends in .json, "
                       "PTX in .ptx)",
                       word, search.best);
}

static bool read_bundled(campaign_reader *r, campaign_kernel *k, const char *word, const char *size)
{
    size_t length = strcspn(word, ":");
    char *name = strndup(word, length);
    simulator_error error;
    const char *own;

    if (!name)
        abort();
    file_keep(r->file, name);
    own = simulator_kernel(name);
    if (!own)
        return fail_at_kernel(r, name);
    if (word[length] && *size)
        return source_fail(&r->json, "seen %.60s and a size, expected one of them", word);
    k->word = own;
    k->size = word[length] ? word + length + 1 : size;
    if (!k->name)
        k->name = own;
    return !*k->size || simulator_kernel_size(own, k->size, &error) ||
           source_fail(&r->json, "%.400s", error.text);
}

static void take_source(campaign_kernel *k, uint64_t files)
{
    snprintf(k->source, sizeof k->source, "%016" PRIx64, files);
}

static bool read_job(campaign_reader *r, campaign_kernel *k, const char *word)
{
    simulator_error error;
    uint64_t files;

    k->kind = KERNEL_JOB;
    k->word = resolved(r, word);
    if (!k->name)
        k->name = name_of(r->file, word, ".json");
    if (!simulator_job_files(k->word, &files, &error))
        return source_fail(&r->json, "%.600s", error.text);
    take_source(k, files);
    return true;
}

// An argument as of --arg, its file relative to the campaign file: "bytes:FILE", "buf:TYPE:COUNT:file=FILE".
static const char *resolved_argument(campaign_reader *r, const char *text)
{
    static const char from_file[] = "file=";
    const char *name = strncmp(text, "bytes:", 6) == 0 ? text + 6 : NULL;
    char path[SIMULATOR_PATH], *argument;
    size_t length;

    if (strncmp(text, "buf:", 4) == 0) {
        name = strchr(text + 4, ':');
        name = name ? strchr(name + 1, ':') : NULL;
        name = name && strncmp(name + 1, from_file, sizeof from_file - 1) == 0 ? name + sizeof from_file : NULL;
    }
    if (!name)
        return text;
    source_resolve(r->json.path, name, path);
    length = (size_t)(name - text) + strlen(path) + 1;
    argument = malloc(length);
    if (!argument)
        abort();
    snprintf(argument, length, "%.*s%s", (int)(name - text), text, path);
    return file_keep(r->file, argument);
}

static bool read_args(campaign_reader *r, json_t *item, ptx_options *options)
{
    json_t *list = json_object_get(item, "args");
    const char **args;

    if (list && (!json_is_array(list) || json_array_size(list) > SIMULATOR_ARGS))
        return source_fail(&r->json, "args: expected a list of at most %d arguments", SIMULATOR_ARGS);
    args = calloc(json_array_size(list) + 1, sizeof *args);
    if (!args)
        abort();
    file_keep(r->file, (char *)args);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));

        if (!text)
            return source_fail(&r->json, "args: expected texts, as --arg takes them");
        args[i] = resolved_argument(r, text);
    }
    options->args = args;
    options->n_args = (unsigned)json_array_size(list);
    return true;
}

// The options of `warplock run` for a PTX file.
static void list_options(campaign_reader *r, campaign_kernel *k, const ptx_options *words)
{
    const struct { const char *option, *value; } all[] = {
        { "--entry", words->entry }, { "--grid", words->grid }, { "--block", words->block },
    };
    const char **options = calloc(8 + 2 * words->n_args, sizeof *options);
    unsigned n = 0;
    char shared[24];

    if (!options)
        abort();
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        if (*all[i].value) {
            options[n++] = all[i].option;
            options[n++] = all[i].value;
        }
    }
    if (words->shared) {
        snprintf(shared, sizeof shared, "%llu", (unsigned long long)words->shared);
        options[n++] = "--shared";
        options[n++] = keep_copy(r->file, shared);
    }
    for (unsigned i = 0; i < words->n_args; i++) {
        options[n++] = "--arg";
        options[n++] = words->args[i];
    }
    k->options = options;
    k->n_options = n;
    file_keep(r->file, (char *)options);
}

static bool read_ptx(campaign_reader *r, campaign_kernel *k, json_t *item, const char *word)
{
    ptx_options words = { 0 };
    simulator_error error;
    uint64_t files;
    int64_t shared;

    k->kind = KERNEL_PTX;
    k->word = resolved(r, word);
    if (!k->name)
        k->name = name_of(r->file, word, ".ptx");
    if (!json_is_object(item))
        return source_fail(&r->json, "seen PTX as a word, expected an object with its `grid`, `block` and `args`");
    if (!(words.entry = file_text(r, item, "entry", "", "")) || !(words.grid = file_text(r, item, "grid", "", "")) ||
        !(words.block = file_text(r, item, "block", "", "")) ||
        !file_number(r, item, "shared", 0, 1 << 24, 0, &shared) ||
        !read_args(r, item, &words))
        return false;
    words.shared = (uint64_t)shared;
    if (!simulator_ptx_files(k->word, &words, &files, &error))
        return source_fail(&r->json, "%.600s", error.text);
    take_source(k, files);
    list_options(r, k, &words);
    return true;
}

static bool read_trace(campaign_reader *r, campaign_kernel *k, const char *word, const char *unknown)
{
    static const char *const as_add[] = { "--unknown-opcode", "int" };
    const bool any = strcmp(unknown, "int") == 0;
    simulator_error error;
    uint64_t files;

    k->kind = KERNEL_TRACE;
    k->word = resolved(r, word);
    if (!k->name)
        k->name = name_of_trace(r->file, word);
    if (!any && strcmp(unknown, "refuse") != 0)
        return source_fail(&r->json, "unknown_opcode: seen %.40s, expected refuse or int", unknown);
    if (!simulator_trace_files(k->word, any, &files, &error))
        return source_fail(&r->json, "%.600s", error.text);
    take_source(k, files);
    k->options = as_add;
    k->n_options = any ? 2 : 0;
    return true;
}

static bool check_says(campaign_reader *r, json_t *says)
{
    const char *name;
    json_t *number;

    if (says && !json_is_object(says))
        return source_fail(&r->json, "says: expected an object of numbers");
    json_object_foreach(says, name, number)
        if (!json_is_number(number))
            return source_fail(&r->json, "says: %.40s: expected a number", name);
    return true;
}

static bool read_aside(campaign_reader *r, const json_t *item, bool *aside)
{
    const json_t *given = json_object_get(item, "aside");

    *aside = json_is_true(given);
    return !given || json_is_boolean(given) || source_fail(&r->json, "aside: expected true or false");
}

bool file_read_kernel(campaign_reader *r, json_t *item)
{
    static const char *const of_ptx[] = { "entry", "grid", "block", "shared", "args" };
    campaign_file *file = r->file;
    campaign_kernel *k = &file->kernels[file->n_kernels];
    benchmark *b = &file->benchmarks[file->n_kernels];
    const char *word = json_string_value(item), *name = "", *size = "", *unknown = "refuse";
    simulator_error error;
    bool good;

    if (file->n_kernels == CAMPAIGN_KERNELS)
        return source_fail(&r->json, "seen more than %d kernels, expected at most that", CAMPAIGN_KERNELS);
    *k = (campaign_kernel){ .size = "" };
    *b = (benchmark){ .name = "-", .group = "-" };
    if (!word && (!source_keys(&r->json, item, campaign_keys_kernel) ||
                  !(word = source_text(&r->json, item, "kernel")) ||
                  !(name = file_text(r, item, "name", " ", "")) || !(size = file_text(r, item, "size", "", "")) ||
                  !(unknown = file_text(r, item, "unknown_opcode", "", "refuse")) ||
                  !(b->name = file_text(r, item, "printed", " ", "-")) ||
                  !(b->group = file_text(r, item, "group", " ", json_object_get(item, "printed") ? "" : "-")) ||
                  !read_aside(r, item, &k->aside) || !check_says(r, b->says = json_object_get(item, "says"))))
        return false;
    k->name = *name ? name : NULL;
    for (unsigned i = 0; i < sizeof of_ptx / sizeof of_ptx[0]; i++)
        if (json_object_get(item, of_ptx[i]) && !has_suffix(word, ".ptx"))
            return source_fail(&r->json, "seen `%s` of %.60s, expected a .ptx file", of_ptx[i], word);
    const bool trace = !simulator_kernel(word) && simulator_is_trace(word);
    if (json_object_get(item, "unknown_opcode") && !trace)
        return source_fail(&r->json, "seen `unknown_opcode` of %.60s, expected a trace", word);
    if (*size && (has_suffix(word, ".json") || has_suffix(word, ".ptx") || trace))
        return source_fail(&r->json, "seen a size of %.60s, expected a bundled kernel", word);
    if (!simulator_kernel(word) && !trace && !simulator_kernel_file(resolved(r, word), &error))
        return source_fail(&r->json, "%.350s", error.text);
    good = has_suffix(word, ".json") ? read_job(r, k, word)
         : trace ? read_trace(r, k, word, unknown)
         : has_suffix(word, ".ptx") ? read_ptx(r, k, item, word) : read_bundled(r, k, word, size);
    if (!good || !is_name(r, k->name))
        return false;
    if (campaign_file_kernel(file, k->name) >= 0)
        return source_fail(&r->json, "seen two kernels of the name %s, expected a `name` of its own for each", k->name);
    file->n_kernels++;
    return true;
}
