// SPDX-License-Identifier: BSD-3-Clause
// --pack: copies the results behind a campaign's tables into a store of their own.
#include <stdlib.h>

#include "sim/campaign/baseline.h"
#include "sim/cli/campaign.h"

static bool keep_baseline(const campaign *c, const char *path, char *message, size_t size)
{
    store *packed = store_open(path, STORE_MAKE, message, size);
    bool good = packed && baseline_keep(c, packed, message, size);

    if (packed)
        store_close(packed);
    return good;
}

bool cli_pack(const campaign_session *s)
{
    const campaign *c = &s->campaign;
    const char *path = s->options->pack, **keys;
    char message[512];
    unsigned n = 0;
    bool good;

    if (!path[0])
        return true;
    keys = calloc(c->n_runs + 1, sizeof *keys);
    if (!keys)
        abort();
    for (unsigned i = 0; i < c->n_runs; i++)
        if (c->runs[i].state == RUN_GOOD || c->runs[i].state == RUN_FAILED)
            keys[n++] = c->runs[i].key;
    good = store_pack(c->store, keys, n, path, message, sizeof message) &&
           keep_baseline(c, path, message, sizeof message);
    free(keys);
    return good || cli_mistake("--pack: %s", message);
}
