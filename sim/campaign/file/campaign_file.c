// SPDX-License-Identifier: BSD-3-Clause
// Reads campaign files: first their includes, then their own keys, in order of dependency.
#include "sim/campaign/file/campaign_reader.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tb/plain.h"
#include "tb/whole_number.h"

enum { FILE_BYTES = 1 << 22 };

static const char prefix[] = "sim/campaign/papers/", suffix[] = ".json";

// --- keys of the file

// A counter, or a part over a whole.
static bool read_plot(campaign_reader *r, json_t *item)
{
    const char *text = json_string_value(item), **to = r->file->plot;
    size_t slash = text ? strcspn(text, "/") : 0;

    if (!text || !slash || slash > 63 || strlen(text + slash) > 63 || strpbrk(text, " ,;\"\t\n"))
        return source_fail(&r->json, "seen `%.60s`, expected a counter of the report, as ipc, or PART/WHOLE",
                           text ? text : "");
    if (!file_is_sum(r, text, slash) || (text[slash] && !file_is_sum(r, text + slash + 1, strlen(text + slash + 1))))
        return false;
    for (; *to; to++)
        if (strcmp(*to, text) == 0)
            return source_fail(&r->json, "seen `%s` twice, expected each once", text);
    *to = text;
    return true;
}

static bool read_seed_list(campaign_reader *r, json_t *root, const char *key, uint64_t seeds[static CAMPAIGN_SEEDS], unsigned *n)
{
    json_t *value = json_object_get(root, key);
    size_t before = source_enter_key(&r->json, key);
    const char *list;
    unsigned count;

    if (value) {
        if (!file_values(r, value, &list, &count))
            return false;
        if (count > CAMPAIGN_SEEDS)
            return source_fail(&r->json, "seen %u seeds, expected at most %d", count, CAMPAIGN_SEEDS);
        *n = 0;
        for (const char *at = list; *n < count; at += strcspn(at, ",") + 1) {
            const char *end = at;
            uint64_t seed;

            if (!whole_number_at(&end, 0, UINT32_MAX, &seed) || (*end && *end != ','))
                return source_fail(&r->json, "seen `%.*s`, expected whole numbers from 0 to %u", (int)strcspn(at, ","),
                                   at, UINT32_MAX);
            for (unsigned i = 0; i < *n; i++)
                if (seeds[i] == seed)
                    return source_fail(&r->json, "seen the seed %" PRIu64 " twice, expected each once", seed);
            seeds[(*n)++] = seed;
        }
    }
    source_leave(&r->json, before);
    return true;
}

// Claims have the seeds of the tables and more. An included file's seeds stay when this file has none.
static bool read_seeds(campaign_reader *r, json_t *root)
{
    campaign_file *file = r->file;
    uint64_t seeds[CAMPAIGN_SEEDS];
    unsigned n_seeds = file->n_seeds, n = 0;
    size_t before;

    if (!json_object_get(root, "seeds") && !json_object_get(root, "claim_seeds"))
        return true;
    memcpy(seeds, file->seeds, sizeof seeds);
    if (!read_seed_list(r, root, "seeds", seeds, &n_seeds) || !read_seed_list(r, root, "claim_seeds", file->seeds, &n))
        return false;
    if (n && (n < n_seeds || memcmp(file->seeds, seeds, n_seeds * sizeof *seeds) != 0)) {
        before = source_enter_key(&r->json, "claim_seeds");
        source_fail(&r->json, "seen other seeds, expected the %u of `seeds` first, then more", n_seeds);
        source_leave(&r->json, before);
        return false;
    }
    if (!n)
        memcpy(file->seeds, seeds, sizeof seeds);
    file->n_seeds = n_seeds;
    file->n_claim_seeds = n ? n : n_seeds;
    return true;
}

// The file's own texts; an included file's text stays when this file has none.
static bool read_texts(campaign_reader *r, json_t *root)
{
    campaign_file *file = r->file;
    const struct { const char *key, **to; } all[] = {
        { "claims_also", &file->claims_also }, { "title", &file->title }, { "paper", &file->paper }, { "printed_in", &file->printed_in },
        { "size", &file->size },
        { "shown", &file->shown },
    };
    int64_t cycles;
    unsigned mean;

    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!(*all[i].to = file_text(r, root, all[i].key, " ", *all[i].to)))
            return false;
    if (strpbrk(file->paper, "`<>"))            // it is quoted in a command of the tables' page
        return source_fail(&r->json, "paper: seen `%.40s`, expected a name without ` < >", file->paper);
    if (!(file->help = file_text(r, root, "help", " ", "")))
        return false;
    if (!file_number(r, root, "max_cycles", 0, INT64_MAX, (int64_t)file->max_cycles, &cycles) ||
        !file_choice(r, root, "mean", mean_words, file->mean, &mean))
        return false;
    file->max_cycles = (uint64_t)cycles;
    file->mean = (mean_kind)mean;
    file->mean_given |= json_object_get(root, "mean") != NULL;
    return true;
}

static bool read_systems(campaign_reader *r, json_t *root)
{
    campaign_file *file = r->file;

    if (!(file->baseline = file_systems(r, root, "baseline", file->baseline)) ||
        !(file->schedulers = file_systems(r, root, "schedulers", file->schedulers)) ||
        !(file->policies = file_systems(r, root, "policies", file->policies)))
        return false;
    return systems_count(file->baseline) <= 1 || source_fail(&r->json, "baseline: seen several systems, expected one");
}

static bool read_file(campaign_reader *r, json_t *root)
{
    return file_items(r, root, "machines", CAMPAIGN_MACHINES, file_read_machine) &&
           file_sets(r, root, &r->file->sets, &r->file->n_sets, &r->file->swept) && read_texts(r, root) &&
           file_items(r, root, "kernels", CAMPAIGN_KERNELS, file_read_kernel) && read_seeds(r, root) &&
           file_details(r, root, r->file->details) &&
           file_items(r, root, "plot", CAMPAIGN_FIGURES, read_plot) &&
           file_items(r, root, "searches", CAMPAIGN_SEARCHES, file_read_search) && read_systems(r, root) &&
           file_items(r, root, "groups", CAMPAIGN_GROUPS, file_read_group) &&
           file_items(r, root, "runs", CAMPAIGN_ROWS, file_read_runs) &&
           file_items(r, root, "figures", CAMPAIGN_FIGURES, file_read_figure) &&
           file_items(r, root, "claims", CAMPAIGN_CLAIMS, file_read_claim);
}

// --- files

static bool read_source(campaign_reader *);

static carried_file bundled_source(const char *name)
{
    char path[SIMULATOR_PATH];

    snprintf(path, sizeof path, "%s%s%s", prefix, name, suffix);
    return carried_find(path);
}

static bool fail_at_name(campaign_reader *r, const char *name)
{
    word_search search = { .wanted = name };
    char known[32][64];
    unsigned n = 0;

    while (n < 32 && campaign_bundled(n, known[n]))
        word_offer(&search, known[n++]);
    return source_fail(&r->json, "there is no bundled campaign `%.60s`; the nearest is %s (a file ends in .json)", name,
                       search.best ? search.best : "none");
}

static bool is_path(const char *word)
{
    size_t length = strlen(word);

    return strchr(word, '/') || (length > sizeof suffix - 1 &&
                                 strcmp(word + length - (sizeof suffix - 1), suffix) == 0);
}

// The canonical path; unchanged when there is no such file.
static char *one_path(const char *path)
{
    char *real = realpath(path, NULL), *one = real ? real : strdup(path);

    if (!one)
        abort();
    return one;
}

// Whether the file is being read now; else *read says whether it was read before.
static bool is_cycle(const campaign_reader *r, const char *path, bool *read)
{
    char *wanted = one_path(path);
    bool found = false;

    *read = false;
    for (unsigned i = 0; i < r->file->n_roots; i++)
        *read |= strcmp(r->file->paths[i], wanted) == 0;
    for (; r && !found; r = r->outer) {
        char *own = one_path(r->json.path);

        found = strcmp(own, wanted) == 0;
        free(own);
    }
    free(wanted);
    return found;
}

static bool read_included(campaign_reader *r, json_t *item)
{
    const char *word = json_string_value(item);
    carried_file bundled;
    char path[SIMULATOR_PATH];
    campaign_reader inner;
    char *text = NULL;
    size_t length;
    bool read, good;

    if (!word)
        return source_fail(&r->json, "expected the name of a bundled campaign or of a file");
    bundled = is_path(word) ? (carried_file){ .path = NULL } : bundled_source(word);
    if (!is_path(word) && !bundled.path)
        return fail_at_name(r, word);
    if (bundled.path)
        snprintf(path, sizeof path, "%s", bundled.path);
    else
        source_resolve(r->json.path, word, path);
    if (is_cycle(r, path, &read))
        return source_fail(&r->json, "%.200s includes itself through this file, expected no cycle", path);
    if (read)
        return true;
    if (!bundled.path && !(text = source_load(path, "a campaign file", FILE_BYTES, &length, r->json.error,
                                         r->json.error_size)))
        return false;
    inner = (campaign_reader){ .json = r->json, .file = r->file, .outer = r };
    inner.json.path = path;
    inner.json.text = bundled.path ? bundled.begin : text;
    inner.json.length = bundled.path ? (size_t)(bundled.end - bundled.begin) : length;
    inner.json.place[0] = 0;
    good = read_source(&inner);
    free(text);
    return good;
}

static bool read_root(campaign_reader *r, json_t *root)
{
    campaign_file *file = r->file;

    if (file->n_roots == CAMPAIGN_SOURCES)
        return source_fail(&r->json, "seen more than %d files in one campaign, expected at most that",
                           CAMPAIGN_SOURCES);
    file->paths[file->n_roots] = one_path(r->json.path);
    file->roots[file->n_roots++] = json_incref(root);
    return source_keys(&r->json, root, campaign_keys_campaign) &&
           file_items(r, root, "include", CAMPAIGN_SOURCES, read_included) && read_file(r, root);
}

static bool read_source(campaign_reader *r)
{
    json_t *root = source_parse(&r->json);
    bool good = root && read_root(r, root);

    json_decref(root);
    return good;
}

campaign_file *campaign_file_new(void)
{
    campaign_file *file = calloc(1, sizeof *file);

    if (!file)
        abort();
    file->paper = file->title = file->help = file->printed_in = file->size = file->baseline = file->schedulers =
        file->policies = file->swept = file->claims_also = "";
    file->shown = "all";
    file->mean = GEOMETRIC;
    file->n_seeds = file->n_claim_seeds = 1;
    return file;
}

static campaign_file *finish(campaign_reader *r, bool good)
{
    campaign_file *file = r->file;
    uint64_t runs;

    r->json.place[0] = 0;
    good = good && file_complete(r);
    good = good && file_check_claims(r) && file_check_groups(r);
    runs = good ? campaign_file_runs(file) : 0;
    if (runs > CAMPAIGN_RUNS)
        good = source_fail(&r->json, "seen kernels, systems and seeds for %" PRIu64 " runs, expected at most %d", runs,
                           CAMPAIGN_RUNS);
    if (good)
        return file;
    campaign_file_free(file);
    return NULL;
}

campaign_file *campaign_file_parse(const char *path, const char *text, size_t length, campaign_error *error)
{
    campaign_reader r = { .json = { .path = path, .text = text, .length = length, .error = error->text,
                                    .error_size = sizeof error->text }, .file = campaign_file_new() };
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    size_t tail = is_path(path) && strlen(base) > sizeof suffix - 1 ? sizeof suffix - 1 : 0;

    snprintf(r.file->name, sizeof r.file->name, "%.*s", (int)(strlen(base) - tail), base);
    return finish(&r, read_source(&r));
}

campaign_file *campaign_file_from_json(json_t *root, campaign_error *error)
{
    campaign_reader r = { .json = { .path = "", .error = error->text, .error_size = sizeof error->text },
                          .file = campaign_file_new() };

    return finish(&r, read_root(&r, root));
}

campaign_file *campaign_file_load(const char *name_or_path, campaign_error *error)
{
    campaign_reader r = { .json = { .path = "", .error = error->text, .error_size = sizeof error->text } };
    const carried_file bundled = is_path(name_or_path) ? (carried_file){ .path = NULL } : bundled_source(name_or_path);
    campaign_file *file;
    size_t length;
    char *text;

    if (bundled.path)
        return campaign_file_parse(bundled.path, bundled.begin, (size_t)(bundled.end - bundled.begin), error);
    if (!is_path(name_or_path)) {
        fail_at_name(&r, name_or_path);
        return NULL;
    }
    text = source_load(name_or_path, "a campaign file", FILE_BYTES, &length, error->text, sizeof error->text);
    file = text ? campaign_file_parse(name_or_path, text, length, error) : NULL;
    free(text);
    return file;
}

void campaign_file_free(campaign_file *file)
{
    if (!file)
        return;
    for (unsigned i = 0; i < file->n_texts; i++)
        free(file->texts[i]);
    for (unsigned i = 0; i < file->n_roots; i++) {
        json_decref(file->roots[i]);
        free(file->paths[i]);
    }
    free(file->texts);
    free(file);
}

bool campaign_bundled(unsigned index, char name[static 64])
{
    carried_file file;

    for (unsigned i = 0; (file = carried_at(i)).path; i++)
        if (strncmp(file.path, prefix, sizeof prefix - 1) == 0 && index-- == 0) {
            const char *base = file.path + sizeof prefix - 1;

            snprintf(name, 64, "%.*s", (int)(strlen(base) - (sizeof suffix - 1)), base);
            return true;
        }
    return false;
}

uint64_t campaign_file_runs(const campaign_file *file)
{
    uint64_t sum = 0, each = (uint64_t)(file->n_kernels ? file->n_kernels : 1) * file->n_seeds;

    for (const runs_row *row = file->runs; row->systems; row++) {
        uint64_t systems = systems_count(row->systems);

        if (systems > (UINT64_MAX - sum) / each)
            return UINT64_MAX;
        sum += systems * each;
    }
    return sum;
}

bool campaign_file_set_seeds(campaign_file *file, json_t *value, campaign_error *error)
{
    campaign_reader r = { .json = { .path = "", .error = error->text, .error_size = sizeof error->text },
                          .file = file };
    json_t *root = json_pack("{s:O}", "seeds", value);
    bool good = read_seeds(&r, root);

    json_decref(root);
    return good;
}
