// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/terms/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A word followed by a number, and the machine's key for it.
static const struct { const char *word, *key; } numbers[] = {
#define NUMBER_WORD(word, key) { word, key },
#include "sim/campaign/terms/system_words.def"
};
static const struct { const char *word, *set; } flags[] = {
#define FLAG_WORD(word, set) { word, set },
#include "sim/campaign/terms/system_words.def"
};

const best_word best_words[] = {
#define BEST_WORD(name, systems, unlimited, help) { name, systems, unlimited, help, "ipc", false },
#include "sim/campaign/terms/system_words.def"
    { 0 },
};

const best_word *best_word_in(const best_word *rows, const char *system)
{
    for (const best_word *row = rows; row->name; row++) {
        size_t length = strlen(row->name);

        if (strncmp(system, row->name, length) == 0 && (system[length] == ' ' || !system[length]))
            return row;
    }
    return NULL;
}


const best_word *best_word_of(const char *system)
{
    return best_word_in(best_words, system);
}

const char *system_number_key(const char *word)
{
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (strcmp(word, numbers[i].word) == 0)
            return numbers[i].key;
    return NULL;
}

static const char *flag_set(const char *word)
{
    for (unsigned i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(word, flags[i].word) == 0)
            return flags[i].set;
    return NULL;
}

unsigned system_flag_sets(const char *word)
{
    const char *set = flag_set(word);
    unsigned count = set != NULL;

    for (; set && *set; set++)
        count += *set == ' ';
    return count;
}

const char *system_words(void)
{
    return ""
#define NUMBER_WORD(word, key) word " N, "
#define FLAG_WORD(word, set) word ", "
#include "sim/campaign/terms/system_words.def"
        "as papers have them";
}

// The key of a `*`: "key=*", or the key of WORD in "WORD *".
static bool key_of_star(const char *systems, const char *star, char key[static SYSTEM_SET])
{
    const char *from = star, *number;
    char word[SYSTEM_SET];

    if (star == systems || (star[-1] != ' ' && star[-1] != '='))
        return false;
    for (from = star - 1; from > systems && !strchr(" ;", from[-1]); from--)
        ;
    if (star - from > SYSTEM_SET)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)(star - 1 - from), from);
    number = star[-1] == ' ' ? system_number_key(word) : word;
    snprintf(key, SYSTEM_SET, "%s", number ? number : "");
    return number != NULL;
}

bool best_word_range(const best_word *row, const machine *m, char key[static SYSTEM_SET], uint32_t *low, uint32_t *most)
{
    const char *star = strchr(row->systems, '*');

    return star && key_of_star(row->systems, star, key) && simulator_key_range(m, key, low, most);
}

char *system_spell(const char *systems, const machine *m)
{
    char *text = NULL, key[SYSTEM_SET];
    size_t length;
    FILE *out = open_memstream(&text, &length);
    uint32_t low, most;

    if (!out)
        abort();
    for (const char *at = systems; *at; at++) {
        if (*at != '*' || !key_of_star(systems, at, key) || !simulator_key_range(m, key, &low, &most)) {
            fputc(*at, out);
            continue;
        }
        most = most - low < SYSTEM_VALUES ? most : low + SYSTEM_VALUES - 1;
        for (uint32_t value = low; value <= most; value++)
            fprintf(out, "%s%u", value > low ? "," : "", value);
    }
    fclose(out);
    return text;
}

static bool add_set(campaign_system *system, const char *key, const char *value, const char *tail)
{
    if (system->n_sets == SYSTEM_SETS)
        return false;
    snprintf(system->sets[system->n_sets++], sizeof system->sets[0], "%s%s%.*s", key, *tail ? "" : "=",
             (int)strcspn(value, "% "), value);
    return true;
}

// One or more assignments, separated by spaces.
static bool add_sets(campaign_system *system, const char *sets)
{
    for (const char *at = sets; *at; at += strcspn(at, " "), at += *at == ' ')
        if (!add_set(system, "", at, "="))
            return false;
    return true;
}

static bool add_word(campaign_system *system, const char *word, char **rest)
{
    const char *set = flag_set(word), *key = system_number_key(word), *value;

    if (set)
        return add_sets(system, set);
    if (word[0] == '@') {
        bool once = !system->machine[0];

        snprintf(system->machine, sizeof system->machine, "%.63s", word + 1);
        return once;
    }
    if (!key)
        return strchr(word, '=') && add_set(system, "", word, "=");
    value = strtok_r(NULL, " ", rest);
    return value && strspn(value, "0123456789") > 0 && add_set(system, key, value, "");
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
    if (!word || strlen(word) >= sizeof system->policy || !simulator_policy_exists(word))
        return false;
    strcpy(system->policy, word);
    while ((word = strtok_r(NULL, " ", &rest)))
        if (!add_word(system, word, &rest))
            return false;
    return true;
}

// Handles one list, up to its end or the next `;`; `index` falls by the number of its systems.
static bool choose_of(const char *systems, unsigned *index, char name[static SYSTEM_NAME])
{
    unsigned left = *index, all = 1;
    size_t used = 0;

    for (const char *word = systems; *word && *word != ';'; word += strcspn(word, " ;"), word += *word == ' ') {
        size_t length = strcspn(word, " ;"), prefix;
        const char *key;
        unsigned choices = 1;

        for (size_t i = 0; i < length; i++)
            choices += word[i] == ',';
        prefix = memchr(word, '=', length) ? strcspn(word, "=") + 1 : 0;
        key = word;
        word += prefix;
        length -= prefix;
        for (unsigned skip = left % choices; skip; skip--) {
            size_t comma = strcspn(word, ",") + 1;

            word += comma;
            length -= comma;
        }
        left /= choices;
        all *= choices;
        length = strcspn(word, ",; ");
        if (used + prefix + length + 2 > SYSTEM_NAME)
            return false;
        used += (size_t)snprintf(name + used, SYSTEM_NAME - used, "%s%.*s%.*s", used ? " " : "", (int)prefix, key, (int)length, word);
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
        if (!*systems || index == before)      // past the last, or the name is too long
            return false;
    }
}
