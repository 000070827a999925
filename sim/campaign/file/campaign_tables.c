// SPDX-License-Identifier: BSD-3-Clause
// Groups, runs, searches, figures and claims of a campaign file.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/file/campaign_reader.h"
#include "sim/report/names.h"
#include "sim/report/number.h"

enum { STEPS = 16, PART = 64 };

const char *const mean_words[] = { [ARITHMETIC] = "arithmetic", [GEOMETRIC] = "geometric", [HARMONIC] = "harmonic",
                                   NULL };

static bool file_mean(campaign_reader *r, json_t *item, mean_kind initial, mean_kind *mean)
{
    unsigned index;

    if (!file_choice(r, item, "mean", mean_words, initial, &index))
        return false;
    *mean = (mean_kind)index;
    return true;
}

static bool is_known(const char *word, word_search *search)
{
    static const char *const kept[] = { "paper.", "belady.", "per_", NULL };    // what a run keeps beside its sums

    if (isdigit((unsigned char)*word))
        return true;
    for (const char *const *prefix = kept; *prefix; prefix++)
        if (strncmp(word, *prefix, strlen(*prefix)) == 0)
            return true;
    for (const char *const *name = report_names; *name; name++) {
        word_offer(search, *name);
        if (strcmp(*name, word) == 0)
            return true;
    }
    return false;
}

bool file_is_sum(campaign_reader *r, const char *text, size_t length)
{
    if (!length || length >= PART)
        return source_fail(&r->json, "seen `%.*s`, expected counters of the report, as \"l1d.misses\" or \"a+b\", of "
                           "at most "
                           "%d characters", (int)(length < 80 ? length : 80), text, PART - 1);
    for (const char *at = text; at < text + length; at += *at == '+') {
        char word[PART];
        size_t word_length = strcspn(at, "+");
        double number;
        word_search search = { .wanted = word };

        if (word_length > (size_t)(text + length - at))
            word_length = (size_t)(text + length - at);
        snprintf(word, sizeof word, "%.*s", (int)word_length, at);
        if (isdigit((unsigned char)*word) && !number_real(word, &number))
            return source_fail(&r->json, "seen `%s`, expected a number or a counter of the report", word);
        if (!is_known(word, &search))
            return source_fail(&r->json, "there is no counter `%s`; the nearest is `%s`", word, search.best);
        at += word_length;
    }
    return true;
}

static const char *file_sum(campaign_reader *r, json_t *item, const char *key, const char *initial)
{
    const char *text = file_text(r, item, key, "+", initial);

    return text && (!json_object_get(item, key) || file_is_sum(r, text, strlen(text))) ? text : NULL;
}

static bool room(campaign_reader *r, unsigned count, unsigned most, const char *what)
{
    return count < most || source_fail(&r->json, "seen more than %u %s, expected at most that", most, what);
}

bool file_read_group(campaign_reader *r, json_t *item)
{
    static const char *const relations[] = { [AT_LEAST] = "at least", [ABOVE] = "above", [AT_MOST] = "at most",
                                             [BELOW] = "below", NULL };
    kernel_group *g = &r->file->groups[r->file->n_groups];
    unsigned relation;
    int64_t most;

    if (!room(r, r->file->n_groups, CAMPAIGN_GROUPS, "groups") || !source_keys(&r->json, item, campaign_keys_group) ||
        !(g->name = source_text(&r->json, item, "name")) || !(g->members = file_text(r, item, "members", " ", "all")) ||
        !file_number(r, item, "most", 0, CAMPAIGN_KERNELS, 0, &most))
        return false;
    g->most = (unsigned)most;
    if (json_object_get(item, "system")) {
        if (!(g->system = file_systems(r, item, "system", "")) || !(g->over = file_systems(r, item, "over", "")) ||
            !source_get(&r->json, item, "part") || !(g->part = file_sum(r, item, "part", "1")) ||
            !(g->whole = file_sum(r, item, "whole", "1")) ||
            !file_choice(r, item, "relation", relations, AT_LEAST, &relation) ||
            !source_get(&r->json, item, "bound") || !file_real(r, item, "bound", 0, &g->bound))
            return false;
        if (systems_count(g->system) != 1 || systems_count(g->over) > 1)
            return source_fail(&r->json, "system, over: seen several systems, expected one");
        g->relation = (group_relation)relation;
    }
    r->file->n_groups++;
    return true;
}

bool file_read_runs(campaign_reader *r, json_t *item)
{
    runs_row *row = &r->file->runs[r->file->n_runs];
    int64_t step;

    if (!room(r, r->file->n_runs, CAMPAIGN_ROWS, "rows of runs") || !source_keys(&r->json, item, campaign_keys_runs) ||
        !file_number(r, item, "step", 0, STEPS - 1, 0, &step) ||
        !(row->kernels = file_text(r, item, "kernels", " ", "all")) ||
        !source_get(&r->json, item, "systems") || !(row->systems = file_systems(r, item, "systems", NULL)))
        return false;
    row->step = (unsigned)step;
    r->file->n_runs++;
    return true;
}

bool file_read_search(campaign_reader *r, json_t *item)
{
    static const char *const ends[] = { "highest", "lowest", NULL };
    best_word *s = &r->file->searches[r->file->n_searches];
    best_word read = { .help = "" };
    unsigned lowest;

    if (!room(r, r->file->n_searches, CAMPAIGN_SEARCHES, "searches") ||
        !source_keys(&r->json, item, campaign_keys_search) ||
        !(read.name = source_text(&r->json, item, "name")) || !source_get(&r->json, item, "systems") ||
        !(read.systems = file_systems(r, item, "systems", NULL)) ||
        !(read.unlimited = file_systems(r, item, "unlimited", "")) ||
        !(read.by = file_sum(r, item, "by", "ipc")) || !file_choice(r, item, "best", ends, 0, &lowest))
        return false;
    if (!*read.name || strlen(read.name) > 60 || strpbrk(read.name, " ,;@=*"))
        return source_fail(&r->json, "name: seen `%.60s`, expected 1 to 60 characters without blanks , ; @ = and *",
                           read.name);
    if (!strchr(read.systems, ' ') || strlen(read.unlimited) > SYSTEM_NAME / 2)
        return source_fail(&r->json, "systems: seen `%.60s`, expected words after the policy, the last of which "
                           "varies", read.systems);
    // no search of searches
    for (const char *at = read.systems; *at; at += strcspn(at, ";"), at += *at == ';')
        for (const char *p = at; *p && *p != ' ' && *p != ';'; p += strcspn(p, ", ;"), p += *p == ',') {
            char word[SYSTEM_NAME];

            snprintf(word, sizeof word, "%.*s", (int)strcspn(p, ", ;"), p);
            if (strcmp(word, read.name) == 0 || best_word_in(r->file->searches, word))
                return source_fail(&r->json, "systems: seen the search %s, expected policies", word);
        }
    read.lowest = lowest == 1;
    *s = read;
    r->file->n_searches++;
    return true;
}

// "[title ]part/whole", separated by commas.
static bool check_parts(campaign_reader *r, const char *parts)
{
    for (const char *at = parts; ; at++) {
        size_t length = strcspn(at, ","), slash = strcspn(at, "/"), blank = strcspn(at, " ");
        const char *part = blank < slash ? at + blank + 1 : at;

        if (slash >= length || (blank < slash && blank > 31))
            return source_fail(&r->json, "parts: seen `%.*s`, expected [TITLE ]PART/WHOLE",
                               (int)(length < 80 ? length : 80), at);
        if (!file_is_sum(r, part, (size_t)(at + slash - part)) || !file_is_sum(r, at + slash + 1, length - slash - 1))
            return false;
        at += length;
        if (!*at)
            return true;
    }
}

static bool is_id(campaign_reader *r, const char *id)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";

    if (!*id || strlen(id) > 31 || strspn(id, allowed) != strlen(id))
        return source_fail(&r->json, "id: seen `%.40s`, expected 1 to 31 letters, digits, _ and -", id);
    for (unsigned i = 0; i < r->file->n_figures; i++)
        if (strcmp(r->file->figures[i].id, id) == 0)
            return source_fail(&r->json, "id: seen %s twice, expected each once", id);
    return true;
}

bool file_read_figure(campaign_reader *r, json_t *item)
{
    static const char *const shapes[] = {
        [KERNELS_BY_SYSTEM] = "kernels by system", [KERNELS_BY_LIMIT] = "kernels by limit",
        [KERNELS_BY_PART] = "kernels by part",
        [RUNS_BY_PART] = "runs by part", [SWEEP_BY_KERNEL] = "sweep by kernel", [SWEEP_BY_SYSTEM] = "sweep by system",
        [SYSTEMS_BY_LAST] = "systems by last", [SWEEP_LINES] = "sweep lines", [SHAPES] = NULL,
    };
    figure *f = &r->file->figures[r->file->n_figures];
    figure read = { 0 };
    unsigned shape;
    int64_t decimals;

    if (!room(r, r->file->n_figures, CAMPAIGN_FIGURES, "figures") ||
        !source_keys(&r->json, item, campaign_keys_figure) ||
        !(read.id = source_text(&r->json, item, "id")) || !is_id(r, read.id) ||
        !file_choice(r, item, "shape", shapes, KERNELS_BY_SYSTEM, &shape) ||
        !file_mean(r, item, ARITHMETIC, &read.mean) ||
        !file_number(r, item, "decimals", 0, 9, 3, &decimals) ||
        !(read.head = file_text(r, item, "head", " ", "kernel")) ||
        !(read.title = file_text(r, item, "title", " ", read.id)) ||
        !(read.kernels = file_text(r, item, "kernels", " ", "all")) ||
        !source_get(&r->json, item, "systems") || !(read.systems = file_systems(r, item, "systems", NULL)) ||
        !(read.over = file_systems(r, item, "over", "")) || !file_real(r, item, "times", 1, &read.times) ||
        !(read.parts = file_text(r, item, "parts", ",", "ipc/1")) || !check_parts(r, read.parts) ||
        !(read.printed = file_text(r, item, "printed", " ", "")))
        return false;
    if (systems_count(read.over) > 1)
        return source_fail(&r->json, "over: seen several systems, expected one");
    read.shape = (figure_shape)shape;
    read.decimals = (int)decimals;
    *f = read;
    r->file->n_figures++;
    return true;
}

static bool is_direction(const char *text)
{
    static const char *const words[] = { "", "up", "down", "same", "not up", NULL };
    double number;

    for (const char *const *word = words; *word; word++)
        if (strcmp(text, *word) == 0)
            return true;
    return (strncmp(text, "above ", 6) == 0 || strncmp(text, "below ", 6) == 0) && (text[6] > '9' || number_real(text + 6, &number));
}

// A number, "<" and a number, or "true"; any words for an example worked out by hand.
static bool is_claimed(const char *text, claim_measure_kind measure)
{
    double number;

    return measure == EXAMPLE || strcmp(text, "true") == 0 || number_real(text + (*text == '<'), &number);
}

// The overhead report lists the registers of storage claims.
static bool is_storage(const char *id)
{
    const carried_file file = carried_find("synth_estimates/claims.csv");
    char line[24];

    snprintf(line, sizeof line, "\n%.20s,", id);
    return file.path && strstr(file.begin, line);
}

bool file_read_claim(campaign_reader *r, json_t *item)
{
    static const char *const measures[] = {
        [CHANGE] = "change", [REMAINS] = "remains", [REDUCTION] = "reduction", [POINTS] = "points", [TREND] = "trend",
        [FURTHEST] = "furthest", [SHARE] = "share", [RATIO] = "ratio", [LEAST] = "least", [ORDER] = "order",
        [GROWTH] = "growth",
        [PEAK] = "peak", [SPREAD] = "spread", [STORAGE] = "storage", [REPORTED] = "reported", [EXAMPLE] = "example",
        [MEASURES] = NULL,
    };
    claim *k = &r->file->claims[r->file->n_claims];
    claim read = { 0 };
    unsigned measure;

    if (!room(r, r->file->n_claims, CAMPAIGN_CLAIMS, "claims") || !source_keys(&r->json, item, campaign_keys_claim) ||
        !(read.id = source_text(&r->json, item, "id")) || !(read.section = file_text(r, item, "section", " ", "")) ||
        !(read.metric = file_text(r, item, "metric", " ", "")) ||
        !(read.subject = file_text(r, item, "subject", " ", "")) ||
        !(read.baseline = file_text(r, item, "baseline", " ", "")) ||
        !(read.group = file_text(r, item, "group", " ", "")) ||
        !(read.value = source_text(&r->json, item, "value")) || !(read.unit = file_text(r, item, "unit", " ", "")) ||
        !(read.words = file_text(r, item, "words", " ", "")) || !source_get(&r->json, item, "measure") ||
        !file_choice(r, item, "measure", measures, 0, &measure) || !file_mean(r, item, ARITHMETIC, &read.mean) ||
        !(read.kernels = file_text(r, item, "kernels", " ", "")) ||
        !(read.systems = file_systems(r, item, "systems", "")) ||
        !(read.over = file_systems(r, item, "over", "")) || !(read.part = file_sum(r, item, "part", "")) ||
        !(read.whole = file_sum(r, item, "whole", "")) || !(read.direction = file_text(r, item, "direction", " ", "")))
        return false;
    read.measure = (claim_measure_kind)measure;
    if (!*read.id || strlen(read.id) > 15 || strpbrk(read.id, " \t"))
        return source_fail(&r->json, "id: seen `%.40s`, expected 1 to 15 characters without blanks", read.id);
    if (!is_direction(read.direction))
        return source_fail(&r->json, "direction: seen `%.40s`, expected up, down, same, not up, above X, below X or "
                           "nothing",
                           read.direction);
    if (!is_claimed(read.value, read.measure))
        return source_fail(&r->json, "value: seen `%.40s`, expected a number, <NUMBER or true", read.value);
    if (read.measure == STORAGE && !is_storage(read.id))
        return source_fail(&r->json, "measure: storage of %s is not known, expected a claim of "
                           "synth_estimates/claims.csv", read.id);
    *k = read;
    r->file->n_claims++;
    return true;
}

static bool is_any(const char *const *words, const char *word, word_search *search)
{
    bool found = false;

    for (; *words; words++) {
        found = found || strcmp(*words, word) == 0;
        word_offer(search, *words);
    }
    return found;
}

// A kernel, or a group that every campaign has; with `groups` also one of the file's.
static bool check_kernels_word(campaign_reader *r, const char *where, const char *word, bool groups)
{
    static const char *const always[] = { "all", "divergent", "coherent", NULL };
    const campaign_file *file = r->file;
    word_search search = { .wanted = word };
    bool known = is_any(always, word, &search) || simulator_kernel(word) || !file->n_kernels;

    for (unsigned i = 0; i < file->n_kernels && !known; i++)
        known = is_any((const char *const[]) { file->kernels[i].name, NULL }, word, &search);
    for (unsigned i = 0; groups && i < file->n_groups && !known; i++)
        known = is_any((const char *const[]) { file->groups[i].name, NULL }, word, &search);
    return known || source_fail(&r->json, "%s: there is no kernel%s `%.40s` in this campaign; the nearest is %s", where,
                                groups ? " or group" : "", word, search.best);
}

// A group, or kernels separated by blanks.
static bool check_kernels(campaign_reader *r, const char *where, const char *words, bool groups)
{
    char *copy = strdup(words), *rest = copy;
    bool one = groups && !strchr(words, ' '), good = true;

    if (!copy)
        abort();
    for (unsigned i = 0; groups && i < r->file->n_groups; i++)
        one = one || strcmp(r->file->groups[i].name, words) == 0;
    if (one)
        good = check_kernels_word(r, where, words, true);
    else
        for (char *word; good && (word = strsep(&rest, " "));)
            good = !*word || check_kernels_word(r, where, word, false);
    free(copy);
    return good;
}

// A word that names nothing would give an empty table or omit runs.
bool file_check_groups(campaign_reader *r)
{
    const campaign_file *file = r->file;
    char *shown = strdup(file->shown), *rest = shown;
    bool good = true;

    if (!shown)
        abort();
    for (const kernel_group *g = file->groups; good && g->name; g++)
        good = (strcmp(g->name, "all") != 0 ||
                source_fail(&r->json, "groups: seen the name all, which every kernel is in; expected another")) &&
               check_kernels(r, "groups: members", g->members, false);
    for (unsigned i = 0; good && i < file->n_runs; i++)
        good = check_kernels(r, "runs: kernels", file->runs[i].kernels, true);
    for (unsigned i = 0; good && i < file->n_figures; i++)
        good = strcmp(file->figures[i].kernels, "groups") == 0 ||
               check_kernels(r, "figures: kernels", file->figures[i].kernels, true);
    for (char *group; good && (group = strsep(&rest, ","));)
        good = check_kernels(r, "shown", group, true);
    free(shown);
    return good;
}

bool file_check_claims(campaign_reader *r)
{
    const campaign_file *file = r->file;

    for (const claim *k = file->claims; k->id; k++) {
        const char *reference = strpbrk(k->direction, " ");
        const claim *other = file->claims;

        if (!reference || strcmp(k->direction, "not up") == 0 || reference[1] <= '9')
            continue;
        while (other->id && strcmp(other->id, reference + 1) != 0)
            other++;
        if (!other->id)
            return source_fail(&r->json, "claim %s: direction: there is no claim %.20s to hold it against", k->id,
                               reference + 1);
    }
    return true;
}
