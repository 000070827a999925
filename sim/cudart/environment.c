// SPDX-License-Identifier: BSD-3-Clause
// The environment as a command line: variables become their options' words, which the command line's reader parses.
#include "sim/cudart/environment.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/nearest.h"
#include "sim/run/options.h"

extern char **environ;

typedef struct { const char *name, *option; } variable;

static const variable variables[] = {
#define VARIABLE(name, option) { name, option },
#define OTHER(name) { name, NULL },
#include "sim/cudart/tables/environment.def"
#undef VARIABLE
#undef OTHER
};
enum { VARIABLES = sizeof variables / sizeof variables[0], WORDS_MAX = 2 * (VARIABLES + CLI_WORDS_MAX) };

typedef struct { char *words[WORDS_MAX]; int count; } word_list;
static char *read_lists[VARIABLES];              // the split list variables: options point into them

// A misspelt one would be silently ignored.
static void look_for_unknown(void)
{
    for (char **at = environ; at && *at; at++) {
        char name[64];
        nearest_search search = { .wanted = name };
        bool known = strncmp(*at, "WARPLOCK_", 9) != 0;

        snprintf(name, sizeof name, "%.*s", (int)strcspn(*at, "="), *at);
        for (unsigned i = 0; i < VARIABLES && !known; i++) {
            nearest_offer(&search, variables[i].name);
            known = strcmp(variables[i].name, name) == 0;
        }
        if (!known)
            fprintf(stderr, "warplock: notice: %s in the environment is no variable of warplock; the nearest is %s\n",
                    name,
                    search.best);
    }
}

static option_kind kind_of(const char *option)
{
    for (unsigned i = 0; i < option_row_count; i++)
        if (option_rows[i].kind != OPTION_GROUP && strcmp(option_rows[i].name, option) == 0 &&
            option_goes_with(&option_rows[i], &cli_commands[CLI_RUN]))
            return option_rows[i].kind;
    abort();
}

static bool add(word_list *list, const char *word)
{
    if (list->count == WORDS_MAX)
        return cli_mistake("environment: seen more than %d words, expected at most that", WORDS_MAX);
    list->words[list->count++] = (char *)word;
    return true;
}

static bool add_variable(word_list *list, const variable *v, const char *value)
{
    option_kind kind = kind_of(v->option);

    if (kind == OPTION_FLAG)
        return strcmp(value, "1") == 0 ? add(list, v->option) : strcmp(value, "0") == 0 ||
               cli_mistake("%s: seen `%.40s`, expected 1, or 0 as without it", v->name, value);
    if (kind != OPTION_LIST)
        return add(list, v->option) && add(list, value);
    char **words = &read_lists[v - variables], *rest;
    free(*words);
    *words = strdup(value);
    if (!*words)
        abort();
    for (char *word = strtok_r(*words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!add(list, v->option) || !add(list, word))
            return false;
    return true;
}

bool environment_options(cli_options *options)
{
    static word_list list;

    list.count = 0;
    add(&list, "warplock");
    add(&list, cli_commands[CLI_RUN].name);
    look_for_unknown();
    for (unsigned i = 0; i < VARIABLES; i++) {
        const char *value = getenv(variables[i].name);
        if (variables[i].option && value && *value && !add_variable(&list, &variables[i], value))
            return false;
    }
    return cli_parse(options, &cli_commands[CLI_RUN], list.count, list.words);
}

const char *environment_json(void)
{
    const char *path = getenv("WARPLOCK_JSON");

    return path && *path ? path : NULL;
}
