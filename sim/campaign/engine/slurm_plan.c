// SPDX-License-Identifier: BSD-3-Clause
// What is known of a campaign's runs on a cluster.
#include "sim/campaign/engine/slurm_inside.h"

#include <string.h>

int slurm_run_of(const slurm *s, const char *key)
{
    unsigned low = 0, high = s->campaign->n_runs;

    while (low < high) {
        unsigned middle = (low + high) / 2;
        int order = strcmp(key, s->campaign->runs[s->by_key[middle]].key);

        if (order == 0)
            return s->by_key[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NO_RUN;
}

bool slurm_is_done(const slurm *s, int run)
{
    return s->campaign->runs[run].state >= RUN_GOOD;
}

void slurm_forget(slurm *s, unsigned batch)
{
    slurm_batch *b = s->batches[batch];

    for (unsigned i = 0; i < b->n_slices; i++)
        for (unsigned e = b->slices[i].first; e < b->slices[i].first + b->slices[i].n; e++)
            if (b->entries[e].run != NO_RUN && !b->job && !slurm_is_done(s, b->entries[e].run))
                s->plans[b->entries[e].run].queued = false;
    slurm_batch_remove(&s->folder, b->number);
    slurm_batch_free(b);
    s->batches[batch] = s->batches[--s->n_batches];
}
