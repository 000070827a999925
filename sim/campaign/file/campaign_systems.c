// SPDX-License-Identifier: BSD-3-Clause
// Systems and values of a campaign file. Ranges and lists become comma lists for system_choose(). Every word is checked, so
// that a typo costs no run.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/file/campaign_reader.h"
#include "tb/whole_number.h"

// "FIRST..LAST", "FIRST..LAST step STEP": whole numbers, LAST included when a step reaches it.
typedef struct { uint64_t first, last, step; } range;

enum { SET_KEYS = 64 };

// Whether the text is a range; other words may contain dots.
static bool is_range(const char *text, range *r)
{
    static const char step[] = " step ";

    r->step = 1;
    if (!whole_number_at(&text, 0, UINT64_MAX, &r->first) || strncmp(text, "..", 2) != 0)
        return false;
    text += 2;
    if (!whole_number_at(&text, 0, UINT64_MAX, &r->last))
        return false;
    if (!*text)
        return true;
    if (strncmp(text, step, sizeof step - 1) != 0)
        return false;
    text += sizeof step - 1;
    return whole_number_at(&text, 0, UINT64_MAX, &r->step) && !*text;
}

static bool put_range(campaign_reader *r, const range *of, FILE *out, unsigned *count)
{
    const uint64_t steps = of->step && of->first <= of->last ? (of->last - of->first) / of->step : 0;
    const uint64_t values = steps < UINT64_MAX ? steps + 1 : steps;

    if (!of->step || of->first > of->last)
        return source_fail(&r->json, "seen %" PRIu64 "..%" PRIu64 " step %" PRIu64 ", which is empty; expected at "
                           "least one value", of->first, of->last, of->step);
    if (steps >= CAMPAIGN_VALUES - *count)
        return source_fail(&r->json, "seen %" PRIu64 " values, expected at most %d", steps < UINT32_MAX ? values + *count : values,
                           CAMPAIGN_VALUES);
    for (uint64_t i = 0; i < values; i++)
        fprintf(out, "%s%" PRIu64, (*count)++ ? "," : "", of->first + i * of->step);
    return true;
}

static bool put_value(campaign_reader *r, json_t *value, FILE *out, unsigned *count)
{
    const char *text = json_string_value(value);
    range of;

    if (*count == CAMPAIGN_VALUES)
        return source_fail(&r->json, "seen more than %d values, expected at most that", CAMPAIGN_VALUES);
    if (json_is_integer(value)) {
        fprintf(out, "%s%" JSON_INTEGER_FORMAT, (*count)++ ? "," : "", json_integer_value(value));
        return true;
    }
    if (!text || !*text)
        return source_fail(&r->json, "expected a whole number, a word, \"FIRST..LAST\", \"FIRST..LAST step STEP\" or "
                           "a list of "
                           "these");
    if (is_range(text, &of))
        return put_range(r, &of, out, count);
    if (strpbrk(text, " ,;"))
        return source_fail(&r->json, "seen `%.40s`, expected one value, \"FIRST..LAST\" or \"FIRST..LAST step STEP\"",
                           text);
    fprintf(out, "%s%s", (*count)++ ? "," : "", text);
    return true;
}

bool file_values(campaign_reader *r, json_t *value, const char **list, unsigned *count)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    bool good = true;

    if (!out)
        abort();
    *count = 0;
    if (!json_is_array(value)) {
        good = put_value(r, value, out, count);
    } else {
        for (size_t i = 0; good && i < json_array_size(value); i++) {
            size_t before = source_enter(&r->json, "[%zu]", i);

            good = put_value(r, json_array_get(value, i), out, count);
            source_leave(&r->json, before);
        }
        if (good && !*count)
            good = source_fail(&r->json, "seen an empty list, expected at least one value");
    }
    fclose(out);
    *list = file_keep(r->file, text);
    return good;
}

// The part of simulator_machine_set's message after the assignment.
static const char *without_option(const simulator_error *error)
{
    const char *at = strstr(error->text, ": ");

    return strncmp(error->text, "--set ", 6) == 0 && at ? at + 2 : error->text;
}

// A value that some machine accepts for the key; "*" stands for every number.
static bool check_assignment(campaign_reader *r, const char *key, const char *value, size_t length)
{
    char assignment[256], name[128];
    simulator_error error;
    uint32_t low, most;
    machine *m = simulator_machine_usual();
    bool good;

    snprintf(name, sizeof name, "%.*s", (int)strcspn(key, "="), key);
    if (length == 1 && *value == '*') {
        good = simulator_key_range(m, name, &low, &most) ||
               source_fail(&r->json, "seen `%.60s=*`, expected the key of a number: * is every value that it may have", name);
    } else {
        snprintf(assignment, sizeof assignment, "%s=%.*s", name, (int)(length < 100 ? length : 100), value);
        good = simulator_machine_set(m, assignment, &error) || source_fail(&r->json, "%.300s", without_option(&error));
    }
    free(m);
    return good;
}

// Refuses duplicates: a choice of "a,b", a system of "a;b".
static bool check_once(campaign_reader *r, const char *list, const char *joint, const char *choice, size_t length)
{
    for (const char *at = list; at < choice; at += strcspn(at, joint) + 1)
        if (strcspn(at, joint) == length && memcmp(at, choice, length) == 0)
            return source_fail(&r->json, "seen `%.*s` twice, expected each once",
                               (int)(length < 80 ? length : 80), choice);
    return true;
}

static bool check_values(campaign_reader *r, const char *key, const char *values)
{
    for (const char *at = values; ; at++) {
        size_t length = strcspn(at, ", ;");

        if (!check_assignment(r, key, at, length) || !check_once(r, values, ", ;", at, length))
            return false;
        at += length;
        if (*at != ',')
            return true;
    }
}

typedef struct { const char *key, *list; unsigned values; } assignment;

static bool read_assignments(campaign_reader *r, json_t *set, assignment all[static SET_KEYS], bool may_sweep)
{
    const char *key;
    json_t *value;
    unsigned n = 0;

    if (!json_is_object(set) || json_object_size(set) > SET_KEYS)
        return source_fail(&r->json, "expected an object of at most %d keys, as {\"l1d.mshrs\": [32, 64]}", SET_KEYS);
    json_object_foreach(set, key, value) {
        size_t before = source_enter_key(&r->json, key);
        assignment *a = &all[n++];

        a->key = key;
        if (!file_values(r, value, &a->list, &a->values) || !check_values(r, key, a->list))
            return false;
        if (a->values > 1 && !may_sweep)
            return source_fail(&r->json, "seen %u values, expected one", a->values);
        source_leave(&r->json, before);
    }
    return true;
}

static const char *joined(campaign_file *file, const char *before, const char *key, const char *list)
{
    size_t length = strlen(before) + strlen(key) + strlen(list) + 3;
    char *text = malloc(length);

    if (!text)
        abort();
    snprintf(text, length, "%s%s%s=%s", before, *before ? " " : "", key, list);
    return file_keep(file, text);
}

bool file_sets(campaign_reader *r, json_t *object, const char *const **sets, unsigned *n_sets, const char **several)
{
    json_t *set = json_object_get(object, "set");
    assignment all[SET_KEYS];
    const char **kept;
    size_t before;

    if (!set)
        return true;
    before = source_enter_key(&r->json, "set");
    if (!read_assignments(r, set, all, several != NULL))
        return false;
    source_leave(&r->json, before);
    kept = calloc(*n_sets + SET_KEYS, sizeof *kept);
    if (!kept)
        abort();
    for (unsigned i = 0; i < *n_sets; i++)
        kept[i] = (*sets)[i];
    for (unsigned i = 0; i < json_object_size(set); i++) {
        if (all[i].values == 1)
            kept[(*n_sets)++] = joined(r->file, "", all[i].key, all[i].list);
        else
            *several = joined(r->file, *several, all[i].key, all[i].list);
    }
    file_keep(r->file, (char *)kept);
    *sets = kept;
    return true;
}

uint64_t systems_count(const char *systems)
{
    uint64_t sum = 0, product = *systems != 0;

    for (uint64_t choices = 1; ; systems++) {
        choices += *systems == ',';
        if (*systems && *systems != ' ' && *systems != ';')
            continue;
        product = product > UINT64_MAX / choices ? UINT64_MAX : product * choices;
        choices = 1;
        if (*systems == ' ')
            continue;
        sum = sum > UINT64_MAX - product ? UINT64_MAX : sum + product;
        product = systems[0] && systems[1];
        if (!*systems)
            return sum;
    }
}

// --- the words of a list

static bool is_search(const campaign_file *file, const char *word)
{
    for (const best_word *row = file->searches; row->name; row++)
        if (strcmp(row->name, word) == 0)
            return true;
    return best_word_of(word) != NULL && !strchr(word, ' ');
}

static bool fail_at_policy(campaign_reader *r, const char *word)
{
    char unknown[SIMULATOR_POLICY];
    word_search search = { .wanted = unknown };
    simulator_error error;

    simulator_policy_fault(word, unknown, &error);
    if (!unknown[0])
        return source_fail(&r->json, "policies together, %.60s: %s", word, error.text);
    for (unsigned i = 0; simulator_policy_at(i); i++)
        word_offer(&search, simulator_policy_at(i));
    for (const best_word *row = r->file->searches; row->name; row++)
        word_offer(&search, row->name);
    for (const best_word *row = best_words; row->name; row++)
        word_offer(&search, row->name);
    return source_fail(&r->json, "there is no policy `%.40s`; the nearest is %s", unknown, search.best);
}

bool file_check_machine(campaign_reader *r, const char *name)
{
    word_search search = { .wanted = name };

    for (unsigned i = 0; i < r->file->n_machines; i++) {
        if (strcmp(r->file->machines[i].name, name) == 0)
            return true;
        word_offer(&search, r->file->machines[i].name);
    }
    return source_fail(&r->json, "there is no machine `%.40s` in this campaign%s%s", name,
                       search.best ? "; the nearest is " : "",
                       search.best ? search.best : "");
}

static bool fail_at_sets(campaign_reader *r)
{
    return source_fail(&r->json, "seen more than %d keys of a system, expected at most that", SYSTEM_SETS);
}

// One choice of a word after the policy, or of the number after such a word; *number_of: its key.
static bool check_choice(campaign_reader *r, const char *choice, const char **number_of, unsigned *n_sets)
{
    const char *key = system_number_key(choice);

    if (*number_of) {
        size_t length = strcspn(choice, "%");

        return check_assignment(r, *number_of, choice, length) && (!choice[length] || !choice[length + 1] ||
               source_fail(&r->json, "seen `%.40s`, expected a number", choice));
    }
    if (choice[0] == '@')
        return file_check_machine(r, choice + 1);
    *n_sets += key ? 1 : system_flag_sets(choice);
    if (*n_sets > SYSTEM_SETS)
        return fail_at_sets(r);
    return key || system_flag_sets(choice) ||
           source_fail(&r->json, "seen `%.40s` after a policy, expected SECTION.KEY=VALUE, @MACHINE or %s", choice,
                       system_words());
}

// A word "key=a,b". Length: the longest choice with its key.
static bool check_assigned(campaign_reader *r, const char *word, size_t end, size_t *longest)
{
    size_t key = strcspn(word, "=") + 1;
    const char *values = word + key;

    if (memchr(word, ',', key))
        return source_fail(&r->json, "seen `%.*s` in a list of systems, expected KEY=VALUE,VALUE",
                           (int)(end < 80 ? end : 80), word);
    for (const char *at = values; at <= word + end; at += strcspn(at, ", ;") + 1) {
        size_t length = strcspn(at, ", ;");

        if (!length || key + length >= SYSTEM_SET)
            return source_fail(&r->json, "seen `%.60s` in a list of systems, expected KEY=VALUE of at most %d "
                               "characters", word,
                               SYSTEM_SET - 1);
        *longest = key + length > *longest ? key + length : *longest;
    }
    return check_values(r, word, values);
}

// A word of a list with its choices, "a,b". Length: the longest choice.
static bool check_word(campaign_reader *r, const char *word, size_t end, bool first, const char **number_of,
                       unsigned *n_sets,
                       size_t *longest)
{
    const char *of = *number_of, *next = NULL;
    unsigned before = *n_sets, most = before;

    *longest = 0;
    if (!end)
        return source_fail(&r->json, "seen two blanks or a `,` too many in a list of systems");
    if (!first && !of && memchr(word, '=', end))
        return ++*n_sets <= SYSTEM_SETS ? check_assigned(r, word, end, longest) : fail_at_sets(r);
    for (const char *at = word; at <= word + end; ) {
        size_t length = strcspn(at, ", ;");
        char choice[SYSTEM_NAME + 1];

        if (!length || length > SYSTEM_NAME)
            return source_fail(&r->json, "seen a word of %zu characters in a list of systems, expected 1 to %d", length,
                               SYSTEM_NAME - 1);
        snprintf(choice, sizeof choice, "%.*s", (int)length, at);
        if (!check_once(r, word, ", ;", at, length))
            return false;
        *n_sets = before;
        if (first ? !(simulator_policy_exists(choice) || is_search(r->file, choice)) && !fail_at_policy(r, choice)
                  : !check_choice(r, choice, &of, n_sets))
            return false;
        next = first || of ? NULL : system_number_key(choice);
        most = *n_sets > most ? *n_sets : most;
        *longest = length > *longest ? length : *longest;
        at += length + 1;
        if (at[-1] != ',')
            break;
    }
    *n_sets = most;
    *number_of = next;
    return true;
}

bool file_check_systems(campaign_reader *r, const char *systems)
{
    for (const char *at = systems; ; at++) {
        const char *number_of = NULL;
        unsigned n_sets = 0;
        size_t length = 0, longest;
        const char *system = at;

        for (bool first = true; ; first = false) {
            size_t end = strcspn(at, " ;");

            if (!check_word(r, at, end, first, &number_of, &n_sets, &longest))
                return false;
            length += longest + 1;
            at += end;
            if (*at != ' ')
                break;
            at++;
        }
        if (!check_once(r, systems, ";", system, (size_t)(at - system)))
            return false;
        if (number_of)
            return source_fail(&r->json, "expected a number at the end of `%.60s`", systems);
        if (length > SYSTEM_NAME)
            return source_fail(&r->json, "seen a system of %zu characters, expected at most %d", length - 1,
                               SYSTEM_NAME - 1);
        if (!*at)
            return true;
    }
}

// Texts and lists of texts: "a,b" for each of them.
static bool put_names(campaign_reader *r, json_t *object, const char *key, const char *before, FILE *out)
{
    const char *text = file_text(r, object, key, ",", "");

    if (!text)
        return false;
    if (strpbrk(text, " ;"))
        return source_fail(&r->json, "%s: seen `%.40s`, expected a name or a list of names", key, text);
    for (const char *at = text; *at; at += strcspn(at, ","), at += *at == ',')
        fprintf(out, "%s%s%.*s", at == text ? "" : ",", before, (int)strcspn(at, ","), at);
    return true;
}

static bool put_system(campaign_reader *r, json_t *item, FILE *out)
{
    const char *const *sets = NULL, *several = "";
    unsigned n_sets = 0;

    if (json_is_string(item)) {
        fputs(json_string_value(item), out);
        return true;
    }
    if (!source_keys(&r->json, item, campaign_keys_system) || !source_get(&r->json, item, "policy") ||
        !put_names(r, item, "policy", "", out))
        return false;
    if (json_object_get(item, "machine")) {
        fputc(' ', out);
        if (!put_names(r, item, "machine", "@", out))
            return false;
    }
    if (!file_sets(r, item, &sets, &n_sets, &several))
        return false;
    for (unsigned i = 0; i < n_sets; i++)
        fprintf(out, " %s", sets[i]);
    fprintf(out, "%s%s", *several ? " " : "", several);
    return true;
}

const char *file_systems(campaign_reader *r, json_t *object, const char *key, const char *initial)
{
    json_t *value = json_object_get(object, key);
    char *text = NULL;
    size_t length, before;
    FILE *out;
    bool good = true;

    if (!value)
        return initial;
    before = source_enter_key(&r->json, key);
    out = open_memstream(&text, &length);
    if (!out)
        abort();
    if (!json_is_array(value))
        good = put_system(r, value, out);
    for (size_t i = 0; good && i < json_array_size(value); i++) {
        size_t item = source_enter(&r->json, "[%zu]", i);

        fputs(i ? ";" : "", out);
        good = put_system(r, json_array_get(value, i), out);
        if (good)
            source_leave(&r->json, item);
    }
    fclose(out);
    file_keep(r->file, text);
    if (good && !*text)
        good = source_fail(&r->json, "seen nothing, expected at least one system");
    if (!good || !file_check_systems(r, text))
        return NULL;
    source_leave(&r->json, before);
    return text;
}
