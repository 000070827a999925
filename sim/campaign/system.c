#include "sim/campaign/system.h"

#include <stdio.h>
#include <string.h>

#include "sim/policy/policy.h"

// A word followed by a number, and the key of the machine that takes it.
static const struct { const char *word, *key; } numbers[] = {
#define NUMBER_WORD(word, key) { word, key },
#include "sim/campaign/system_words.def"
};
static const struct { const char *word, *set; } flags[] = {
#define FLAG_WORD(word, set) { word, set },
#include "sim/campaign/system_words.def"
};

const best_word best_words[] = {
#define BEST_WORD(name, systems, unlimited, help) { name, systems, unlimited, help },
#include "sim/campaign/system_words.def"
    { 0 },
};

const best_word *best_word_of(const char *system)
{
    for (const best_word *row = best_words; row->name; row++) {
        size_t length = strlen(row->name);

        if (strncmp(system, row->name, length) == 0 && (system[length] == ' ' || !system[length]))
            return row;
    }
    return NULL;
}

// The key of the word that ends at `end`; NULL: it has none.
static const char *key_before(const char *systems, const char *end)
{
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        size_t length = strlen(numbers[i].word);

        if ((size_t)(end - systems) > length && memcmp(end - length, numbers[i].word, length) == 0 && end[-(long)length - 1] == ' ')
            return numbers[i].key;
    }
    return NULL;
}

bool best_word_range(const best_word *row, const machine *m, const char **key, uint32_t *low, uint32_t *most)
{
    const char *star = strstr(row->systems, " *");

    *key = star ? key_before(row->systems, star) : NULL;
    return *key && machine_key_range(m, *key, low, most);
}

void system_spell(const char *systems, const machine *m, char text[static SYSTEMS_TEXT])
{
    const char *star = strstr(systems, " *"), *key = star ? key_before(systems, star) : NULL;
    uint32_t low, most;
    size_t at;

    if (!key || !machine_key_range(m, key, &low, &most)) {
        snprintf(text, SYSTEMS_TEXT, "%s", systems);
        return;
    }
    at = (size_t)snprintf(text, SYSTEMS_TEXT, "%.*s ", (int)(star - systems), systems);
    for (uint32_t value = low; value <= most && at < SYSTEMS_TEXT; value++)
        at += (size_t)snprintf(text + at, SYSTEMS_TEXT - at, "%s%u", value > low ? "," : "", value);
    if (at < SYSTEMS_TEXT)
        snprintf(text + at, SYSTEMS_TEXT - at, "%s", star + 2);
}

static bool add_set(campaign_system *system, const char *key, const char *value, const char *tail)
{
    if (system->n_sets == SYSTEM_SETS)
        return false;
    snprintf(system->sets[system->n_sets++], sizeof system->sets[0], "%s%s%.*s", key, *tail ? "" : "=",
             (int)strcspn(value, "% "), value);
    return true;
}

// One or more assignments, divided by spaces.
static bool add_sets(campaign_system *system, const char *sets)
{
    for (const char *at = sets; *at; at += strcspn(at, " "), at += *at == ' ')
        if (!add_set(system, "", at, "="))
            return false;
    return true;
}

static bool add_word(campaign_system *system, const char *word, char **rest)
{
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(word, flags[i].word) == 0)
            return add_sets(system, flags[i].set);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (strcmp(word, numbers[i].word) == 0) {
            const char *value = strtok_r(NULL, " ", rest);

            return value && strspn(value, "0123456789") > 0 && add_set(system, numbers[i].key, value, "");
        }
    }
    return false;
}

bool system_resolve(const char *name, campaign_system *system)
{
    char words[SYSTEM_NAME], *rest;
    const char *word;

    memset(system, 0, sizeof *system);
    if (strlen(name) >= sizeof words)
        return false;
    strcpy(words, name);
    strcpy(system->name, name);
    word = strtok_r(words, " ", &rest);
    if (!word || strlen(word) >= sizeof system->policy || !policy_find(word))
        return false;
    strcpy(system->policy, word);
    while ((word = strtok_r(NULL, " ", &rest)))
        if (!add_word(system, word, &rest))
            return false;
    return true;
}

// Of one list, up to its end or the next `;`; `index` falls by the systems that it has.
static bool choose_of(const char *systems, unsigned *index, char name[static SYSTEM_NAME])
{
    unsigned left = *index, all = 1;
    size_t used = 0;

    for (const char *word = systems; *word && *word != ';'; word += strcspn(word, " ;"), word += *word == ' ') {
        size_t length = strcspn(word, " ;");
        unsigned choices = 1;

        for (size_t i = 0; i < length; i++)
            choices += word[i] == ',';
        for (unsigned skip = left % choices; skip; skip--) {
            size_t comma = strcspn(word, ",") + 1;

            word += comma;
            length -= comma;
        }
        left /= choices;
        all *= choices;
        length = strcspn(word, ",; ");
        if (used + length + 2 > SYSTEM_NAME)
            return false;
        used += (size_t)snprintf(name + used, SYSTEM_NAME - used, "%s%.*s", used ? " " : "", (int)length, word);
    }
    *index -= left ? all : 0;
    return used && left == 0;
}

bool system_choose(const char *systems, unsigned index, char name[static SYSTEM_NAME])
{
    for (;; systems++) {
        unsigned before = index;

        if (choose_of(systems, &index, name))
            return true;
        systems += strcspn(systems, ";");
        if (!*systems || index == before)      // behind the last, or a name that is too long
            return false;
    }
}
