// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/axes.h"

#include <stdlib.h>
#include <string.h>

static campaign_axis *axis_of(campaign_axes *all, const char *key)
{
    for (unsigned i = 0; i < all->n; i++)
        if (strcmp(all->axes[i].key, key) == 0)
            return &all->axes[i];
    if (all->n == AXES_MAX)
        return NULL;
    all->axes[all->n] = (campaign_axis){ .swept = false };
    snprintf(all->axes[all->n].key, sizeof all->axes[0].key, "%s", key);
    return &all->axes[all->n++];
}

void campaign_axes_add(campaign_axes *all, const char *key) { axis_of(all, key); }

void campaign_axes_policies(uint64_t policies, char words[static SIMULATOR_READERS])
{
    const char *name;

    words[0] = 0;
    for (unsigned i = 0; (name = simulator_policy_at(i)); i++)
        if (policies >> i & 1)
            snprintf(words + strlen(words), SIMULATOR_READERS - strlen(words), "%s%s", words[0] ? ", " : "", name);
}

// The key of a word, "section.key=a,b" or the number after "MSHR"; true when it has several values.
static bool swept_key(const char *word, size_t length, const char *before, char key[static SYSTEM_SET])
{
    const char *equals = memchr(word, '=', length), *number = equals ? NULL : system_number_key(before);

    snprintf(key, SYSTEM_SET, "%.*s", equals ? (int)(equals - word) : 0, word);
    if (number)
        snprintf(key, SYSTEM_SET, "%s", number);
    return key[0] && memchr(word, ',', length);
}

static uint64_t find_swept(const char *list, campaign_axes *all)
{
    char before[SYSTEM_SET] = "", key[SYSTEM_SET];
    const char *const end = list + strlen(list);
    uint64_t swept = 0;

    for (const char *word = list; word < end; word++) {
        const size_t most = strcspn(word, " ");
        campaign_axis *axis = swept_key(word, most, before, key) ? axis_of(all, key) : NULL;

        if (axis) {
            axis->swept = true;
            swept |= UINT64_C(1) << (axis - all->axes);
        }
        snprintf(before, sizeof before, "%.*s", (int)(most < SYSTEM_SET ? most : SYSTEM_SET - 1), word);
        word += most;
    }
    return swept;
}

// A system whose list sweeps these axes.
static void look(campaign *c, const char *name, campaign_axes *all, uint64_t swept)
{
    campaign_system system;
    machine *m = campaign_system_machine(c, name, &system);

    if (!m)
        return;
    const uint64_t bits = simulator_policy_bits(system.policy);
    for (unsigned i = 0; i < all->n; i++) {
        campaign_axis *axis = &all->axes[i];

        if (axis->swept && !(swept >> i & 1))
            continue;
        if (simulator_reads(m, system.policy, axis->key)) {
            axis->read |= bits;
        } else {
            axis->unread |= bits;
            if (!axis->readers[0])
                simulator_readers(m, system.policy, axis->key, axis->readers);
        }
    }
    free(m);
}

// One system, or every system that a search tries.
static void look_at_name(campaign *c, const char *name, campaign_axes *all, uint64_t swept)
{
    const best_word *row = campaign_search(c, name);
    char tried[SYSTEM_NAME], whole[SYSTEM_NAME], at[SYSTEM_NAME], rest[SYSTEM_NAME], *systems;

    if (!row) {
        look(c, name, all, swept);
        return;
    }
    systems = system_spell(row->systems, campaign_machine_of(c, name));
    campaign_search_words(row, name, at, rest);
    for (unsigned i = 0; system_choose(systems, i, tried); i++) {
        snprintf(whole, sizeof whole, "%.110s%.49s", tried, name + strlen(row->name));
        look(c, whole, all, swept);
    }
    free(systems);
    snprintf(whole, sizeof whole, "%.80s%.79s", row->unlimited, at);
    if (*row->unlimited)
        look(c, whole, all, swept);
}

void campaign_axes_find(campaign *c, campaign_axes *all)
{
    char name[SYSTEM_NAME];

    for (const runs_row *row = c->file->runs; row->systems; row++) {
        char *systems = system_spell(row->systems, c->machines[0].base), *rest;

        for (const char *list = strtok_r(systems, ";", &rest); list; list = strtok_r(NULL, ";", &rest)) {
            const uint64_t swept = find_swept(list, all);

            for (unsigned i = 0; system_choose(list, i, name); i++)
                look_at_name(c, name, all, swept);
        }
        free(systems);
    }
    for (unsigned i = 0; i < all->n; i++)
        all->axes[i].unread &= ~all->axes[i].read;
}
