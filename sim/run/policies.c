// SPDX-License-Identifier: BSD-3-Clause
// The policies and observers of `warplock run`: --policy and --observe by exact name. Each one's machine is built once.
#include "sim/run/policies.h"

#include <string.h>

#include "sim/core/gpu.h"
#include "sim/machine/nearest.h"

// The policy of a search's systems.
static const policy *searched_policy(const best_word *row)
{
    char name[64];

    snprintf(name, sizeof name, "%.*s", (int)strcspn(row->systems, " "), row->systems);
    return policy_find(name);
}

static bool unknown_policy(const char *name, const policy *const *table, const char *option)
{
    nearest_search search = { .wanted = name };
    char list[1024] = "";

    for (const policy *const *p = table; *p; p++) {
        nearest_offer(&search, (*p)->name);
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%s", p == table ? "" : ", ", (*p)->name);
    }
    for (const best_word *row = best_words; row->name && table == policy_table; row++) {
        nearest_offer(&search, row->name);
        snprintf(list + strlen(list), sizeof list - strlen(list), ", %s", row->name);
    }
    return cli_mistake("%s: there is no `%s`; the nearest is %s; there are %s", option, name, search.best, list);
}

// No such policy, or contradictory parts.
static bool wrong_policy(const char *name)
{
    char unknown[POLICY_NAME], error[256] = "";

    policy_find_or_tell(name, unknown, error, sizeof error);
    return unknown[0] ? unknown_policy(unknown, policy_table, "--policy") : cli_mistake("--policy: %s: %s", name, error);
}

static bool choose_policies(const char *names, cli_policies *chosen)
{
    char name[64];

    while (cli_next_name(&names, name)) {
        const best_word *search = policy_find(name) ? NULL : best_word_of(name);
        const policy *p = search ? searched_policy(search) : policy_find(name);

        if (!p)
            return wrong_policy(name);
        for (unsigned i = 0; i < chosen->count; i++)
            if (chosen->policy[i] == p && chosen->search[i] == search)
                return cli_mistake("--policy: seen %s twice, expected each once", name);
        if (chosen->count == CLI_POLICIES_MAX)
            return cli_mistake("--policy: seen more than %d, expected at most that", CLI_POLICIES_MAX);
        chosen->search[chosen->count] = search;
        chosen->policy[chosen->count++] = p;
    }
    return chosen->count || cli_mistake("--policy: expected a policy; `warplock policies` lists them");
}

static bool choose_observers(const char *names, cli_policies *chosen)
{
    unsigned count = 0;
    char name[64];

    while (cli_next_name(&names, name)) {
        const policy *p = observer_find(name);

        if (!p)
            return unknown_policy(name, observer_table, "--observe");
        for (unsigned i = 0; i < count; i++)
            if (chosen->observers[i] == p)
                return cli_mistake("--observe: seen %s twice, expected each once", name);
        if (count == OBSERVERS_MAX)
            return cli_mistake("--observe: seen more than %d, expected at most that", OBSERVERS_MAX);
        chosen->observers[count++] = p;
    }
    return true;
}

// The first one, or --baseline.
static bool choose_baseline(const char *name, cli_policies *chosen)
{
    nearest_search search = { .wanted = name };

    for (unsigned p = 0; p < chosen->count && name[0]; p++) {
        const char *word = chosen->search[p] ? chosen->search[p]->name : chosen->policy[p]->name;

        nearest_offer(&search, word);
        if (strcmp(name, word) == 0) {
            chosen->baseline = p;
            return true;
        }
    }
    return !name[0] || cli_mistake("--baseline: seen %.60s, expected one of --policy; the nearest is %s", name, search.best);
}

// Checks all before the first cycle, so that a mistake in the last policy shows at once. A search's best may be a policy other
// than those it tries.
static bool can_be_built(const machine *m, cli_policies *chosen)
{
    char error[TUPLE_ERROR];

    for (unsigned p = 0; p < chosen->count; p++) {
        const best_word *search = chosen->search[p];
        const policy *unlimited = search ? policy_find(search->unlimited) : NULL;
        if (!gpu_can_be_built(m, chosen->policy[p], chosen->observers, &chosen->wanted, error, sizeof error) ||
            (unlimited && !gpu_can_be_built(m, unlimited, chosen->observers, &chosen->wanted, error, sizeof error)))
            return cli_mistake("%s", error);
    }
    return true;
}

bool cli_make_blocks(const cli_options *options, const cli_policies *chosen)
{
    char error[TUPLE_ERROR];

    return tuples_make(&chosen->wanted, (blocks_mode)options->blocks != BLOCKS_C, error, sizeof error) ||
           cli_mistake("%s", error);
}

void cli_forget_policies(cli_policies *chosen) { tuples_forget(&chosen->wanted); }

bool cli_choose_policies(const cli_options *options, const machine *m, cli_policies *chosen)
{
    *chosen = (cli_policies){ .count = 0 };
    return choose_policies(options->policy, chosen) && choose_baseline(options->baseline, chosen) &&
           choose_observers(options->observe, chosen) &&
           (options->functional || can_be_built(m, chosen));
}
