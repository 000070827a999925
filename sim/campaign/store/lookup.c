// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/store/lookup.h"

#include <stdlib.h>
#include <string.h>

#include "tb/hash.h"

// The text's entry, or the free one where it belongs.
static lookup_entry *place_of(const lookup *l, uint64_t hash, const char *text)
{
    for (unsigned i = (unsigned)hash;; i++) {
        lookup_entry *entry = &l->entries[i & (l->n_entries - 1)];

        if (!entry->text || (entry->hash == hash && strcmp(entry->text, text) == 0))
            return entry;
    }
}

unsigned lookup_find(const lookup *l, const char *text)
{
    const lookup_entry *entry = l->n_entries ? place_of(l, hash_text(HASH_START, text), text) : NULL;

    return entry && entry->text ? entry->number : (unsigned)LOOKUP_NONE;
}

static void grow(lookup *l)
{
    lookup old = *l;

    l->n_entries = old.n_entries ? 2 * old.n_entries : 16;
    l->entries = calloc(l->n_entries, sizeof *l->entries);
    if (!l->entries)
        abort();
    for (unsigned i = 0; i < old.n_entries; i++)
        if (old.entries[i].text)
            *place_of(l, old.entries[i].hash, old.entries[i].text) = old.entries[i];
    free(old.entries);
}

void lookup_add(lookup *l, const char *text, unsigned number)
{
    uint64_t hash = hash_text(HASH_START, text);
    lookup_entry *entry;

    if (2 * l->n_texts >= l->n_entries)
        grow(l);
    entry = place_of(l, hash, text);
    entry->text = strdup(text);
    if (!entry->text)
        abort();
    entry->hash = hash;
    entry->number = number;
    l->n_texts++;
}

void lookup_free(lookup *l)
{
    for (unsigned i = 0; i < l->n_entries; i++)
        free(l->entries[i].text);
    free(l->entries);
    *l = (lookup){ 0 };
}
